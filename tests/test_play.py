"""Games in a terminal: choosing among many actions, words for everything, sessions at the keyboard, figures."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from rules.every_game import LIBRARY, start, steps

from device.cli import main
from device.errors import MatchError
from device.language import LANGUAGES, Code, Language
from device.play.choosing import Choices, plain
from device.play.commands import Asked, play, simulated
from device.play.screen import Screen
from device.play.seating import bots_at, game_of, seats_of
from device.play.simulation import simulate
from device.play.words import Words
from device.rules.game import Game

ENGLISH = Language("en")
GAMES = [pytest.param(game, id=f"{name} {variant}") for (name, variant), game in LIBRARY.items()]
SENTENCES = ["Eat ham", "Eat bacon", "Save all", *(f"Reveal place {at}" for at in range(1, 21))]


def asked(
    game: str, variant: str | None = None, seats: int | None = None, bots: str | None = None, language: Code = "en"
) -> Asked:
    return Asked(game, variant, seats, bots, 5, None, language)


class Terminal(Console):
    """A console whose lines are typed beforehand, and whose picture is kept as text."""

    def __init__(self, *lines: str, width: int = 100) -> None:
        self.paper = io.StringIO()
        super().__init__(file=self.paper, width=width, color_system=None, force_terminal=False)
        self._lines = iter(lines)

    def input(self, prompt: object = "", **kwargs: object) -> str:  # type: ignore[override]
        self.print(prompt)
        try:
            return next(self._lines)
        except StopIteration as end:
            raise EOFError from end

    @property
    def shown(self) -> str:
        return self.paper.getvalue()


def test_actions_are_shown_a_page_at_a_time_and_after_the_last_page_comes_the_first() -> None:
    choices = Choices(SENTENCES, page=10)
    assert [choice.number for choice in choices.page] == list(range(1, 11)) and choices.place == (1, 3)
    choices.turn()
    choices.turn()
    assert [choice.number for choice in choices.page] == [21, 22, 23]
    choices.turn()
    assert choices.place == (1, 3)


def test_typing_a_part_leaves_the_actions_that_have_it_with_their_numbers() -> None:
    choices = Choices(SENTENCES)
    assert choices.narrow("EAT b")
    assert [(choice.number, choice.words) for choice in choices.listed] == [(2, "Eat bacon")]
    assert not choices.narrow("anchovy") and len(choices.listed) == 1


def test_letters_are_found_without_their_marks() -> None:
    assert plain("Odłóż") == "odloz"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_action_and_event_has_a_sentence(game: Game, language: Code) -> None:
    words = Words(Language(language), game.name, ())
    for what, kinds in (("action", game.actions), ("event", game.events)):
        for kind in kinds:
            keys = [f"{game.name}.{what}.{kind.__name__}{ending}" for ending in ("", ".yes", ".empty")]
            assert any(words.knows(key) for key in keys), kind.__name__


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_in_a_game_can_be_shown_and_said(game: Game, language: Code) -> None:
    """The whole picture at every moment, narrow and wide, all that can be done, and all that happened."""
    rng = Random(3)
    match = start(game, game.seats[1], rng)
    words = Words(Language(language), game.name, game.view(match.state)["seats"])
    console = Terminal(width=70)
    screen = Screen(console, match, words, match.seats[0].seat)
    screen.show([])
    before, view = match.state, screen.view()
    for number, done in enumerate(steps(match, rng)):
        assert screen.action(done.action, view)
        screen.show(screen.told(before, done.events))
        before, view = match.state, screen.view()
        for action in list(match.legal(match.seats[0].seat))[:20]:
            sentence = screen.action(action, view)
            assert sentence and "{" not in sentence and "=" not in sentence
        if number == 120:
            break
    screen.end()
    assert "remembers" not in console.shown


def test_what_bots_remember_is_not_shown_to_people() -> None:
    match = start(LIBRARY["italia", "standard"], 2, Random(1))
    for _ in zip(range(4), steps(match, Random(1)), strict=False):
        pass
    seat = match.seats[0].seat
    assert "remembers" in match.game.view(match.state, seat)["own"]
    screen = Screen(Terminal(), match, Words(ENGLISH, "italia", ()), seat)
    assert screen.view()["own"] == {}


@pytest.mark.parametrize(("name", "variant"), list(LIBRARY))
def test_a_game_can_be_played_by_number_to_its_end(name: str, variant: str) -> None:
    def first_choices() -> Iterator[str]:
        while True:
            yield "1"

    console = Terminal()
    console._lines = first_choices()
    if (name, variant) == ("italia", "standard"):
        console._lines = iter(["1"] * 400)  # placing and taking back has no end of its own
    ended = play(asked(name, variant, language="pl"), console)
    assert ended or name == "italia"
    assert not ended or "Punkty" in console.shown


def test_commands_take_back_do_again_tell_scores_and_help() -> None:
    console = Terminal("1", "undo", "redo", "undo", "undo", "scores", "help", "next", "back", "quit")
    assert not play(asked("xxl", "memory", seats=2), console)
    for sentence in ("Taken back.", "Done again.", "There is nothing to take back.", "A number does", "You left"):
        assert sentence in console.shown


def test_what_cannot_be_done_is_told_and_asked_again() -> None:
    console = Terminal("99", "anchovy", "redo")
    assert not play(asked("xxl", "memory", seats=2), console)
    assert "There is no 99; choose a number from 1 to 16." in console.shown
    assert 'None of the actions has "anchovy" in it' in console.shown
    assert "There is nothing to do again." in console.shown


def test_the_only_action_left_by_typing_is_taken_with_enter() -> None:
    console = Terminal("place 16", "", "quit")
    play(asked("xxl", "memory", seats=2), console)
    assert "Red reveals" in console.shown


def test_somebody_may_look_on_while_bots_play() -> None:
    console = Terminal("", "scores", "fly", "end")
    assert play(asked("pizza", seats=2, bots="greedy,random"), console)
    assert '"fly" is no command' in console.shown and "Points" in console.shown


def test_the_end_of_the_keyboards_lines_ends_the_session() -> None:
    console = Terminal()
    assert not play(asked("pizzeria"), console)
    assert "You left the table." in console.shown


def test_the_same_seed_gives_the_same_figures() -> None:
    game = LIBRARY["pizza", "advanced"]
    seats = seats_of(game, 3, ENGLISH)
    names = ["greedy", "random"]
    done: list[None] = []
    one, two = (
        simulate(game, seats, bots_at(game, seats, names), names, 6, 11, lambda: done.append(None)) for _ in range(2)
    )
    assert one == two and len(done) == 12
    assert sum(seat.wins for seat in one.seats) == one.one_winner
    assert one.one_winner + one.shared_victories + one.no_winner == 6 == sum(one.ended.values())
    assert [seat.bot for seat in one.seats] == ["greedy", "random", "greedy"]
    assert one.rounds.mean == 6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "variant"), list(LIBRARY))
def test_figures_are_shown_as_a_table(name: str, variant: str, language: Code) -> None:
    console = Terminal()
    simulated(asked(name, variant, language=language), 3, False, console)
    title = Language(language).text("play.simulation.length")
    assert title in console.shown and " %" in console.shown


def test_figures_can_be_had_as_json() -> None:
    console = Terminal()
    simulated(asked("xxl", "party"), 2, True, console)
    assert json.loads(console.shown)["games"] == 2


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda: game_of(LIBRARY, "chess", None), "chess is no game of this table; choose one of italia, pizza"),
        (lambda: game_of(LIBRARY, "pizza", "solo"), "solo is no variant of Pizza; choose one of basic, advanced."),
        (lambda: seats_of(LIBRARY["pizza", "basic"], 5, ENGLISH), r"Pizza \(Basic\) is for 2 to 4 seats, not for 5."),
        (lambda: play(asked("pizza", bots="clever"), Terminal()), "'clever' is no bot; choose from random, greedy."),
        (lambda: play(asked("pizza", bots="greedy,random,greedy,random"), Terminal()), "4 bots for 2 seats"),
        (lambda: simulated(asked("pizza"), 0, False, Terminal()), "--games is 0; give a number from 1 on."),
    ],
)
def test_what_was_asked_wrongly_is_told_in_a_sentence(work: Callable[[], object], said: str) -> None:
    with pytest.raises(MatchError, match=said):
        work()


def test_the_command_line_says_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["simulate", "pizza", "--seats", "9"]) == 2
    assert capsys.readouterr().err == "pizza-table: Pizza (Basic) is for 2 to 4 seats, not for 9.\n"
    own = tmp_path / "mine.toml"
    own.write_text("tokens = 3")
    assert main(["simulate", "pizza", "--components", str(own)]) == 2
    assert "mine.toml is not a Pizza components file" in capsys.readouterr().err


def test_the_command_line_plays_and_simulates(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "italia", "--games", "2", "--seats", "2", "--language", "pl"]) == 0
    assert "Pizzeria Italia" in capsys.readouterr().out
