"""What the command line does besides running the table, each as a function that answers with text."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import msgspec

from device import nightfile
from device.config import Config, example
from device.enrolling import expected_rows
from device.errors import TableError
from device.galleries import Galleries, house_gallery, own_components
from device.games import EVENT_TYPES, box_of, games, layouts, photographs, xxl_components
from device.house import house_decks, pizza_discs
from device.language import Code
from device.lenses import Lenses
from device.night import Games
from device.rejudge import rejudge
from device.replay import Told, differences, expected, fold_recording, recorded_gallery
from device.replay_live import Replay
from device.rules.italia import components as italia
from device.verdict_scoring import VerdictCount
from device.wiring import wiring_table
from vision.artwork_sheets import house_sheets
from vision.dice_score import score_dice
from vision.enrol import enrol_listed, enrol_pages, load_picture
from vision.explain import explain
from vision.explain_drawing import doubt_sheet, draw_explanation
from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.lens_board import board_sheet, calibrate_lens
from vision.reading import BoardReading
from vision.relearn import relearn
from vision.round_score import score_rounds
from vision.scoring import read_picture, score_folder
from vision.surface import Surface


def enrol_pieces(config: Config, pictures: Sequence[Path], order: Path, name: str) -> str:
    """Learn an owner's pieces from pictures of them, whose names a file lists, and keep them under a name."""
    return _keep(config, enrol_listed(pictures, order), name)


def enrol_game(config: Config, pictures: Sequence[Path], game: str, name: str) -> str:
    """Learn the pieces of a game from one or two pictures of them, laid out as the console shows it."""
    known = layouts(own_components(config))
    if game not in known:
        raise TableError(f"There is no game {game!r} to enrol; there are {', '.join(known)}.")
    parts = photographs(known[game].rows, len(pictures))
    if len(parts) != len(pictures):
        fitting = [
            word for word, count in (("one", 1), ("two", 2)) if len(photographs(known[game].rows, count)) == count
        ]
        raise TableError(f"{len(pictures)} pictures were given; {game} is laid out for {' or '.join(fitting)}.")
    pages = [(load_picture(path), expected_rows(rows)) for path, rows in zip(pictures, parts, strict=True)]
    return _keep(config, enrol_pages(pages, Surface(*config.table.surface_mm), Lenses(config).used()), name)


def relearn_pieces(config: Config, picture: Path, labels: Sequence[str], name: str) -> str:
    """Learn single pieces of a kept gallery anew, from a picture in which they alone lie, in reading order."""
    surface, lens = Surface(*config.table.surface_mm), Lenses(config).used()
    gallery = relearn(Galleries(config).load(name), load_picture(picture), labels, surface, lens)
    return _keep(config, gallery, name)


def _keep(config: Config, gallery: Gallery, name: str) -> str:
    folder = Galleries(config).save(name, gallery)
    alike = [f"  {one} and {other} look alike ({likeness:.2f})" for one, other, likeness in gallery.confusable()]
    learnt = f"Learnt {len(gallery.artworks)} pieces as {name!r}, kept in {folder}."
    return "\n".join([learnt, *alike, f'Use them with gallery = "{name}" under [camera].'])


def read_one(config: Config, picture: Path, as_json: bool) -> str:
    """Read one picture, write it with the reading drawn on it, and tell the reading."""
    gallery = Galleries(config).load(config.camera.gallery)
    reading, drawn = read_picture(picture, gallery, Surface(*config.table.surface_mm), Lenses(config).used())
    text = msgspec.json.format(msgspec.json.encode(reading)).decode() if as_json else _in_words(reading)
    target = _drawn(picture, "read.jpg", drawn)
    return text if as_json else f"{text}\nDrawn on {target}."


def explain_one(config: Config, picture: Path, as_json: bool) -> str:
    """Read one picture and tell of every place why it was read so; both are drawn."""
    gallery, image = Galleries(config).load(config.camera.gallery), load_picture(picture)
    explained = explain(image, gallery, Surface(*config.table.surface_mm), Lenses(config).used())
    drawings = {"explained": draw_explanation(image, explained), "doubts": doubt_sheet(image, explained, gallery)}
    targets = [_drawn(picture, f"{name}.png", drawing) for name, drawing in drawings.items() if drawing is not None]
    if as_json:
        return msgspec.json.format(msgspec.json.encode(explained.explanation)).decode()
    return f"{explained.explanation}\n\nDrawn on {' and '.join(map(str, targets))}."


def _drawn(picture: Path, name: str, drawing: BgrImage) -> Path:
    """Where a drawing was written: beside the picture, or here where that folder cannot be written to."""
    target = picture.with_name(f"{picture.stem}-{name}")
    if not cv2.imwrite(str(target), drawing):
        target = Path.cwd() / target.name
        cv2.imwrite(str(target), drawing)
    return target


