"""Puts into words what the eyes decided about each place, and how well they see."""

from collections.abc import Sequence

import numpy as np

from vision.kinds import Kind
from vision.markers import BLURRED_MM
from vision.reading import Face, Sighting
from vision.reasons import THE_BACK, Fate, How, Look, Searched
from vision.recognise import LEAST_BACK, LEAST_LIKENESS
from vision.surface import MARKER_NAMES, Calibration

_EQUALLY = 0.05  # a lead of less
_GOOD_FIT_MM = 0.5


def decided(sighting: Sighting, look: Look | None) -> str:
    """Why a piece has the name or the side it has, or none."""
    if look is None:
        if sighting.face is Face.UP and sighting.label is not None:
            return f"named {sighting.label}"
        return "face down" if sighting.face is Face.DOWN else "cannot tell"
    best, likeness = look.likenesses[0]
    like = f"likeness {likeness:.2f}"
    match look.how:
        case How.NAMED:
            return f"named {best}: {like}, {_ahead(look)}"
        case How.RIVALS:
            return f"cannot tell: {like} to {best}, {_behind(look)}"
        case How.BACK_PATTERN:
            return f"face down by its pattern: {like} to the back{_next(look)}"
        case How.BACK_COLOUR:
            plain = "as plain as the back and nearer to its colour than to any face's"
            return f"face down by its colour: {plain}; the pattern was not seen ({like} to {best})"
        case How.PART:
            up = f"named {sighting.label}" if sighting.label is not None else "face down"
            return f"{up} by what shows of it: others lie on it or hide the rest ({like} to {best})"
        case How.COLOUR_OF_BACK:
            return f"cannot tell: {like} to {best}, but its colour is nearer to the back's"
        case How.LIKE_NOTHING:
            least = LEAST_BACK if best == THE_BACK else LEAST_LIKENESS
            return f"cannot tell: it looks like no piece, most like {best} ({likeness:.2f}, {least:.2f} needed)"


def _rival(look: Look) -> str:
    best = look.likenesses[0][0]
    return f"{best} turned the other way" if look.rival == best else look.rival or "the next"


def _ahead(look: Look) -> str:
    if look.rival is None or (look.lead >= 0.5 and look.rival == look.likenesses[0][0]):
        return "and nothing comes near"
    return f"ahead of {_rival(look)} by {look.lead:.2f}, {look.lead_needed:.2f} needed"


def _behind(look: Look) -> str:
    if abs(look.lead) < _EQUALLY:
        return f"but {_rival(look)} fits equally (ahead by {look.lead:.2f}, {look.lead_needed:.2f} needed)"
    if look.lead < 0:
        return f"but {_rival(look)} fits better where the two differ"
    return f"ahead of {_rival(look)} by only {look.lead:.2f}, {look.lead_needed:.2f} needed"


def _next(look: Look) -> str:
    others = [(name, likeness) for name, likeness in look.likenesses if name != THE_BACK]
    return f", {others[0][1]:.2f} to the best face, {others[0][0]}" if others else ""


def rivals_words(look: Look) -> str:
    """The next likenesses after the best."""
    return ", ".join(f"{name} {likeness:.2f}" for name, likeness in look.likenesses[1:4])


def shown_words(sighting: Sighting, kind: Kind, look: Look | None) -> str:
    """Where a piece lies and how much of its outline shows."""
    turn = "" if sighting.rotation_deg is None else f", turned {sighting.rotation_deg:.0f}°"
    size = f"{kind.width_mm:.0f}" if kind.width_mm == kind.height_mm else f"{kind.width_mm:.0f} x {kind.height_mm:.0f}"
    place = f"{kind.name} of {size} mm at ({sighting.x_mm:.0f}, {sighting.y_mm:.0f}) mm{turn}"
    return f"{place}; {sighting.visible:.0%} of its outline shows" + (f" ({_edges(look)})" if look else "")


def _edges(look: Look) -> str:
    kind = look.sighting.kind
    if kind == "disc":
        return f"{min(look.edges, 1.0):.0%} of a rim proposed it, {look.edges_needed:.0%} needed"
    sides = "3 (two sides and an arc)" if kind == "wedge" else "4 sides"
    return f"{look.edges:.1f} of {sides} proposed it, {look.edges_needed:.1f} needed"


def refused_words(look: Look) -> str:
    """Why a place is no piece."""
    best, likeness = look.likenesses[0]
    like = f"most like {best} ({likeness:.2f})"
    match look.fate:
        case Fate.FEW_EDGES:
            return f"shows too little outline for what {_looks(look)}: {_edges(look)}; {like}"
        case Fate.LITTLE_OUTLINE:
            return f"shows too little outline on a closer look: only {look.sighting.visible:.0%} of it; {like}"
        case Fate.NEIGHBOURS:
            return f"has only the edges of the pieces beside it; {like}"
        case Fate.PATTERN:
            return "is one of too many shapes that look like nothing: the table's own pattern"
        case _:
            return "lies where another piece does"


def _looks(look: Look) -> str:
    match look.how:
        case How.LIKE_NOTHING:
            return "looks like nothing"
        case How.BACK_COLOUR:
            return "has no more than the back's colour"
        case _:
            return "is no clear face"


def searched_words(search: Searched) -> str:
    """What became of all that was proposed for a kind."""
    unlikely = search.proposed - search.likely
    parts = [f"{search.proposed} outlines of a {search.kind} were proposed"]
    if unlikely:
        parts.append(f"{unlikely} looked like nothing at a glance")
    if search.left:
        parts.append(f"the {search.left} least likely were left alone, as nothing clear came any more")
    return ", ".join(parts) + "."


def fit_words(markers: tuple[int, ...], residual_mm: float, calibration: Calibration) -> str:
    """How well the camera's place is known."""
    missing = [f"{i} ({MARKER_NAMES[i]})" for i in range(4) if i not in markers]
    fit = f"{len(markers)} of 4 markers show, their corners fit within {residual_mm:.2f} mm"
    if residual_mm > _GOOD_FIT_MM:
        fit += f", which is more than {_GOOD_FIT_MM} mm: see that they lie flat and in their places"
    if missing:
        fit += f"; {', '.join(missing)} does not show, so places near it are less exact"
    known = calibration.centre_px is not None
    lens = "The lens is known from its board" if known else "How the lens bends is guessed from the markers"
    return f"{fit}. {lens}. One millimetre is {calibration.px_per_mm:.2f} pixels."


def light_words(looks: Sequence[tuple[float, float, float]]) -> str:
    """How bright and how sharp the picture is, from each marker's paper, ink and edge."""
    paper, ink, edge_mm = np.array(looks).T
    return (
        f"White paper is at {paper.min():.0f} to {paper.max():.0f} of 255, black ink at {ink.min():.0f} to "
        f"{ink.max():.0f}; a sharp edge is {np.median(edge_mm):.1f} mm wide ({BLURRED_MM:.0f} mm is too blurred)."
    )
