"""Draws an explanation: every place with its number on the picture, and doubtful pieces beside their likest artworks.

Colours are told apart by people who see few of them, and lines are too: solid for what was read, dashed where the eyes
cannot tell, dotted for what was refused, thick for what is covered.
"""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import Explained, PieceExplained
from vision.frames import BgrImage
from vision.gallery import PX_PER_MM, Gallery
from vision.reading import Face, Sighting
from vision.reasons import THE_BACK, How
from vision.sampling import Place
from vision.surface import Calibration

Colour = tuple[int, int, int]  # blue, green, red
Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels

# After Okabe and Ito.
NAMED: Colour = (233, 180, 86)
DOWN: Colour = (240, 240, 240)
UNSURE: Colour = (66, 228, 240)
REFUSED: Colour = (167, 121, 204)
COVERED: Colour = (0, 94, 213)
_DARK: Colour = (24, 24, 24)
_DASHED, _DOTTED = (14.0, 9.0), (3.0, 7.0)  # drawn and left out, in pixels of a picture 2304 wide
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_WIDE_PX = 2304
_WORDS_WORTH = 0.5  # of a pixel of words, against a pixel of an outline over its size
_FAR_WORTH = 0.1  # of a pixel between a label and its piece
_MOST_LETTERS = 14  # in a line of a label
_MOST_REFUSED = 60  # drawn, the likeliest first
_SURE = 0.75  # a name less sure is shown beside its artworks
_CROP_MM, _CROP_PX = 1.15, 240  # of the piece's size; and in the sheet
_SHEET_COLUMNS = 3


class _Pen:
    """Draws on one picture, and remembers where words stand."""

    def __init__(self, image: BgrImage) -> None:
        self.image = image
        self.scale = image.shape[1] / _WIDE_PX
        self._boxes: list[Box] = []
        self._soft: list[Box] = []

    def avoid(self, corners_px: NDArray[np.float64]) -> None:
        """Words should rather not lie here."""
        (left, top), (right, bottom) = corners_px.min(axis=0), corners_px.max(axis=0)
        self._soft.append((int(left), int(top), int(right), int(bottom)))

    def outline(
        self, corners_px: NDArray[np.float64], colour: Colour, wide: float, dash: tuple[float, float] | None = None
    ) -> None:
        """A closed line on a dark edge; `dash` is how much of it is drawn and left out."""
        points = np.vstack([corners_px, corners_px[:1]])
        for thick, shade in ((wide + 2, _DARK), (wide, colour)):
            width = max(1, round(thick * self.scale))
            if dash is None:
                cv2.polylines(self.image, [np.rint(corners_px).astype(np.int32)], True, shade, width, cv2.LINE_AA)
            else:
                for start, end in _dashes(points, dash[0] * self.scale, dash[1] * self.scale):
                    cv2.line(self.image, start, end, shade, width, cv2.LINE_AA)

    def label(self, lines: Sequence[str], corners_px: NDArray[np.float64], colour: Colour, size: float) -> None:
        """Words near an outline, where they cover the least."""
        size *= self.scale
        plain = [line.encode("ascii", "replace").decode("ascii") for line in lines]
        widths = [cv2.getTextSize(line, _FONT, size, max(1, round(size * 2)))[0][0] for line in plain]
        high, pad = round(size * 30), max(1, round(3 * self.scale))
        width, height = max(widths) + 2 * pad, high * len(plain) + pad
        middle = corners_px.mean(axis=0)
        box = min(self._places(corners_px, width, height), key=lambda box: self._cost(box, middle))
        self._boxes.append(box)
        window = self.image[box[1] : box[3], box[0] : box[2]]
        window[:] = (window * 0.3 + np.array(_DARK) * 0.7).astype(np.uint8)
        for number, line in enumerate(plain, start=1):
            at = (box[0] + pad, box[1] + high * number - pad)
            cv2.putText(self.image, line, at, _FONT, size, colour, max(1, round(size * 2)), cv2.LINE_AA)

    def _places(self, corners_px: NDArray[np.float64], width: int, height: int) -> list[Box]:
        """Where a label may stand: within at the bottom and top, then around; always inside the picture."""
        (left, top), (right, bottom) = corners_px.min(axis=0), corners_px.max(axis=0)
        middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
        starts = [
            (middle_x - width / 2, bottom),
            (middle_x - width / 2, top - height),
            (right, middle_y - height / 2),
            (left - width, middle_y - height / 2),
            *((x, y) for x in (left - width, right) for y in (top - height, bottom)),
            (middle_x - width / 2, bottom - height),
            (middle_x - width / 2, top),
            (middle_x - width / 2, middle_y - height / 2),
        ]
        rows, columns = self.image.shape[:2]
        at = [(int(np.clip(x, 0, columns - width)), int(np.clip(y, 0, rows - height))) for x, y in starts]
        return [(x, y, x + width, y + height) for x, y in at]

    def _cost(self, box: Box, middle: NDArray[np.float64]) -> float:
        """How much of words (which counts most) and of outlines (small ones count more) a label would cover.

        And how far it stands from the middle of its own.
        """
        far = float(np.hypot((box[0] + box[2]) / 2 - middle[0], (box[1] + box[3]) / 2 - middle[1]))
        words = sum(_shared(box, other) for other in self._boxes)
        outlines = sum(_shared(box, o) / np.hypot(o[2] - o[0], o[3] - o[1]) for o in self._soft)
        return _WORDS_WORTH * words + float(outlines) + _FAR_WORTH * far


