"""One piece followed over readings: where it lies, which side is up, and how much speaks for its name.

What speaks for a name is the log odds of each reading's confidence, by the share of the piece that showed. Readings of
one piece in one place err alike, so what has added up is worth no more than two sure readings, and counts less once the
piece was moved. A name is believed when enough speaks for it, and gives way only to one for which more speaks, in
readings in a row.
"""

from math import exp, log

import msgspec
from msgspec.structs import replace

from vision.kinds import HABITS
from vision.places import apart_mm, turned_deg
from vision.reading import Face, Piece, Sighting

LAID_ANEW_MM, LAID_ANEW_DEG = 3.0, 5.0  # a piece that lies so differently was laid there anew
CONFIDENT = 0.7
SETTLES_AFTER = 2  # readings in a row until a contradiction is believed
HALF_HIDDEN = 0.75  # of the outline shows: less says little of how a piece lies, and nothing against what was seen

_MOST_SURE = 0.99  # no reading is surer, whatever it says
_BELIEVED = 0.8  # log odds: one reading of a confidence of 0.69, two of 0.6
_MOST = 4.39  # log odds: two readings of 0.9
_MOVED_KEEPS = 0.5  # of what spoke for the name before a piece was moved
_LESS_VISIBLE = 0.15  # by so much less of a piece shows that its place is known better from before


class Look(msgspec.Struct, frozen=True):
    """The exposure of a reading; `at_once` when it is to be believed alone; whether something `covers` the surface."""

    start_ns: int
    end_ns: int
    at_once: bool = False
    covers: bool = False


class Track:
    """One remembered piece, what spoke for its name, and what spoke against it in the last readings."""

    def __init__(self, number: int, sighting: Sighting, look: Look) -> None:
        self.piece = Piece(
            number,
            sighting.kind,
            sighting.face,
            None,
            sighting.x_mm,
            sighting.y_mm,
            sighting.rotation_deg,
            sighting.confidence,
            look.end_ns,
            down_until_ns=look.end_ns if sighting.face is Face.DOWN else None,
            up_from_ns=look.start_ns if sighting.face is Face.UP else None,
            since_ns=look.start_ns,
            rivals=_guesses(sighting),
            visible=sighting.visible,
        )
        self.vanished_for = 0  # readings
        self._first_up_ns = self.piece.up_from_ns  # since it was last down, also while its side cannot be told
        self._name: str | None = None  # believed or not
        self._weight = 0.0  # log odds for the name
        self._sure = 0.0  # the confidence of the surest reading of the name as it lies now
        self._refuted: str | None = None  # what it does not show, as a person said
        self._against: Sighting | None = None
        self._times_against, self._weight_against = 0, 0.0
        self._vote(sighting, look)

    @property
    def place(self) -> tuple[float, float]:
        return self.piece.x_mm, self.piece.y_mm

    def see(self, sighting: Sighting, look: Look) -> bool:
        """Takes in what is seen at its place; False when that is another piece."""
        lies_anew = moved(self.piece, sighting)
        if lies_anew:
            self._refuted = None
        elif sighting.label is not None and sighting.label == self._refuted:
            sighting = replace(sighting, label=None)
        rolled = lies_anew and HABITS[sighting.kind].rolls
        if is_another(self.piece, sighting) and not rolled:
            if look.at_once or was_replaced(self.piece, sighting) or self._settled(sighting):
                return False
            self._doubt(look)
        elif self._tells_nothing(sighting, look, lies_anew):
            self.piece = replace(self.piece, seen_until_ns=look.end_ns)
        else:
            self._take(sighting, look, lies_anew, rolled)
        return True

    def hold(self, until_ns: int) -> None:
        """It lay there as it was until then."""
        piece = self.piece
        was_down = piece.down_until_ns == piece.seen_until_ns and piece.face is Face.DOWN
        down_until_ns = until_ns if was_down else piece.down_until_ns
        self.piece = replace(piece, seen_until_ns=until_ns, down_until_ns=down_until_ns)

    def correct(self, face: Face, label: str | None) -> None:
        """A person says what it shows. The name that it had is not believed again while it lies there so."""
        piece = self.piece
        if piece.label != label:
            self._refuted = piece.label
        self._name, self._weight, self._sure = label, _MOST, 1.0
        self._acquit()
        self._first_up_ns = (piece.up_from_ns or piece.seen_until_ns) if face is Face.UP else None
        self.piece = replace(piece, face=face, label=label, confidence=1.0, up_from_ns=self._first_up_ns)

    def _tells_nothing(self, sighting: Sighting, look: Look, lies_anew: bool) -> bool:
        """Whether the sighting is too poor to say what the piece shows now."""
        turned = sighting.face is not self.piece.face and self.piece.face is not Face.UNKNOWN
        if sighting.face is Face.UNKNOWN and (look.covers or (sighting.visible < HALF_HIDDEN and not lies_anew)):
            return True
        doubtful = turned and sighting.confidence < CONFIDENT and not look.at_once
        return doubtful and not self._settled(sighting)

    def _settled(self, sighting: Sighting) -> bool:
        """Whether the same contradiction came often enough in a row; an unsure one does not count as a name."""
        before = self._against
        same = before is not None and (before.face, before.label) == (sighting.face, sighting.label)
        if sighting.label is not None and sighting.confidence < CONFIDENT:
            self._acquit()
            return False
        self._times_against = self._times_against + 1 if same else 1
        self._weight_against = (self._weight_against if same else 0.0) + weight_of(sighting)
        self._against = sighting
        outweighs = sighting.label is None or self._weight_against >= self._weight
        return self._times_against >= SETTLES_AFTER and outweighs

    def _acquit(self) -> None:
        self._against, self._times_against, self._weight_against = None, 0, 0.0

    def _doubt(self, look: Look) -> None:
        """It is seen, but by another name: its own is less sure."""
        sure = chance(log_odds(self._sure) - self._weight_against) if self._weight_against else self._sure
        self.piece = replace(self.piece, seen_until_ns=look.end_ns, confidence=round(sure, 3))

    def _take(self, sighting: Sighting, look: Look, lies_anew: bool, rolled: bool) -> None:
        piece, face = self.piece, sighting.face
        self._acquit()
        if face is Face.DOWN:
            self._first_up_ns = None
        elif face is Face.UP and self._first_up_ns is None:
            # Exposures of a rolling shutter overlap: what was down so long was not up before.
            self._first_up_ns = max(look.start_ns, piece.down_until_ns or 0)
        if face is not Face.UP or piece.face is Face.DOWN or rolled:
            self._name, self._weight, self._sure, self._refuted = None, 0.0, 0.0, None
        elif lies_anew:
            self._weight *= _MOVED_KEEPS
        clearer = lies_anew or face is not piece.face or sighting.visible >= piece.visible - _LESS_VISIBLE
        self.piece = replace(
            piece,
            face=face,
            label=self._name if piece.label is not None else None,
            x_mm=sighting.x_mm if clearer else piece.x_mm,
            y_mm=sighting.y_mm if clearer else piece.y_mm,
            rotation_deg=sighting.rotation_deg if clearer else piece.rotation_deg,
            confidence=sighting.confidence if self._name is None else self._sure,
            seen_until_ns=look.end_ns,
            down_until_ns=look.end_ns if face is Face.DOWN else piece.down_until_ns,
            up_from_ns=self._first_up_ns if face is Face.UP else None,
            since_ns=look.start_ns if lies_anew or face is not piece.face else piece.since_ns,
            rivals=_guesses(sighting),
            visible=sighting.visible if clearer else piece.visible,
        )
        self._vote(sighting, look)

    def _vote(self, sighting: Sighting, look: Look) -> None:
        """Counts a reading of its name, which is not yet believed or the same as before."""
        if sighting.label is None or sighting.face is not Face.UP:
            return
        weight = weight_of(sighting)
        if sighting.label == self._name:
            self._weight = min(_MOST, self._weight + weight)
            self._sure = max(self._sure, sighting.confidence)
        elif weight >= self._weight:
            self._name, self._weight, self._sure = sighting.label, weight - self._weight, sighting.confidence
        else:
            self._weight -= weight
        believed = self.piece.label is not None or look.at_once or self._weight >= _BELIEVED
        confidence = self._sure if believed else sighting.confidence
        self.piece = replace(self.piece, label=self._name if believed else None, confidence=confidence)


