"""Looks for all pieces in one picture: what is proposed is glanced at, looked at closely, and taken or refused."""

from dataclasses import dataclass

import numpy as np

from vision.detect import Candidate
from vision.dice_on_table import dice_sightings
from vision.edges import EdgePoints, TopView
from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.glance import CoarseView, Glance
from vision.kinds import Kind
from vision.light import PaperLight
from vision.outline import own_support, refine_all
from vision.places import inside
from vision.proposals import propose
from vision.reading import Face, Sighting
from vision.reasons import Fate, Reasons
from vision.recognise import PLAIN_BACK_CONFIDENCE, Recogniser
from vision.rims import rim_consistency
from vision.sampling import Place
from vision.surface import Calibration

_BESIDE = 0.25  # of the size of a piece: how far beside another it lies, that is no picture on it
_SAME_MM = 2.5
_AT_ONCE = 40  # places looked at before what is clear is taken away from the others
_PATIENCE = 2  # times that nothing clear is found before the unlikelier places are left alone
_BESIDE_VOTES = 2.0  # for a place beside a piece: a clear inside is needed
_CLEAR_LIKENESS, _SURE_LIKENESS, _SURE_NAME = 0.72, 0.85, 0.9
_LEAST_ROUND = 1.4  # of how round an unclear piece is (up to 1), and twice how like a face
_NO_SHADOW = 0.9  # so sure a piece that touches a die is not its shadow
_LEAST_SUPPORT, _LEAST_SURE_SUPPORT = 0.6, 0.5
_WHOLE_OUTLINE = 0.95  # of an outline: where so much shows, few edges stood out among others


@dataclass(frozen=True)
class Scene:
    """One picture, or the part of it that is looked at, as the search needs it."""

    image: BgrImage
    view: TopView
    coarse: CoarseView
    edges: EdgePoints
    paper: PaperLight


