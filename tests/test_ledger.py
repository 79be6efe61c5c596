"""The log and the night in step: nothing counts before it is written, and all that counts follows from the log."""

import json
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from night_builders import BEGUN, NOW, OPENED, STARTED, UP, Evening, MemoryLog
from rules.xxl_builders import BOX, MARGHERITA, MS, PARTY, PIZZAS, SECOND, TOKEN_KINDS, board

from device.errors import LogError
from device.events import CameraLost, ClaimJudged, Event, HoldSet, NightResumed, Pressed, Undone, VerdictChanged
from device.language import Language
from device.night import Night
from device.rules.refereed import Claim
from device.rules.xxl.claims import Reason
from device.rules.xxl.state import Phase, State

TOUCH = NOW + 2 * SECOND


def in_a_round() -> Evening:
    return Evening(BEGUN, STARTED, OPENED, *UP)


def undo(evening: Evening) -> None:
    assert evening.ask(command="undo") is None


def test_what_is_committed_counts_and_is_in_the_log() -> None:
    evening = Evening(BEGUN, CameraLost("unplugged"))
    assert evening.ledger.night.camera_lost == "unplugged"
    assert [entry.event for entry in evening.log.entries] == [BEGUN, CameraLost("unplugged")]
    assert list(evening.ledger.entries) == evening.log.entries
    assert len(evening.ledger) == 2


def test_what_cannot_be_written_does_not_count() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    before = (evening.ledger.night, len(evening.ledger), evening.ledger.undo_target, evening.ledger.next_verdict)
    evening.log.failing = True
    with pytest.raises(LogError):
        evening.commit(HoldSet(True))
    with pytest.raises(LogError):
        evening.ledger.revise(Undone(9), 9, NOW)
    with pytest.raises(LogError):
        evening.ledger.probe()
    assert before == (
        evening.ledger.night,
        len(evening.ledger),
        evening.ledger.undo_target,
        evening.ledger.next_verdict,
    )


def test_verdicts_are_numbered_on_also_after_undo_and_reopening() -> None:
    evening = in_a_round()
    evening.claim(0, 2, TOUCH)
    evening.claim(1, 0, TOUCH + MS)
    assert evening.ledger.next_verdict == 3
    undo(evening)
    assert evening.ledger.next_verdict == 3
    assert evening.reopened().next_verdict == 3


def test_a_verdict_is_found_as_it_is_read_now() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    entry = evening.ledger.entry_of(1)
    assert entry is not None
    evening.ledger.revise(VerdictChanged(1, "late", "referee"), entry.seq, NOW)
    now = evening.ledger.entry_of(1)
    assert now is not None
    assert isinstance(now.event, ClaimJudged)
    assert now.event.reason == "late"
    assert evening.ledger.entry_of(2) is None


def test_a_verdict_that_was_undone_or_of_an_earlier_game_is_not_found() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    undo(evening)
    assert evening.ledger.entry_of(1) is None
    evening.claim(0, 0, TOUCH)
    evening.commit(STARTED)
    assert evening.ledger.entry_of(2) is None


def test_a_ruling_is_written_with_the_verdicts_that_change_by_it() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    evening.claim(1, 0, TOUCH + 5 * MS)
    first = evening.ledger.entry_of(1)
    assert first is not None
    evening.ledger.revise(VerdictChanged(1, "false_claim", "referee"), first.seq, NOW)
    written = evening.log.entries[-2:]
    assert [entry.event for entry in written] == [
        VerdictChanged(1, "false_claim", "referee"),
        VerdictChanged(2, "accepted", "table"),
    ]
    assert written[0].batch == written[1].batch
    assert [player.pizzas for player in evening.state.players] == [(), (MARGHERITA,), ()]
    assert evening.ledger.night.changed == {1: "referee", 2: "table"}


def test_a_new_night_begins_empty_and_closes_the_old_log() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    fresh = MemoryLog()
    evening.ledger.begin(fresh)
    assert evening.log.closed
    assert (evening.ledger.night, len(evening.ledger), evening.ledger.next_verdict) == (Night(), 0, 1)
    assert evening.ledger.undo_target is evening.ledger.redo_target is None
    evening.commit(BEGUN)
    assert len(fresh.entries) == 1
    evening.ledger.close()
    assert fresh.closed


