"""What everybody sees, and the sentences in both languages."""

import json
import tomllib
from importlib.resources import files
from string import Formatter

import pytest
from msgspec.structs import replace
from rules.pizzeria_builders import (
    ADVANCED,
    ANIA,
    BARTEK,
    BASIC,
    CELINA,
    PIZZA,
    after,
    begun,
    given,
    said,
    seats,
)

from device.rules.chance import Shuffled
from device.rules.pizzeria.actions import Divide, ServePizza, TakePortion
from device.rules.pizzeria.offers import CLOCK, FLAG, LIGHTNING
from device.rules.pizzeria.reason import Reason
from device.rules.pizzeria.state import Asked, Drawn, Held, Phase


def lines(language):
    """The sentences of Pizzeria by key, without those of the solo variant."""
    return tomllib.loads(files("device.language").joinpath(language, "pizzeria.toml").read_text(encoding="utf-8"))


def flat(table, prefix=""):
    for key, value in table.items():
        yield from flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(f"{prefix}{key}", value)]


def test_a_view_shows_what_lies_open() -> None:
    state = given(begun(ADVANCED, 3, letters="G"), {BARTEK: ("feta-4", "shrimp/mushroom")}, {BARTEK: ("cheese-3",)})
    state = given(state, held={BARTEK: [Held("K", 0)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    seen = ADVANCED.view(state)
    assert json.loads(json.dumps(seen)) == seen
    assert (seen["phase"], seen["round"], seen["turns"], seen["knife"]) == ("dividing", 1, [ANIA], ANIA)
    assert (seen["pizza"], seen["offer"], seen["stacks"], seen["aside"]) == (list(PIZZA), "G", [11] * 5, 3)
    bartek = seen["seats"][1]
    assert (bartek["seat"], bartek["name"], bartek["colour"]) == (BARTEK, "Bartek", "blue")
    assert bartek["saved_by_kind"] == [
        {"kind": "shrimp", "slices": "½"},
        {"kind": "feta", "slices": "1"},
        {"kind": "mushroom", "slices": "½"},
    ]
    assert (bartek["eaten"], bartek["leaves"]) == (["cheese-3"], 3)
    assert bartek["offers"] == [{"letter": "K", "round": 0, "spent": False, "kind": None}]


def test_a_view_shows_portions_and_who_took_them() -> None:
    state = after(BASIC, begun(BASIC, 3), (ANIA, ServePizza(0)), (ANIA, Divide((0, 4, 8))), (BARTEK, TakePortion(1)))
    seen = BASIC.view(state)
    assert [portion["taken_by"] for portion in seen["portions"]] == [None, BARTEK, None]
    assert (seen["serving"], seen["order"]) == (1, [CELINA, ANIA])


def test_no_seat_knows_more_than_another() -> None:
    state = begun(ADVANCED, 3)
    assert ADVANCED.view(state, ANIA) == {**ADVANCED.view(state), "own": {}}


def test_a_view_says_who_won() -> None:
    state = given(begun(BASIC, 3), {CELINA: ("cheese-1",)}, phase=Phase.OVER)
    assert BASIC.view(state)["outcome"] == {"winners": [CELINA]}
    assert BASIC.view(begun(BASIC, 3))["outcome"] is None


def prompts():
    """A state for each thing that the table may be told to do."""
    new = ADVANCED.setup(seats(3), {})
    stacked = ADVANCED.apply(new, Shuffled("slices", new.slices))
    ready = begun(ADVANCED, 3, letters="G")
    pizza = after(ADVANCED, ready, (ANIA, ServePizza(0)))
    choosing = after(ADVANCED, pizza, (ANIA, Divide((0, 4, 8), offer=0)))
    serving = after(ADVANCED, choosing, (BARTEK, TakePortion(1)))
    return {
        "mix_slices": BASIC.setup(seats(3), {}),
        "mix_slices_aside": new,
        "mix_offers": stacked,
        "next_pizza": ready,
        "divide": after(BASIC, begun(BASIC, 3), (ANIA, ServePizza(0))),
        "divide_with_offer": pizza,
        "choose": choosing,
        "serve": serving,
        "drawn": replace(serving, drawn=Drawn(CELINA, "shrimp/mushroom")),
        **{f"ask.{letter}": replace(choosing, asked=Asked(CELINA, letter)) for letter in "ABCDFJ"},
    }


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("key", list(prompts()))
def test_the_table_is_told_what_to_do(key: str, language: str) -> None:
    line = ADVANCED.prompt(prompts()[key])
    assert line.key == f"pizzeria.{key}"
    assert said(line, language)


def test_prompts_name_who_acts() -> None:
    told = prompts()
    assert said(ADVANCED.prompt(told["choose"])) == "Bartek chooses a portion."
    assert said(ADVANCED.prompt(told["choose"]), "pl") == "Bartek: wybierz porcję."
    assert said(ADVANCED.prompt(told["drawn"]), "pl").startswith("Celina: dobrany kawałek to krewetki i pieczarki")


def test_when_the_game_is_over_the_table_is_told_who_won() -> None:
    state = given(begun(BASIC, 3), {CELINA: ("cheese-1",)}, phase=Phase.OVER)
    assert said(BASIC.prompt(state), "pl") == "Najwięcej punktów (11): Celina."


def test_both_languages_have_the_same_sentences_with_the_same_gaps() -> None:
    def gaps(language):
        found = flat({key: value for key, value in lines(language).items() if key != "term"})
        return {key: {name for _, name, _, _ in Formatter().parse(text) if name} for key, text in found}

    assert gaps("en") == gaps("pl")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_refusal_has_its_sentence(language: str) -> None:
    assert set(lines(language)["pizzeria"]["refusal"]) == set(Reason) - {Reason.NOT_LARGEST, Reason.NOT_JEFFS_MEAL}


def test_every_offer_has_its_symbol() -> None:
    assert sorted((*LIGHTNING, *CLOCK, *FLAG)) == list("ABCDEFGHIJKL")


def test_the_slices_left_over_go_to_the_box_unless_an_offer_may_need_them() -> None:
    assert BASIC.view(begun(BASIC, 3))["aside"] == 0
    assert ADVANCED.view(begun(ADVANCED, 3, letters="G"))["aside"] == 3