class Search:
    """Looks for the pieces of one gallery; `refused` are the places looked at and found to be no pieces."""

    def __init__(self, calibration: Calibration, gallery: Gallery, reasons: Reasons | None = None) -> None:
        self._calibration = calibration
        self._kinds = gallery.kinds
        self._reasons = reasons or Reasons()
        self._recogniser = Recogniser(gallery, self._reasons)
        self._dice_mm = gallery.dice_mm
        self._drawn = {name: self._kinds[name] for name in gallery.matchers}
        self._glances = {name: Glance(kind, gallery.pictures(name)) for name, kind in self._drawn.items() if kind.turns}
        self.refused: list[Candidate] = []

    def sightings(self, scene: Scene, kept: list[Sighting]) -> list[Sighting]:
        """Kind by kind, those first that others may lie upon, then dice; the kept ones before all."""
        found = list(kept)
        for kind in self._drawn.values():
            found += self._looked_for(scene, kind, found)
        return found if self._dice_mm is None else self._with_dice(scene, found, self._dice_mm)

    def _with_dice(self, scene: Scene, found: list[Sighting], dice_mm: float) -> list[Sighting]:
        """The pieces and the dice beside them: what lies on a piece, or is a clear one itself, is no die."""
        seen = dice_sightings(scene.image, scene.view, dice_mm)
        dice = [die for die in seen if not any(self._is_part_of(die, sighting) for sighting in found)]
        return [s for s in found if not any(self._is_at(die, dice_mm, s) for die in dice)] + dice

    def _is_at(self, die: Sighting, dice_mm: float, sighting: Sighting) -> bool:
        """Whether a piece was seen where a die lies, or perhaps its shadow beside it was."""
        kind = self._kinds[sighting.kind]
        shadow = not kind.habits.bears and sighting.confidence < _NO_SHADOW
        return _far_mm(sighting, die) < (dice_mm + kind.height_mm if shadow else dice_mm) / 2

    def _is_part_of(self, die: Sighting, sighting: Sighting) -> bool:
        """Whether a die is but a spot on a piece: surer than the piece is a die with more than one pip."""
        kind = self._kinds[sighting.kind]
        if _far_mm(sighting, die) > kind.reach_mm or sighting.face is Face.UNKNOWN:
            return False
        if die.label not in (None, "1") and die.confidence > sighting.confidence:
            return False
        corners = kind.placed_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0)
        return inside((die.x_mm, die.y_mm), tuple((float(x), float(y)) for x, y in corners))

    def _looked_for(self, scene: Scene, kind: Kind, found: list[Sighting]) -> list[Sighting]:
        """The pieces of a kind, looked for at the likeliest places first.

        Where a clear piece lies no other of its kind is looked for, but beside it where the next may touch it. When
        nothing clear comes any more the rest is left alone.
        """
        waiting = self._waiting(scene, kind, found)
        pieces: list[tuple[float, Sighting]] = []
        in_vain = unclear_in_vain = 0
        while waiting and in_vain < _PATIENCE:
            looked = self._looked_at(scene, kind, waiting[:_AT_ONCE])
            pieces += looked
            clear = [sighting for _, sighting in looked if _is_clear(sighting)]
            found = found + clear
            in_vain, unclear_in_vain = (0, 0) if clear else (in_vain + 1, unclear_in_vain + len(looked))
            beside = [
                candidate
                for sighting in clear
                for candidate in _beside(kind, sighting)
                if scene.view.shows(candidate.x_mm, candidate.y_mm) and self._is_free(candidate, found)
            ]
            rest = waiting[_AT_ONCE:]
            waiting = beside + [c for c in rest if not any(self._taken(c, sighting) for sighting in clear)]
        self._reasons.left(kind, len(waiting))
        apart = self._without_ghosts(scene, kind, self._apart(pieces, kind.apart_mm))
        unclear = sum(sighting.face is Face.UNKNOWN for sighting in apart)
        more_to_come = unclear_in_vain * len(waiting) / (_AT_ONCE * max(in_vain, 1))
        pattern = unclear + more_to_come > kind.habits.most_unclear
        if not pattern:
            return apart
        for sighting in apart:
            if sighting.face is Face.UNKNOWN:
                self._reasons.dropped(sighting, Fate.PATTERN)
        return [sighting for sighting in apart if sighting.face is not Face.UNKNOWN]

    def _without_ghosts(self, scene: Scene, kind: Kind, pieces: list[Sighting]) -> list[Sighting]:
        """Without places that look like nothing and have no more than the edges of clear pieces beside them."""
        if not kind.turns:
            return pieces
        outlines = [kind.placed_mm(s.x_mm, s.y_mm, s.rotation_deg or 0.0) for s in pieces if _is_clear(s)]
        kept = []
        for sighting in pieces:
            if not _is_clear(sighting):
                at = np.array([sighting.x_mm, sighting.y_mm])
                near = [o - at for o in outlines if np.hypot(*(o.mean(axis=0) - at)) < 2 * kind.reach_mm]
                place, turn_deg = Place.on(self._calibration, *at), sighting.rotation_deg or 0.0
                if near and own_support(scene.image, place, turn_deg, kind, near) < _LEAST_SUPPORT:
                    self._reasons.dropped(sighting, Fate.NEIGHBOURS)
                    continue
            kept.append(sighting)
        return kept

    def _apart(self, pieces: list[tuple[float, Sighting]], least_mm: float) -> list[Sighting]:
        """Of pieces that would lie in the same place only the strongest stays."""
        kept: list[Sighting] = []
        for _, sighting in sorted(pieces, key=lambda p: -p[0]):
            if all(np.hypot(sighting.x_mm - k.x_mm, sighting.y_mm - k.y_mm) >= least_mm for k in kept):
                kept.append(sighting)
            else:
                self._reasons.dropped(sighting, Fate.TAKEN)
        return kept

    def _waiting(self, scene: Scene, kind: Kind, found: list[Sighting]) -> list[Candidate]:
        """The places to look at, the likeliest first."""
        proposed = [c for c in propose(scene.view, scene.edges, kind) if self._is_free(c, found)]
        likely = proposed
        if kind.name in self._glances:
            likely = self._glances[kind.name].chosen(scene.coarse, scene.view, proposed, scene.paper)
        self._reasons.glanced(kind, len(proposed), len(likely))
        return likely

    def _is_free(self, candidate: Candidate, found: list[Sighting]) -> bool:
        """Whether no piece is known there, and none was looked for there in vain."""
        return not any(self._taken(candidate, sighting) for sighting in found) and not any(
            _same(candidate, refused) for refused in self.refused
        )

    def _taken(self, candidate: Candidate, sighting: Sighting) -> bool:
        """Whether a known piece lies where the candidate would: its own kind, or one that shows pictures of others."""
        kind = self._kinds[sighting.kind]
        if sighting.kind == candidate.kind:
            far_mm = np.hypot(candidate.x_mm - sighting.x_mm, candidate.y_mm - sighting.y_mm)
            return bool(far_mm < kind.apart_mm)
        if kind.habits.bears or kind.reach_mm < self._kinds[candidate.kind].reach_mm:
            return False
        beside_mm = _BESIDE * self._kinds[candidate.kind].width_mm
        corners = kind.placed_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0, beside_mm)
        return inside((candidate.x_mm, candidate.y_mm), tuple((float(x), float(y)) for x, y in corners))

    def _looked_at(self, scene: Scene, kind: Kind, candidates: list[Candidate]) -> list[tuple[float, Sighting]]:
        """The candidates that are pieces, with how strongly each is one."""
        refined = refine_all(scene.image, self._calibration, candidates, kind)
        worth = [not kind.turns or round(outline.support, 2) >= _LEAST_SURE_SUPPORT for outline in refined]
        self.refused += [candidate for candidate, shows in zip(candidates, worth, strict=True) if not shows]
        candidates = [candidate for candidate, shows in zip(candidates, worth, strict=True) if shows]
        outlines = [outline for outline, shows in zip(refined, worth, strict=True) if shows]
        if not outlines:
            return []
        seen = self._recogniser.look(scene.image, self._calibration, kind.name, outlines, scene.paper)
        pieces = []
        for candidate, (sighting, likeness) in zip(candidates, seen, strict=True):
            needed, fate = _needed_votes(kind, sighting, likeness), Fate.READ
            if candidate.votes < needed:
                fate = Fate.EMPTY if candidate.beside else Fate.FEW_EDGES
            elif not self._shows(scene, kind, sighting, likeness):
                fate = Fate.LITTLE_OUTLINE
            self._reasons.weighed(sighting, candidate.votes, needed, fate)
            if fate is Fate.READ:
                pieces.append((likeness + 0.1 * candidate.votes + _is_clear(sighting), sighting))
            else:
                self.refused.append(candidate)
        return pieces

    def _shows(self, scene: Scene, kind: Kind, sighting: Sighting, likeness: float) -> bool:
        """Whether enough of an outline is there: an arm between others has sides too, and printed arcs are round."""
        if kind.turns:
            sure = likeness >= _SURE_LIKENESS and (sighting.face is Face.DOWN or sighting.confidence >= _SURE_NAME)
            return sighting.visible >= (_LEAST_SURE_SUPPORT if sure else _LEAST_SUPPORT)
        if sighting.face is not Face.UNKNOWN:
            return True
        consistency = rim_consistency(scene.image, self._calibration, sighting.x_mm, sighting.y_mm, kind.width_mm)
        return consistency + 2 * likeness >= _LEAST_ROUND