def draw_explanation(image: BgrImage, explained: Explained) -> BgrImage:
    """A copy of the picture with every place and its number; the problem's sentence where it could not be read."""
    explanation, calibration = explained
    pen = _Pen(image.copy())
    if explanation.problem is not None or calibration is None:
        rows, columns = image.shape[:2]
        pen.label(
            _wrapped(explanation.detail, 90), np.array([[columns / 2, 0.0], [columns / 2, rows / 9]]), COVERED, 0.9
        )
        return pen.image
    pieces = [(piece, calibration.to_px(np.array(piece.outline_mm))) for piece in explanation.pieces]
    refused = [(place, calibration.to_px(np.array(place.outline_mm))) for place in explanation.refused[:_MOST_REFUSED]]
    for _, corners_px in refused:
        pen.outline(corners_px, REFUSED, 1.5, _DOTTED)
    for covered in explanation.covered:
        pen.outline(calibration.to_px(np.array(covered.outline_mm)), COVERED, 4.0)
    for piece, corners_px in pieces:
        pen.outline(corners_px, _colour(piece.sighting), 2.5, _DASHED if _cannot_tell(piece.sighting) else None)
        pen.avoid(corners_px)
    for piece, corners_px in pieces:
        pen.label(_lines(piece), corners_px, _colour(piece.sighting), 0.55)
    for place, corners_px in refused:
        pen.label([place.mark], corners_px, REFUSED, 0.45)
    for covered in explanation.covered:
        pen.label(["covered"], calibration.to_px(np.array(covered.outline_mm)), COVERED, 0.6)
    return pen.image