def test_undoing_a_claim_after_the_next_round_opened_takes_the_pizza_back() -> None:
    """The eyes opened the round; it is not undone, since they would see the same again at once."""
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    evening.commit(*PARTY.on_time(evening.state, TOUCH + 2 * SECOND))
    fresh = BOX.pizzas[7].name
    evening.commit(*PARTY.observe(evening.state, board(TOUCH + 9 * SECOND, pizzas=(fresh, *PIZZAS[1:]))))
    undo(evening)
    assert evening.state.player(0).pizzas == ()
    assert [slot.pizza for slot in evening.state.slots] == [fresh, *PIZZAS[1:]]
    assert (evening.state.phase, evening.state.round, evening.state.pile) == (Phase.REVEALING, 2, 9)


def test_x10_undoing_the_last_of_all_false_claims_revives_the_round() -> None:
    evening = in_a_round()
    for seat in (0, 1, 2):
        evening.claim(seat, 2, TOUCH + seat)
    evening.commit(*PARTY.on_time(evening.state, TOUCH + SECOND))
    assert evening.state.phase is Phase.PLACING
    undo(evening)
    assert evening.state.phase is Phase.REVEALING
    assert [player.locked for player in evening.state.players] == [True, True, False]
    assert PARTY.on_time(evening.state, TOUCH + 9 * SECOND) == []


def test_an_undone_start_gives_the_game_before_back() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    before = evening.ledger.night
    evening.commit(STARTED)
    undo(evening)
    assert evening.ledger.night == before


def test_an_overrule_that_is_redone_after_its_verdict_was_changes_the_later_verdicts_again() -> None:
    evening = in_a_round()
    evening.claim(0, 2, TOUCH)
    evening.claim(0, 2, TOUCH + SECOND)
    assert evening.reasons() == ["false_claim", "locked_out"]
    assert evening.ask(command="overrule", verdict=1, reason="accepted") is None
    before = evening.ledger.night
    assert evening.reasons() == ["accepted", "second_touch"]
    undo(evening)
    undo(evening)
    undo(evening)
    for _ in range(3):
        assert evening.ask(command="redo") is None
    assert evening.ledger.night == before


# Any evening at all


