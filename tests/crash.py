"""Kill a busy table again and again, and look whether anything that was shown is lost.

By hand: `python tests/crash.py 200` kills the real server 200 times and prints what came of it.
"""

import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from table_process import START_S, Screen, Server, View, free_port

from device.eventlog import Entry, EventLog
from device.events import ClaimJudged, Pressed
from device.games import EVENT_TYPES, games, xxl_components
from device.language import Language
from device.ledger import Ledger
from device.views import Live, Views
from device.wiring import DEFAULT_WIRING

PIZZAS = ("ham-olive-pineapple", "mushroom-onion-corn", "tomato-pepper-corn", "ham-salami-olive")
KINDS = ("mushroom", "tomato", "onion", "pepper", "corn", "ham", "salami", "olive", "pineapple", "cheese")
SEATS = 4
BUSY_S = (0.2, 1.6)  # between a start and a kill
BEHIND = 400  # entries by which a screen may lag behind the log when the table dies
GAMES = games(xxl_components(None), ((380, 118), (560, 118), (740, 118)))


class Evening:
    """A hectic referee and hectic hands on one screen, until the table dies or `stop` is set."""

    def __init__(self, screen: Screen, chance: Random) -> None:
        self._screen, self._chance = screen, chance
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=loop, daemon=True) for loop in (self._rule, self._slap)]
        self.done = 0  # commands that the table said are done

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(START_S)

    def _rule(self) -> None:
        while not self._stop.is_set():
            answer = self._screen.ask("command", self._command())
            if answer is None:
                return
            self.done += answer["ok"]

    def _slap(self) -> None:
        while not self._stop.wait(self._chance.uniform(0.0, 0.1)):
            place = {"seat": self._chance.randrange(SEATS), "slot": self._chance.randrange(3)}
            for action in ("press", "release"):
                if self._screen.ask("sim", {"action": action, **place}) is None:
                    return

    def _command(self) -> dict[str, Any]:
        view, chance = self._screen.view, self._chance
        game = view["game"]
        if game is None or game["phase"] == "over":
            seats = [{"seat": seat, "name": f"Player {seat}"} for seat in range(SEATS)]
            order = chance.sample(range(SEATS), SEATS)
            return {"command": "start_game", "game": "xxl", "variant": "party", "seats": seats, "youngest_first": order}
        if game["phase"] in ("placing", "clearing"):
            return {"command": "open_round", "slots": chance.sample(PIZZAS, 3)}
        number = chance.random()
        if number < 0.6:
            return {"command": "reveal", "kind": chance.choice(KINDS)}
        if number < 0.7:
            return {"command": "award", "seat": chance.randrange(SEATS), "slot": chance.randrange(3)}
        if number < 0.8 and view["verdicts"]:
            verdict = chance.choice(view["verdicts"])
            return {
                "command": "overrule",
                "verdict": verdict["id"],
                "reason": chance.choice(verdict["choices"] or [""]),
            }
        if number < 0.9:
            return {"command": "undo"}
        return {"command": "redo"} if number < 0.95 else {"command": "hold", "on": not game["hold"]}


@dataclass
class Figures:
    """What came of the kills."""

    kills: int = 0
    views: int = 0
    commands: int = 0
    verdicts: int = 0
    entries: int = 0
    lost: list[str] = field(default_factory=list)
    back_s: list[float] = field(default_factory=list)

    def note(self, commands: int, shown: Sequence[View], back_s: float) -> None:
        """One more kill."""
        self.kills += 1
        self.commands += commands
        self.views += len(shown)
        self.verdicts = max([self.verdicts, *(v["id"] for view in shown for v in view["verdicts"])])
        self.back_s.append(back_s)

    def __str__(self) -> str:
        back = sorted(self.back_s)
        return (
            f"{self.kills} kills; {self.views:,} views, {self.verdicts:,} verdicts and {self.commands:,} commands were "
            f"shown as done; the log holds {self.entries:,} events; the table was back after "
            f"{back[len(back) // 2]:.1f} s (at most {back[-1]:.1f} s)\n"
            + ("\n".join(self.lost) or "Nothing that was shown is lost.")
        )