def doubt_sheet(image: BgrImage, explained: Explained, gallery: Gallery) -> BgrImage | None:
    """Each doubtful piece, turned upright as it was read, beside its two likest artworks; None where all is clear."""
    calibration = explained.calibration
    doubtful = [piece for piece in explained.explanation.pieces if _doubtful(piece)]
    if calibration is None or not doubtful:
        return None
    cells = [_cell(image, calibration, piece, gallery) for piece in doubtful]
    cells += [np.full_like(cells[0], 255)] * (-len(cells) % min(_SHEET_COLUMNS, len(cells)))
    columns = min(_SHEET_COLUMNS, len(doubtful))
    rows = [np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def _doubtful(piece: PieceExplained) -> bool:
    if piece.look is None:
        return False
    by_colour = piece.look.how is How.BACK_COLOUR
    return _cannot_tell(piece.sighting) or by_colour or piece.sighting.confidence < _SURE


def _cell(image: BgrImage, calibration: Calibration, piece: PieceExplained, gallery: Gallery) -> BgrImage:
    """A piece and two artworks side by side, with a line of words above and below."""
    sighting = piece.sighting
    kind = gallery.kinds[sighting.kind]
    px_per_mm = _CROP_PX / (_CROP_MM * max(kind.width_mm, kind.height_mm))
    place = Place.on(calibration, sighting.x_mm, sighting.y_mm)
    seen = place.crop(image, (_CROP_PX, _CROP_PX), px_per_mm, sighting.rotation_deg or 0.0)
    names = [name for name, _ in piece.look.likenesses[:2]] if piece.look else []
    by_name = {a.label or THE_BACK: a.picture for a in gallery.artworks if a.kind.name == sighting.kind}
    artworks = [_framed(by_name[name], px_per_mm) for name in names]
    cell = np.full((_CROP_PX + 96, 3 * _CROP_PX + 40, 3), 255, np.uint8)
    for number, picture in enumerate([seen, *artworks]):
        left = 10 + number * (_CROP_PX + 10)
        cell[36 : 36 + _CROP_PX, left : left + _CROP_PX] = picture
    _print(cell, f"{piece.number}: {_short(piece)}", 10, 26)
    for number, (name, likeness) in enumerate(piece.look.likenesses[:2] if piece.look else ()):
        _print(cell, f"{name} {likeness:.2f}", 10 + (number + 1) * (_CROP_PX + 10), _CROP_PX + 58)
    cell[-2:] = cell[:, -2:] = 200
    return cell


def _short(piece: PieceExplained) -> str:
    how = piece.look.how if piece.look else None
    if how is How.RIVALS and piece.look:
        return f"cannot tell, ahead by {piece.look.lead:.2f} of {piece.look.lead_needed:.2f} needed"
    if how is How.BACK_COLOUR:
        return "face down by its colour"
    if how is How.LIKE_NOTHING:
        return "cannot tell, looks like no piece"
    if how is How.COLOUR_OF_BACK:
        return "cannot tell, it has the back's colour"
    name = piece.sighting.label or str(piece.sighting.face)
    return f"{name}, confidence {piece.sighting.confidence:.2f}"


def _framed(picture: BgrImage, px_per_mm: float) -> BgrImage:
    """An artwork in the middle of a crop's frame, at a crop's scale."""
    scaled = cv2.resize(picture, None, fx=px_per_mm / PX_PER_MM, fy=px_per_mm / PX_PER_MM)[:_CROP_PX, :_CROP_PX]
    frame = np.full((_CROP_PX, _CROP_PX, 3), 225, np.uint8)
    top, left = (_CROP_PX - scaled.shape[0]) // 2, (_CROP_PX - scaled.shape[1]) // 2
    frame[top : top + scaled.shape[0], left : left + scaled.shape[1]] = scaled
    return frame


def _print(cell: BgrImage, words: str, left: int, bottom: int) -> None:
    plain = words.encode("ascii", "replace").decode("ascii")
    cv2.putText(cell, plain, (left, bottom), _FONT, 0.5, _DARK, 1, cv2.LINE_AA)


def _cannot_tell(sighting: Sighting) -> bool:
    return sighting.label is None and sighting.face is not Face.DOWN


def _colour(sighting: Sighting) -> Colour:
    if _cannot_tell(sighting):
        return UNSURE
    return DOWN if sighting.face is Face.DOWN else NAMED


def _lines(piece: PieceExplained) -> list[str]:
    """The number, and the name over as many lines as it needs."""
    sighting = piece.sighting
    if _cannot_tell(sighting):
        return [f"{piece.number} ?"]
    if sighting.label is None:
        return [f"{piece.number} down"]
    return [*_wrapped(f"{piece.number} {sighting.label}", _MOST_LETTERS), f"{sighting.confidence:.2f}"]


def _wrapped(words: str, most: int) -> list[str]:
    """Broken after spaces, dashes and bars into lines of about so many letters."""
    lines = [""]
    for part in words.replace("-", "-\0").replace("|", "|\0").replace("+", "+\0").replace(" ", " \0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(part) > most:
            lines.append("")
        lines[-1] += part
    return lines


def _dashes(
    points: NDArray[np.float64], drawn_px: float, left_px: float
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Short lines along a path, (n, 2), that goes on around its corners."""
    found = []
    into = 0.0  # how far into a dash and its gap a side begins
    for start, end in pairwise(points):
        length = float(np.hypot(*(end - start)))
        at = -into
        while at < length:
            low, high = max(at, 0.0), min(at + drawn_px, length)
            if high > low:
                first, last = (np.rint(start + (end - start) * (t / length)).astype(int) for t in (low, high))
                found.append(((int(first[0]), int(first[1])), (int(last[0]), int(last[1]))))
            at += drawn_px + left_px
        into = (into + length) % (drawn_px + left_px)
    return found


def _shared(one: Box, other: Box) -> int:
    """Pixels that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)
