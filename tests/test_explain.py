"""What is told and drawn about why a picture was read as it was."""

from functools import cache

import cv2
import msgspec
import numpy as np
import photo_folder

from vision.explain import Explained, explain
from vision.explain_drawing import DOWN, NAMED, REFUSED, UNSURE, doubt_sheet, draw_explanation
from vision.gallery import Gallery
from vision.lens import Lens
from vision.reading import Face, Problem
from vision.scene import Scene, render

UNLIT = np.zeros((1296, 2304, 3), np.uint8)


@cache
def explained(name: str, game: str = "xxl") -> Explained:
    return explain(photo_folder.picture(name, game), photo_folder.gallery(game))


def test_pieces_are_numbered_and_read_as_ever() -> None:
    explanation = explained("001.jpg").explanation
    assert [piece.number for piece in explanation.pieces] == list(range(1, len(explanation.pieces) + 1))
    assert {p.sighting for p in explanation.pieces} == set(photo_folder.reading("001.jpg").sightings)


def test_each_name_is_told_with_its_likeness_and_lead() -> None:
    text = str(explained("001.jpg").explanation)
    for piece in explained("001.jpg").explanation.pieces:
        assert f"{piece.number}. {piece.decision}." in text
        if piece.sighting.label is not None:
            assert piece.look is not None
            assert piece.decision.startswith(f"named {piece.sighting.label}: likeness 0.")
            assert "needed" in piece.decision or "nothing comes near" in piece.decision
        elif piece.sighting.face is Face.DOWN:
            assert piece.decision.startswith("face down by its ")
        else:
            assert piece.decision.startswith("cannot tell: ")


def test_markers_light_and_sharpness_are_told() -> None:
    explanation = explained("001.jpg").explanation
    assert explanation.camera is not None
    assert 800 < explanation.camera.height_mm < 1300
    assert explanation.remarks[0].startswith(f"{len(explanation.camera.markers)} of 4 markers show")
    assert all(look.paper > look.ink for look in explanation.light)


def test_refused_places_say_what_they_lacked() -> None:
    explanation = explained("009.jpg", "italia").explanation
    assert explanation.refused
    for place in explanation.refused:
        assert place.why in str(explanation)
        assert "too little outline" in place.why or "edges of the pieces" in place.why or "pattern" in place.why


def test_an_explanation_is_plain_data() -> None:
    told = msgspec.json.decode(msgspec.json.encode(explained("001.jpg").explanation))
    assert told["pieces"][0]["look"]["likenesses"]
    assert told["camera"]["markers"]


def test_every_answer_is_drawn_in_its_colour() -> None:
    picture = photo_folder.picture("009.jpg", "italia")
    drawn = draw_explanation(picture, explained("009.jpg", "italia"))
    assert drawn.shape == picture.shape
    faces = {p.sighting.face for p in explained("009.jpg", "italia").explanation.pieces}
    for colour, expected in ((NAMED, Face.UP in faces), (DOWN, Face.DOWN in faces), (REFUSED, True)):
        assert (drawn == colour).all(axis=-1).sum() > 200 or not expected


def test_the_answers_colours_differ_in_lightness_for_those_who_see_no_others() -> None:
    patches = np.array([[NAMED, DOWN, UNSURE]], np.uint8)
    levels = sorted(cv2.cvtColor(patches, cv2.COLOR_BGR2GRAY)[0].astype(int))
    assert min(np.diff(levels)) >= 20


def test_a_doubtful_piece_is_shown_beside_its_two_likest_artworks() -> None:
    face = np.full((70, 70, 3), 235, np.uint8)
    face[20:50, 20:50] = (40, 40, 200)
    other = face.copy()
    other[44:50, 20:50] = (40, 160, 200)
    gallery = Gallery.from_artwork([("ham", "disc", 35.0, face), ("salami", "disc", 35.0, other)])
    picture, calibration = photo_folder.picture("001.jpg"), photo_folder.calibration("001.jpg")
    explanation = explain(picture, gallery).explanation
    sheet = doubt_sheet(picture, Explained(explanation, calibration), gallery)
    doubtful = [p for p in explanation.pieces if p.sighting.label is None]
    assert doubtful
    assert sheet is not None
    assert sheet.shape[0] % (sheet.shape[0] // -(-len(doubtful) // 3)) == 0


def test_a_picture_that_cannot_be_read_is_one_sentence_drawn_and_told() -> None:
    dark = explain(UNLIT, photo_folder.gallery())
    assert dark.explanation.problem is Problem.TOO_DARK
    assert str(dark.explanation).startswith("Not read: the picture is too dark")
    assert (draw_explanation(UNLIT, dark) > 0).any()
    assert doubt_sheet(UNLIT, dark, photo_folder.gallery()) is None


def test_it_is_told_whether_the_lens_is_known() -> None:
    lens = Lens(2304, 1296, 0.77 * 2304, (1152.0, 648.0), -0.025, 0.0)
    known = explain(render(Scene()), photo_folder.gallery(), lens=lens).explanation
    assert "The lens is known from its board" in known.remarks[0]
    assert "guessed from the markers" in explained("001.jpg").explanation.remarks[0]