class AnyEvening(Evening):
    """An evening on which anything may happen: play, touches, commands in earnest and in error, cuts."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__(BEGUN, STARTED)
        self.draw = data.draw
        self.now_ns = NOW
        self.up: dict[int, tuple[int, int]] = {}

    def happen(self) -> None:
        self.now_ns += self.draw(st.sampled_from([MS // 2, 50 * MS, 2 * SECOND]))
        what = self.draw(st.sampled_from(["turn"] * 5 + ["clear"] * 2 + ["touch"] * 5 + ["command"] * 4 + ["cut"]))
        getattr(self, what)()
        self.sense(PARTY.on_time(self.state, self.now_ns) if self.state else [])

    def turn(self) -> None:
        """A token is turned, if one is left."""
        left = [token for token in TOKEN_KINDS if token not in self.up]
        for token in left and [self.draw(st.sampled_from(left))]:
            self.up[token] = (self.now_ns - MS, self.now_ns)
            self.look()

    def clear(self) -> None:
        """All tokens are turned down, and three pizzas that might be the right ones are laid."""
        self.up = {}
        names = [pizza.name for pizza in BOX.pizzas]
        free = [name for name in names if self.state is None or name not in self.state.won]
        self.look(tuple(self.draw(st.permutations(free))[:3]))

    def look(self, pizzas: tuple[str | None, ...] = PIZZAS) -> None:
        if self.state is not None:
            self.sense(PARTY.observe(self.state, board(self.now_ns, self.up, pizzas)))

    def sense(self, events: list[Event]) -> None:
        if events:
            self.commit(*events)

    def touch(self) -> None:
        """A hand on a pizza, on hold or not."""
        claim = Claim(self.draw(st.integers(0, 2)), self.draw(st.integers(0, 2)), self.now_ns, self.draw(st.booleans()))
        self.commit(Pressed(claim.seat, claim.slot, claim.at_ns))
        number = self.ledger.next_verdict
        if self.state is None or self.ledger.night.hold:
            self.commit(ClaimJudged(number, claim.seat, claim.slot, claim.at_ns, "on_hold"))
            return
        unseen = dict.fromkeys(self.draw(st.sets(st.sampled_from(list(TOKEN_KINDS)), max_size=2)), self.now_ns - SECOND)
        seen = self.draw(st.sampled_from([None, board(self.now_ns + MS, self.up, unseen=unseen)]))
        judged = PARTY.judge(self.state, claim, seen, number, waited=True)
        assert judged is not None
        self.commit(judged)

    def command(self) -> None:
        pizza = st.sampled_from([*(pizza.name for pizza in BOX.pizzas), "calzone", None])
        small = st.integers(-1, 3)
        command = self.draw(
            st.one_of(
                st.sampled_from([{"command": "undo"}, {"command": "undo"}, {"command": "redo"}]),
                st.builds(
                    lambda verdict, reason: {"command": "overrule", "verdict": verdict, "reason": reason},
                    st.integers(max(1, self.ledger.next_verdict - 5), self.ledger.next_verdict),
                    st.sampled_from([reason.value for reason in Reason]),
                ),
                st.builds(lambda on: {"command": "hold", "on": on}, st.booleans()),
                st.just({"command": "call_off_round"}),
                st.builds(
                    lambda slots: {"command": "open_round", "slots": slots}, st.none() | st.tuples(pizza, pizza, pizza)
                ),
                st.builds(lambda slot, name: {"command": "set_slot", "slot": slot, "pizza": name}, small, pizza),
                st.builds(lambda kind: {"command": "reveal", "kind": kind}, st.sampled_from([*BOX.counts, "anchovy"])),
                st.builds(lambda seat, slot: {"command": "award", "seat": seat, "slot": slot}, small, small),
                st.builds(
                    lambda piece, face, label: {
                        "command": "correct_piece",
                        "piece": piece,
                        "face": face,
                        "label": label,
                    },
                    st.integers(1, 17),
                    st.sampled_from(["up", "down", "unknown"]),
                    st.sampled_from([*BOX.counts, None]),
                ),
                st.just(
                    {
                        "command": "start_game",
                        "game": "xxl",
                        "variant": "party",
                        "seats": [{"seat": seat, "name": str(seat)} for seat in range(3)],
                        "youngest_first": [2, 1, 0],
                    }
                ),
            )
        )
        self.ask(board(self.now_ns, self.up), self.now_ns, **command)

    def cut(self) -> None:
        same_clock = self.draw(st.booleans())
        self.now_ns = self.now_ns if same_clock else SECOND
        self.commit(NightResumed("", same_clock, "2026-12-04T20:00", "boot-1"))


def nothing_is_lost(state: State) -> bool:
    """Every pizza is in one place, and no token is up that does not exist."""
    won = [pizza for player in state.players for pizza in player.pizzas]
    lying = [slot.pizza for slot in state.slots if slot.pizza and not slot.taken]
    up = Counter(token.kind for token in state.tokens)
    return (
        len(set(won + lying)) == len(won + lying)
        and len(won) + len(lying) + state.pile == 12
        and all(up[kind] <= BOX.counts[kind] for kind in up)
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_happens_nothing_is_lost_and_everything_can_be_shown(data: st.DataObject) -> None:
    evening = AnyEvening(data)
    say = Language().say
    for _ in range(data.draw(st.integers(1, 25))):
        evening.happen()
        if evening.state is not None:
            assert nothing_is_lost(evening.state)
            json.dumps(PARTY.view(evening.state))
            assert say(PARTY.prompt(evening.state))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_happens_the_log_adds_up_to_the_same_night(data: st.DataObject) -> None:
    evening = AnyEvening(data)
    for _ in range(data.draw(st.integers(1, 25))):
        evening.happen()
    reopened = evening.reopened()
    assert reopened.night == evening.ledger.night
    assert (reopened.undo_target, reopened.redo_target) == (evening.ledger.undo_target, evening.ledger.redo_target)
    assert reopened.next_verdict == evening.ledger.next_verdict
    assert msgspec.json.encode([entry.event for entry in reopened.entries])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_undo_then_redo_changes_nothing(data: st.DataObject) -> None:
    evening = AnyEvening(data)
    for _ in range(data.draw(st.integers(1, 25))):
        evening.happen()
    steps = data.draw(st.integers(1, 4))
    nights = [evening.ledger.night]
    while len(nights) <= steps and evening.ledger.undo_target is not None:
        undo(evening)
        nights.append(evening.ledger.night)
    while len(nights) > 1:
        assert evening.ledger.night == nights.pop()
        evening.ask(command="redo")
    assert evening.ledger.night == nights[0]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_overrule_there_and_back_changes_no_verdict_and_no_state(data: st.DataObject) -> None:
    evening = AnyEvening(data)
    for _ in range(data.draw(st.integers(1, 25))):
        evening.happen()
    can = [
        (verdict, choice)
        for verdict in evening.ledger.night.verdicts
        for choice in PARTY.choices(verdict)
        if verdict.reason in PARTY.choices(verdict) and choice != verdict.reason
    ]
    if not can:
        return
    verdict, choice = data.draw(st.sampled_from(can))
    state, reasons = evening.state, evening.reasons()
    for reason in (choice, verdict.reason):
        assert evening.ask(command="overrule", verdict=verdict.verdict, reason=reason) is None
    assert (evening.reasons(), evening.state) == (reasons, state)
