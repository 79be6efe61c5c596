from functools import cache

import photo_folder

from vision.frames import Frame
from vision.reader import Reader
from vision.reading import BoardReading, Face
from vision.reasons import Fate, How, KeptReasons


@cache
def read(name: str, game: str = "xxl") -> tuple[BoardReading, KeptReasons]:
    reasons = KeptReasons()
    reader = Reader(photo_folder.calibration(name, game), photo_folder.gallery(game), reasons)
    return reader.read(Frame(0, 10, photo_folder.picture(name, game))), reasons


def test_every_piece_read_has_its_reasons() -> None:
    reading, reasons = read("001.jpg")
    assert reading == photo_folder.reading("001.jpg")
    for sighting in reading.sightings:
        look = reasons.of(sighting)
        assert look is not None
        assert look.fate is Fate.READ
        assert look.edges >= look.edges_needed


def test_a_name_has_its_likeness_and_the_lead_it_needed() -> None:
    reading, reasons = read("001.jpg")
    named = [look for s in reading.sightings if s.label is not None and (look := reasons.of(s)) is not None]
    assert named
    for look in named:
        assert look.how is How.NAMED
        assert look.likenesses[0][0] == look.sighting.label
        assert look.lead >= look.lead_needed


def test_a_back_is_told_by_its_pattern_or_its_colour() -> None:
    reading, reasons = read("001.jpg")
    hows = {look.how for s in reading.sightings if s.face is Face.DOWN and (look := reasons.of(s)) is not None}
    assert hows
    assert hows <= {How.BACK_PATTERN, How.BACK_COLOUR}


def test_places_that_were_no_pieces_are_kept_with_what_they_lacked() -> None:
    _, reasons = read("009.jpg", "italia")
    refused = [look for look in reasons.looks if look.fate is not Fate.READ]
    assert refused
    for look in refused:
        if look.fate is Fate.FEW_EDGES:
            assert look.edges < look.edges_needed
    (search,) = reasons.searches
    assert search.proposed >= search.likely >= search.left