def log_odds(confidence: float) -> float:
    """0 for what is as likely as not, or less; never more than a sure reading's."""
    share = min(max(confidence, 0.5), _MOST_SURE)
    return log(share / (1 - share))


def chance(odds: float) -> float:
    """The chance, 0 to 1, that belongs to log odds."""
    return 1 / (1 + exp(-odds))


def weight_of(sighting: Sighting) -> float:
    """What a reading says for its name: log odds, and less where little of the piece shows."""
    return 0.0 if sighting.label is None else log_odds(sighting.confidence) * sighting.visible


def _guesses(sighting: Sighting) -> tuple[tuple[str, float], ...]:
    """What a piece that lies face up without a name may be."""
    return sighting.rivals if sighting.face is Face.UP and sighting.label is None else ()


def is_another(piece: Piece, sighting: Sighting) -> bool:
    """Whether both have a name, and not the same."""
    both_up = piece.face is Face.UP and sighting.face is Face.UP
    return both_up and None not in (piece.label, sighting.label) and piece.label != sighting.label


def moved(piece: Piece, sighting: Sighting) -> bool:
    """Whether it lies differently than it did."""
    if apart_mm((piece.x_mm, piece.y_mm), (sighting.x_mm, sighting.y_mm)) > LAID_ANEW_MM:
        return True
    turns = HABITS[piece.kind].turns
    if not turns:
        return False
    both_up = piece.face is Face.UP and sighting.face is Face.UP
    return turned_deg(piece.rotation_deg, sighting.rotation_deg, 360.0 if both_up else 360.0 / turns) > LAID_ANEW_DEG


def was_replaced(piece: Piece, sighting: Sighting) -> bool:
    """Whether a sure and whole sighting of another name lies there differently."""
    sure = sighting.confidence >= CONFIDENT and sighting.visible >= HALF_HIDDEN
    return is_another(piece, sighting) and sure and moved(piece, sighting)
