"""What the screens are given: the night as JSON-ready data, made for a role. Nothing hidden leaves through here."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from device import frozen
from device.events import ClaimJudged, Event, Pressed
from device.language import Language
from device.night import Games, Night
from device.rules.game import Line, Refusal, Term
from device.wiring import Wiring
from vision.knowledge import Doubt, Remark
from vision.reading import Board, Face, Piece

BURST_NS = 3_000_000_000  # presses within this of the first belong to one slap
VERDICTS_SHOWN = 20

Burst = tuple[Pressed, ...]


class Live(msgspec.Struct, frozen=True):
    """What is true only now and stands in no log: the last board and doubts of it, troubles, what can be undone."""

    board: Board | None = None
    remarks: tuple[Remark, ...] = ()
    problem: str | None = None
    log_failing: str | None = None
    undo: Event | None = None
    redo: Event | None = None
    health: Mapping[str, Any] = {}


class Views:
    """Makes views in one language for a table with these games and wires."""

    def __init__(self, games: Games, wiring: Wiring, language: Language, surface_mm: Sequence[int]) -> None:
        self._games = games
        self._wiring = wiring
        self._language = language
        self._surface_mm = list(surface_mm)

    def view(self, night: Night, live: Live, role: str, version: int) -> dict[str, Any]:
        """The whole of what a screen shows; `role` is "viewer" or "referee"."""
        bursts = _bursts(night.presses)
        view = {
            "version": version,
            "role": role,
            "night": {"name": night.name, "state": self._state(night), "interrupted": night.interrupted},
            "setup": self._setup(),
            "game": self._game(night, live.board),
            "slap": _slap(night, bursts),
            "verdicts": [self._verdict(night, v, bursts, role) for v in reversed(night.verdicts[-VERDICTS_SHOWN:])],
            "undo": self._label(night, live.undo),
            "redo": self._label(night, live.redo),
            "notices": self._notices(night, live, role),
        }
        if role == "referee":
            view["health"] = dict(live.health)
            view["board"] = self._board(night, live.board)
        return view

    def answer(self, refusal: Refusal | None) -> dict[str, Any]:
        """What whoever gave a command is told: that it was carried out (None), or why not."""
        if refusal is None:
            return {"ok": True}
        return {"ok": False, "reason": refusal.reason, "sentence": self._language.say(refusal.line)}

    def _state(self, night: Night) -> str:
        if night.game is None:
            return "over" if night.ended else "idle"
        return "over" if night.game.over(night.state) else "playing"

    def _setup(self) -> dict[str, Any]:
        return {
            "games": [
                {
                    "game": name,
                    "title": game.title,
                    "variants": [{"variant": variant, "title": game.variant_title}],
                    "min_seats": game.seats[0],
                    "max_seats": game.seats[1],
                }
                for (name, variant), game in self._games.items()
            ],
            "wired": [
                {"seat": s.seat, "colour": s.colour, "shape": s.shape, "slots": list(range(len(s.claim_lines)))}
                for s in self._wiring.seats
            ],
        }

    def _game(self, night: Night, board: Board | None) -> dict[str, Any] | None:
        if night.game is None:
            return None
        view = night.game.view(night.state)
        prompt = self._language.say(night.game.prompt(night.state))
        outcome = view["outcome"]
        return {
            "title": night.game.title,
            "variant": night.game.variant,
            **view,
            "prompt": self._language.text("hold") if night.hold else prompt,
            "hold": night.hold,
            "tokens": _tokens(board),
            "outcome": {"winners": outcome["winners"], "sentence": prompt} if outcome else None,
        }

    def _verdict(self, night: Night, judged: ClaimJudged, bursts: Sequence[Burst], role: str) -> dict[str, Any]:
        burst = next((b for b in bursts if any(_is_of(press, judged) for press in b)), ())
        rivals = [p.at_ns - judged.at_ns for p in burst if p.slot == judged.slot and p.seat != judged.seat]
        ahead = [distance for distance in rivals if distance >= 0]
        behind = [-distance for distance in rivals if distance < 0]
        changed_by = night.changed.get(judged.verdict)
        status = {None: "standing", "referee": "overruled", "table": "judged_again"}[changed_by]
        return {
            "id": judged.verdict,
            "seat": judged.seat,
            "slot": judged.slot,
            "pizza": judged.pizza,
            "reason": judged.reason,
            "headline": self._headline(night, judged),
            "detail": self._detail(night, judged, role),
            "tie": judged.tie,
            "at_ns": judged.at_ns,
            "ahead_ms": _ms(min(ahead)) if ahead else None,
            "behind_ms": _ms(min(behind)) if behind else None,
            "status": "open" if judged.reason == "ask_referee" else status,
            "picture": judged.picture,
            "presses": _presses(night, burst, "reason", None),
            "choices": list(night.game.choices(judged)) if night.game else [],
        }

    def _headline(self, night: Night, judged: ClaimJudged) -> str:
        seat = night.seat(judged.seat)
        return self._language.text(f"verdict.headline.{judged.reason}", name=seat.name if seat else judged.seat)

    def _detail(self, night: Night, judged: ClaimJudged, role: str) -> str:
        text, at_ns, by_ns, after_ns = self._language.text, judged.at_ns, judged.ready_by_ns, judged.ready_after_ns
        if "referee" in (judged.by, night.changed.get(judged.verdict)):
            return text("verdict.detail.by_hand")
        match judged.reason:
            case "accepted" if by_ns is not None and by_ns <= at_ns:
                ready = text("verdict.detail.ready_for", time=_time(at_ns - by_ns))
                return f"{ready} {text('verdict.detail.tie')}" if judged.tie else ready
            case "accepted" if by_ns is not None and after_ns is not None:
                return text("verdict.detail.within_grace", before=_time(at_ns - after_ns), after=_time(by_ns - at_ns))
            # Players must not learn that it is ready now.
            case "false_claim" if role == "referee" and after_ns is not None and after_ns >= at_ns:
                return text("verdict.detail.ready_later", time=_time(after_ns - at_ns))
            case "false_claim":
                return text("verdict.detail.not_ready")
            case "ask_referee":
                return text("verdict.detail.unsure")
            case "lost_tie":
                return text("verdict.detail.tie")
            case "accepted":
                return text("verdict.detail.by_hand")
        return text(f"verdict.detail.{judged.reason}")

    def _label(self, night: Night, event: Event | None) -> dict[str, str] | None:
        if event is None:
            return None
        if isinstance(event, ClaimJudged):
            return {"label": self._language.text("undo.ClaimJudged", headline=self._headline(night, event))}
        return {"label": self._language.text(_named(event, self._language))}

    def _notices(self, night: Night, live: Live, role: str) -> list[dict[str, str]]:
        notices = []
        if live.log_failing:
            notices.append(("error", self._language.text("notice.log_failing", detail=live.log_failing)))
        if night.camera_lost is not None:
            notices.append(("error", self._language.text("notice.camera_lost", detail=night.camera_lost)))
        if night.moved is not None:
            notices.append(("error", self._language.text("notice.moved", detail=night.moved)))
        elif live.problem:
            notices.append(("warning", self._language.text("notice.problem", detail=live.problem)))
        if role == "referee":
            notices += [("warning", self._language.say(line)) for line in frozen.lines(night)]
        if night.interrupted:
            notices.append(("warning", night.interrupted))
        if live.board and any(p.face is Face.UP and p.label is None for p in live.board.pieces):
            notices.append(("warning", self._language.text("notice.unread")))
        for why, name, most in dict.fromkeys((remark.why, remark.label, remark.most) for remark in live.remarks):
            if why is not Doubt.NOTHING_ELSE:
                notices.append(("warning", self._language.text(f"notice.{why}", name=Term(name), most=most)))
        return [{"level": level, "text": text} for level, text in notices]

    def _board(self, night: Night, board: Board | None) -> dict[str, Any]:
        pieces = board.pieces if board else ()
        return {
            "surface_mm": self._surface_mm,
            "pieces": [
                {
                    "id": piece.id,
                    "kind": piece.kind,
                    "face": piece.face,
                    "label": _shown(piece),
                    "x_mm": round(piece.x_mm, 1),
                    "y_mm": round(piece.y_mm, 1),
                    "rotation_deg": round(piece.rotation_deg or 0.0, 1),
                    "confidence": round(piece.confidence, 2),
                }
                for piece in pieces
            ],
            "labels": {kind: list(labels) for kind, labels in (night.game.labels if night.game else {}).items()},
            "hand": board.hand if board else False,
        }


def _tokens(board: Board | None) -> list[dict[str, Any]]:
    return [
        {
            "piece": piece.id,
            "face": piece.face,
            "kind": _shown(piece),
            "x_mm": round(piece.x_mm, 1),
            "y_mm": round(piece.y_mm, 1),
        }
        for piece in (board.pieces if board else ())
        if piece.kind == "disc"
    ]


def _shown(piece: Piece) -> str | None:
    """Its name, which nobody may know while it lies face down."""
    return piece.label if piece.face is Face.UP else None


def _slap(night: Night, bursts: Sequence[Burst]) -> dict[str, Any] | None:
    """The newest burst."""
    burst = next((b for b in bursts if night.presses[-1] in b), None)
    if burst is None:
        return None
    return {"id": burst[0].at_ns, "at_ns": burst[0].at_ns, "presses": _presses(night, burst, "state", "waiting")}


def _bursts(presses: Sequence[Pressed]) -> list[Burst]:
    """Presses of one slap, in the order of time: the first and what follows it closely."""
    bursts: list[list[Pressed]] = []
    for press in sorted(presses, key=lambda press: press.at_ns):
        if bursts and press.at_ns - bursts[-1][0].at_ns < BURST_NS:
            bursts[-1].append(press)
        else:
            bursts.append([press])
    return [tuple(burst) for burst in bursts]


def _is_of(press: Pressed, judged: ClaimJudged) -> bool:
    return (press.seat, press.slot, press.at_ns) == (judged.seat, judged.slot, judged.at_ns)


def _presses(night: Night, burst: Burst, key: str, unjudged: str | None) -> list[dict[str, Any]]:
    reasons = {(v.seat, v.slot, v.at_ns): v.reason for v in night.verdicts}
    return [
        {
            "seat": press.seat,
            "slot": press.slot,
            "behind_ms": _ms(press.at_ns - burst[0].at_ns),
            key: reasons.get((press.seat, press.slot, press.at_ns), unjudged),
        }
        for press in burst
    ]


def _named(event: Event, language: Language) -> str:
    """The key of what the event is called when it is taken back: its own, or that of anything done in a game."""
    own = f"undo.{event.__struct_config__.tag}"
    return own if language.knows(own) else "undo.anything"


def _time(ns: int) -> Line:
    """A span for people: milliseconds where they matter, else seconds."""
    if ns < 1_000_000_000:
        return Line("time.milliseconds", {"number": _ms(ns)})
    return Line("time.seconds", {"number": round(ns / 1e9, 1)})


def _ms(ns: int) -> float:
    return round(ns / 1_000_000, 1)
