"""Judges a pizza of real cards by where they lie: valid, not valid, or a question for the referee.

Which cards are linked, in contact or well apart is read from their poses (`poses`). Where a pose leaves a doubt, the
pizza is judged for every way to resolve the doubts, and only a doubt that changes the verdict is asked about.

I6: unused cards may touch each other, but no card of the pizza. I5: of two rows that lie apart the longer valid one
counts, then the higher; the cards of the other are unused. A longer row that is not valid may be unused cards or a
mistake: that is asked.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import product

import msgspec

from device.rules.game import Line
from device.rules.italia.components import Card, Components
from device.rules.italia.poses import Bands, Lie, Relation, Seen, relations
from device.rules.italia.reason import card_words
from device.rules.italia.rows import Row, rows
from device.rules.italia.sequence import Fault, fault, points
from vision.reading import Face

MOST_WAYS = 500  # to resolve the doubts; cards that lie so close to each other are a question as a whole


Way = tuple[Lie, ...]


class Answer(StrEnum):
    """What comes of looking at the cards."""

    VALID = "valid"
    INVALID = "invalid"
    ASK = "ask"


class Why(StrEnum):
    """Why a pizza is not valid or must be asked about, beside the faults of a sequence."""

    NO_SEQUENCE = "no_sequence"  # I2: nothing is linked
    ATTACHED = "attached"  # I6: a card touches the pizza, and is not linked by its side
    NO_LINE = "no_line"  # two cards at the same side, or a ring
    PERHAPS_LINKED = "perhaps_linked"
    PERHAPS_ATTACHED = "perhaps_attached"
    UNREADABLE = "unreadable"
    WHICH_PIZZA = "which_pizza"
    UNCLEAR = "unclear"


class Judged(msgspec.Struct, frozen=True):
    """The verdict on a player's cards; cards are named by their places in what was seen.

    `why` names what is wrong, or the doubt, with the `cards` concerned (none of them where `answer` is valid). `chain`
    is the pizza from one end to the other, beginning with the end that was seen first, as it most likely is where
    `answer` is to ask; `turned` says for each of its cards whether it lies turned in this direction. `unused` are all
    other cards. `points` are those of the round: 0 for a pizza that is not valid.
    """

    answer: Answer
    chain: tuple[int, ...]
    turned: tuple[bool, ...]
    unused: tuple[int, ...]
    points: int
    why: Fault | Why | None = None
    cards: tuple[int, ...] = ()

    @property
    def substance(self) -> tuple[object, ...]:
        """What a doubt must change to matter."""
        return (self.answer, self.points, frozenset(self.chain) if self.answer is Answer.VALID else None)


def judge(box: Components, cards: Sequence[Seen], own: int = 0, bands: Bands | None = None) -> Judged:
    """The verdict on the cards of one player, seen in any order.

    `own` is how many cards the player has: those that were not seen are in the hand, and unused (I4, I11). A card that
    lies face down is unused; one that is not, and has no label of the box, cannot be read.
    """
    found = _of_rows(relations(cards, box.size, bands or Bands()))
    ways = list(_ways(found))
    if not ways:
        return _as_likely(_judge_way(box, cards, own, found, [lie.options[0] for lie in found]), Why.UNCLEAR, ())
    judged = {way: _judge_way(box, cards, own, found, way) for way in ways}
    likeliest = judged[ways[0]]
    if all(other.substance == likeliest.substance for other in judged.values()):
        return likeliest
    doubt = _doubt_that_matters(found, judged, ways[0])
    asked = Why.PERHAPS_LINKED if doubt.options[0] is Lie.LINKED else Why.PERHAPS_ATTACHED
    return _as_likely(likeliest, asked, (doubt.first, doubt.second))


def _of_rows(found: Sequence[Relation]) -> list[Relation]:
    """The relations of cards that may belong to a row; how other cards lie to each other does not matter."""
    linkable = {card for each in found if Lie.LINKED in each.options for card in (each.first, each.second)}
    return [each for each in found if not linkable.isdisjoint((each.first, each.second))]


def _ways(found: Sequence[Relation]) -> Sequence[Way]:
    """All ways to resolve the doubts, the likeliest first; none where there are too many."""
    count = 1
    for relation in found:
        count *= len(relation.options)
    return list(product(*(relation.options for relation in found))) if count <= MOST_WAYS else []


def _doubt_that_matters(found: Sequence[Relation], judged: dict[Way, Judged], likeliest: Way) -> Relation:
    """The first doubt that alone changes the verdict; if it takes several, the first of them all."""
    doubts = [at for at, relation in enumerate(found) if len(relation.options) > 1]
    for at in doubts:
        for option in found[at].options:
            way = (*likeliest[:at], option, *likeliest[at + 1 :])
            if judged[way].substance != judged[likeliest].substance:
                return found[at]
    return found[doubts[0]]


def _as_likely(likeliest: Judged, why: Why, cards: tuple[int, ...]) -> Judged:
    return msgspec.structs.replace(likeliest, answer=Answer.ASK, why=why, cards=cards)


def _judge_way(
    box: Components, cards: Sequence[Seen], own: int, found: Sequence[Relation], way: Sequence[Lie]
) -> Judged:
    """The verdict when the cards lie to each other in this way."""
    held = max(own, len(cards))
    judged = [_judge_row(box, cards, held, row) for row in rows(found, way)]
    if not judged:
        return Judged(Answer.INVALID, (), (), tuple(range(len(cards))), 0, Why.NO_SEQUENCE)
    longest = max(judged, key=lambda each: len(each.chain))
    valid = [each for each in judged if each.answer is Answer.VALID]
    if not valid:
        return longest
    best = max(valid, key=lambda each: (len(each.chain), each.points))
    rivals = [each for each in judged if each.answer is not Answer.VALID and len(each.chain) >= len(best.chain)]
    for rival in rivals:
        if rival.answer is Answer.ASK:
            return rival
        if len(rival.chain) > len(best.chain):
            return _as_likely(best, Why.WHICH_PIZZA, rival.chain)
    return best


def _judge_row(box: Components, cards: Sequence[Seen], held: int, row: Row) -> Judged:
    """The verdict on cards that are linked by their sides, and on what touches them."""
    chain, turned = row.cards, row.turned
    unused = tuple(at for at in range(len(cards)) if at not in chain)
    invalid = Judged(Answer.INVALID, chain, turned, unused, 0)
    for pair, why in ((row.forked, Why.NO_LINE), (row.touched, Why.ATTACHED)):
        if pair:
            return msgspec.structs.replace(invalid, why=why, cards=pair)
    known = [_card(box, cards[at]) for at in chain]
    wrong = fault(list(zip(known, turned, strict=True)), box.mozzarella.kind)
    if wrong:
        return msgspec.structs.replace(invalid, why=wrong[0], cards=tuple(chain[at] for at in wrong[1]))
    readable = [card for card in known if card is not None]
    if len(readable) < len(chain):
        unreadable = tuple(at for at, card in zip(chain, known, strict=True) if card is None)
        return _as_likely(invalid, Why.UNREADABLE, unreadable)
    counted = points(readable, held - len(chain))
    return Judged(Answer.VALID, chain, turned, unused, counted)


def _card(box: Components, seen: Seen) -> Card | None:
    """The card if it could be read: what it shows, and which way it lies."""
    readable = seen.face is Face.UP and seen.rotation_deg is not None
    return box.card_by_label.get(seen.label or "") if readable else None


def line(box: Components, cards: Sequence[Seen], judged: Judged) -> Line:
    """The verdict in words."""
    if judged.why is None:
        return Line("italia.verdict.valid", {"points": judged.points})
    place = "fault" if isinstance(judged.why, Fault) else "why"
    concerned = [_words(box, cards[at]) for at in judged.cards]
    why = Line(f"italia.{place}.{judged.why}", {"cards": concerned})
    return Line("italia.verdict.ask" if judged.answer is Answer.ASK else "italia.verdict.invalid", {"why": why})


def _words(box: Components, seen: Seen) -> Line:
    card = box.card_by_label.get(seen.label or "")
    if seen.face is Face.DOWN:
        return Line("italia.why.face_down")
    return card_words(card) if card else Line("italia.why.unread")