class NoLog(EventLog):
    """A log that nobody writes."""

    def __init__(self) -> None: ...


class Check:
    """Holds what a screen was shown against the log that is left."""

    def __init__(self, state: Path) -> None:
        newest = sorted((state / "nights").iterdir())[-1]
        log = EventLog(newest / "log.db", EVENT_TYPES)
        self.entries, damage = log.read()
        log.close()
        self.lost = [damage] if damage else []

    def compare(self, shown: Sequence[View]) -> list[str]:
        """What was shown and is not in the log, as sentences."""
        judged = {
            (e.event.verdict, e.event.seat, e.event.slot) for e in self.entries if isinstance(e.event, ClaimJudged)
        }
        pressed = {(e.event.seat, e.event.slot, e.event.at_ns) for e in self.entries if isinstance(e.event, Pressed)}
        for view in shown:
            self.lost += [
                f"verdict {v['id']} of seat {v['seat']} was shown"
                for v in view["verdicts"]
                if (v["id"], v["seat"], v["slot"]) not in judged
            ]
            slap = view["slap"]
            first = (slap["presses"][0]["seat"], slap["presses"][0]["slot"], slap["at_ns"]) if slap else None
            if first and first not in pressed:
                self.lost.append(f"the press {first} was shown")
        if shown and not self._is_folded(said(shown[-1])):
            self.lost.append(f"no part of the log comes to what was shown last: {said(shown[-1])}")
        return self.lost

    def _is_folded(self, last: dict[str, Any]) -> bool:
        length = len(self.entries)
        return any(folded(self.entries[:n]) == last for n in range(length, max(0, length - BEHIND), -1))


def said(view: View) -> dict[str, Any]:
    """What a view says about the night, without what is true only at the moment."""
    game = view["game"]
    names = ("phase", "round", "starter", "turn", "hold", "slots", "revealed", "seats", "outcome")
    verdicts = [(v["id"], v["seat"], v["slot"], v["at_ns"], v["reason"], v["status"]) for v in view["verdicts"]]
    played = {name: game[name] for name in names} if game else None
    return {"verdicts": verdicts, "slap": view["slap"], "game": played, "interrupted": view["night"]["interrupted"]}


def folded(entries: Sequence[Entry]) -> dict[str, Any]:
    """What a view that is made of these entries alone says."""
    night = Ledger(NoLog(), entries, GAMES).night
    view = Views(GAMES, DEFAULT_WIRING, Language(), (1120, 630)).view(night, Live(), "viewer", 1)
    return said(json.loads(json.dumps(view)))


def crash(state: Path, kills: int, seed: int, told: Callable[[Figures], None] = lambda figures: None) -> Figures:
    """Kill the table `kills` times on a busy evening: its worker, or everything as when the power goes.

    `told` hears the figures after each kill.
    """
    chance, figures = Random(seed), Figures()
    server = Server(state, free_port())
    server.start()
    screen = Screen(server.url)
    for _ in range(kills):
        evening = Evening(screen, Random(chance.random()))
        evening.start()
        time.sleep(chance.uniform(*BUSY_S))
        everything = chance.random() < 0.5
        (server.kill_all if everything else server.kill_worker)()
        evening.stop()
        screen.close()
        begun_s = time.monotonic()
        shown, token = screen.shown, screen.token
        if everything:
            figures.lost += Check(state).compare(shown)
            server.start()
        screen = Screen(server.url, token)
        figures.note(evening.done, shown, time.monotonic() - begun_s)
        check = Check(state)
        figures.entries = len(check.entries)
        figures.lost += check.compare(shown)
        if not screen.view["night"]["interrupted"]:
            figures.lost.append("the table did not say that it was cut off")
        told(figures)
    screen.close()
    server.stop()
    return figures


def show(figures: Figures) -> None:
    """Tell of one more kill."""
    sys.stderr.write(f"{figures.kills} kills, {len(figures.lost)} losses\n")


def main() -> None:
    """Kill it as often as the command line says."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as state:
        figures = crash(Path(state), kills, 1, show)
    sys.stdout.write(f"{figures}\n")
    sys.exit(bool(figures.lost))


if __name__ == "__main__":
    main()