def _far_mm(one: Sighting, other: Sighting) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))


def _same(first: Candidate, second: Candidate) -> bool:
    """The same place, and no more of an outline there than before."""
    near = abs(first.x_mm - second.x_mm) < _SAME_MM and abs(first.y_mm - second.y_mm) < _SAME_MM
    return first.kind == second.kind and near and first.votes < second.votes * 1.2


def _is_clear(sighting: Sighting) -> bool:
    """Whether a piece lies there without doubt."""
    return sighting.label is not None or (sighting.face is Face.DOWN and sighting.confidence > PLAIN_BACK_CONFIDENCE)


def _beside(kind: Kind, sighting: Sighting) -> list[Candidate]:
    """Where pieces may lie that touch this one."""
    places = kind.beside_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0)
    return [Candidate(kind.name, x_mm, y_mm, turn_deg, _BESIDE_VOTES, beside=True) for x_mm, y_mm, turn_deg in places]


def _needed_votes(kind: Kind, sighting: Sighting, likeness: float) -> float:
    """How much of the outline must show: less when the inside speaks clearly."""
    clear, usual, unclear = kind.habits.votes
    told = sighting.label is not None or sighting.face is Face.DOWN
    if kind.turns and sighting.visible >= _WHOLE_OUTLINE and told:
        return clear
    if sighting.face is Face.UNKNOWN or (sighting.confidence <= PLAIN_BACK_CONFIDENCE and sighting.face is Face.DOWN):
        return unclear
    return clear if likeness >= _CLEAR_LIKENESS else usual