def measure_lens(config: Config, pictures: Sequence[Path], name: str) -> str:
    """Measure the camera's lens by pictures of the printed lens board, and keep it under a name."""
    lens = calibrate_lens({path.name: load_picture(path) for path in pictures})
    path = Lenses(config).save(name, lens)
    return (
        f"The lens in {lens.width_px} x {lens.height_px} pictures: focal length {lens.focal_px:.0f} px, centre at "
        f"({lens.centre_px[0]:.0f}, {lens.centre_px[1]:.0f}) px, distortion {lens.k1:.4f} and {lens.k2:.4f}. The "
        f"corners in {lens.pictures} of {len(pictures)} pictures fit within {lens.residual_px:.2f} px.\n"
        f'Kept in {path}. It is used while it is the only one kept, or with lens = "{name}" under [camera].'
    )


def score_eyes(folder: Path) -> str:
    """Enrol from a folder's enrol.jpg, read its other pictures, compare pieces and verdicts with its truth.json.

    A folder with labels.json has photographs of dice (`pips`) or of round pieces (`count`) instead.
    """
    labels = folder / "labels.json"
    if labels.exists():
        return str(score_rounds(folder) if b'"count"' in labels.read_bytes() else score_dice(folder))
    verdicts = VerdictCount(folder, box_of("italia", italia.load, None))
    score = score_folder(folder, verdicts.take)
    return f"{verdicts}\n\n{score}" if verdicts.counts else str(score)


def replay(folder: Path, again: bool, progress: Callable[[int], None]) -> tuple[str, bool]:
    """Fold a recorded night, or judge it anew; the telling, and whether all is as it should be."""
    played = recorded_games(folder)
    if again:
        house = house_gallery(xxl_components(None))
        told = rejudge(folder, played, recorded_gallery(folder, house), progress)
    else:
        told = fold_recording(folder, played, EVENT_TYPES)
    should = expected(folder, played, EVENT_TYPES)
    if should is None:
        return f"{_story(told)}\nThere is nothing to compare with.", True
    found = differences(told, should)
    verdict = f"{len(found)} differences." if found else "No difference."
    return "\n".join([_story(told), *found, verdict]), not found


def watch_replay(folder: Path, speed: float, language: Code) -> Replay:
    """A recorded night as a running table that speaks this language."""
    house = house_gallery(xxl_components(None))
    return Replay(folder, recorded_games(folder), recorded_gallery(folder, house), speed, language)


def recorded_games(folder: Path) -> Games:
    """The games as that table played them."""
    return games(xxl_components(None), nightfile.read(folder).slots_mm)


def print_out(config: Config, what: str, folder: Path) -> str:
    """The wiring table or the example configuration as text, or the house set or the lens board in a folder."""
    if what == "wiring":
        return wiring_table(config.wiring())
    if what == "config":
        return example()
    folder.mkdir(parents=True, exist_ok=True)
    if what == "lens-board":
        sheet = board_sheet()
        (folder / sheet.name).write_bytes(sheet.png)
        return f"Wrote {folder / sheet.name}: print it on A4, or enlarged on A3, and glue it to something flat."
    own = own_components(config)
    components = xxl_components(own.get("xxl"))
    names = []
    for sheet in house_sheets(
        tuple(components.toppings_of), components.counts, {**house_decks(own), "discs": pizza_discs()}
    ):
        (folder / sheet.name).write_bytes(sheet.png)
        names.append(sheet.name)
    return f"Wrote {len(names)} sheets to {folder}: print them on A4 at 100 %, without fitting to the page."


def _in_words(reading: BoardReading) -> str:
    if reading.problem:
        return f"Not read: {reading.detail}"
    lines = [
        f"{s.kind:8}{s.face:9}{s.label or '-':28}{s.x_mm:8.1f}{s.y_mm:8.1f}"
        f"{s.rotation_deg or 0:7.0f}{s.confidence:7.2f}"
        for s in sorted(reading.sightings, key=lambda s: (s.kind, s.face, s.label or ""))
    ]
    head = f"{'kind':8}{'face':9}{'label':28}{'x mm':>8}{'y mm':>8}{'deg':>7}{'sure':>7}"
    return "\n".join([head, *lines, f"{len(lines)} pieces, {len(reading.covered_mm)} covered places."])


def _story(told: Told) -> str:
    verdicts = [
        f"{v['t_ns'] / 1e9:10.4f} s  seat {v['seat']}  slot {v['slot']}  {v['verdict']:12} {v['pizza'] or ''}"
        for v in told.verdicts
    ]
    rounds = [
        f"round {number}: seat {r['starter']} began, won {r['winners']}, locked out {r['locked']}"
        for number, r in enumerate(told.rounds, start=1)
    ]
    return "\n".join([*verdicts, *rounds, f"winners: {told.winners}"])
