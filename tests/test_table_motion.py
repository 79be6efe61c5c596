"""Who moves pieces after a slap that freezes the table is told to the referee; the verdict stays what it is."""

from memory_builders import around
from msgspec.structs import replace
from rules.xxl_builders import PARTY
from table_builders import EXPOSURE_NS, TableInMemory, sightings

from device.events import MovedAfterSlap
from device.rules.refereed import Freeze
from device.rules.xxl.party import Party
from device.rules.xxl.state import State
from vision.reading import BoardReading

HALVES = {
    0: ((0.0, 0.0), (510.0, 0.0), (510.0, 200.0), (0.0, 200.0)),
    1: ((510.0, 0.0), (1100.0, 0.0), (1100.0, 200.0), (510.0, 200.0)),
}
OVER_FOUR = (around((4 * 60.0, 100.0)),)


class Frozen(Party):
    """A game in which the first slap that takes a pizza freezes the tokens: those on the left are seat 0's."""

    def frozen(self, state: State) -> Freeze | None:
        taken = [slot.taken.at_ns for slot in state.slots if slot.taken]
        return Freeze(min(taken), HALVES) if taken else None


class Watched(TableInMemory):
    """A table at which tokens are pushed; number n lies at 60 n, 100."""

    def __init__(self) -> None:
        super().__init__(games={("xxl", "party"): Frozen(PARTY.components, PARTY.slots_mm)})
        self.pushed_mm: dict[int, float] = {}
        self.hidden: set[int] = set()
        self.play()
        self.make_margherita_ready()

    def look(self, covered: tuple[tuple[tuple[float, float], ...], ...] = ()) -> None:
        tokens = list(enumerate(sightings(self.up, self.pizzas), start=1))
        seen = [
            replace(sighting, x_mm=sighting.x_mm + self.pushed_mm.get(number, 0.0))
            for number, sighting in tokens
            if number not in self.hidden
        ]
        self.read(BoardReading(self.now_ns - EXPOSURE_NS, self.now_ns, tuple(seen), covered))

    def look_on(self, pictures: int = 2, covered: tuple[tuple[tuple[float, float], ...], ...] = ()) -> None:
        for _ in range(pictures):
            self.wait(100)
            self.look(covered)

    @property
    def told(self) -> list[tuple[int, int, int]]:
        return [(event.seat, event.moved, event.hidden) for event in self.logged(MovedAfterSlap)]

    def notices(self, role: str = "referee", language: str = "en") -> list[str]:
        return [notice["text"] for notice in self.view(role, language)["notices"]]


def test_who_pushes_a_token_after_the_slap_is_told_to_the_referee_and_the_verdict_stands() -> None:
    table = Watched()
    judged = table.slap(1)
    table.pushed_mm[4] = 12.0
    table.look_on()
    assert table.logged(MovedAfterSlap) == [MovedAfterSlap(0, judged.at_ns, 1)]
    assert table.verdicts == (judged,)
    assert judged.reason == "accepted"
    assert table.notices() == ["Ania moved after the slap (pieces: 1); the picture at the slap counts."]
    assert table.notices(language="pl") == [
        "Ania: ruch po uderzeniu (elementy: 1); liczy się obraz z chwili uderzenia."
    ]
    assert table.notices("viewer") == []


def test_it_is_told_once_and_again_only_when_more_is_moved() -> None:
    table = Watched()
    table.slap(1)
    table.pushed_mm[4] = 12.0
    table.look_on(5)
    assert table.told == [(0, 1, 0)]
    table.pushed_mm[5], table.pushed_mm[10] = -12.0, 12.0
    table.look_on(5)
    assert table.told == [(0, 1, 0), (0, 2, 0), (1, 1, 0)]
    table.pushed_mm = {}
    table.look_on(5)
    assert len(table.told) == 3


def test_a_single_picture_and_what_seems_to_move_a_little_tell_nothing() -> None:
    table = Watched()
    table.slap(1)
    table.look_on(3)
    table.pushed_mm = {4: 12.0}
    table.look_on(1)
    for off_mm in (2.0, -2.0, 3.0):
        table.pushed_mm = dict.fromkeys(range(1, 17), off_mm)
        table.look_on(1)
    assert table.told == []


def test_a_hand_that_passes_over_a_token_did_not_move_it() -> None:
    table = Watched()
    table.slap(1)
    table.hidden = {4}
    table.look_on(3, OVER_FOUR)
    table.hidden = set()
    table.look_on(3)
    assert table.told == []


def test_what_is_moved_before_the_slap_was_not_moved_after_it() -> None:
    table = Watched()
    table.pushed_mm[4] = 12.0
    table.slap(1)
    table.look_on(3)
    assert table.told == []


def test_a_token_that_the_arm_hid_at_the_slap_and_lies_otherwise_after_it_is_for_the_referee_to_rule_on() -> None:
    table = Watched()
    table.press(1)
    table.wait(30)
    table.hidden = {4}
    table.look(OVER_FOUR)
    table.hidden, table.pushed_mm[4] = set(), 12.0
    table.look_on()
    assert table.reasons == ["accepted"]  # by what was known of the token just before
    assert table.told == [(0, 0, 1)]
    assert table.notices() == [
        "Ania: what was hidden at the slap lies otherwise now (pieces: 1); rule whether it was moved after it."
    ]


def test_a_token_turned_over_after_the_slap_is_noticed_and_makes_no_claim_good_or_bad() -> None:
    table = Watched()
    table.slap(1)
    table.up.clear()
    table.look_on()
    assert table.reasons == ["accepted"]
    assert table.told == [(0, 3, 0), (1, 1, 0)]


def test_a_token_that_is_turned_up_after_the_slap_does_not_make_a_false_claim_good() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    table.wait(100)
    table.press(1)
    table.wait(30)
    table.look()
    table.show("cheese")
    table.wait(2000)
    assert table.reasons == ["false_claim"]


def test_a_slap_that_is_taken_back_freezes_nothing() -> None:
    table = Watched()
    table.slap(1)
    table.pushed_mm[4] = 12.0
    table.look_on()
    assert table.command("undo") is None
    assert table.notices() == []
    table.pushed_mm[5] = 12.0
    table.look_on()
    assert table.told == [(0, 1, 0)]
