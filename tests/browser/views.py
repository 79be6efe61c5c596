"""Example views: what a table would show at the moments that matter. Plain data, built fresh at each call."""

from typing import Any

View = dict[str, Any]

SHAPES = [
    ("red", "circle"),
    ("blue", "square"),
    ("green", "triangle"),
    ("yellow", "diamond"),
    ("purple", "star"),
    ("orange", "hexagon"),
]
NAMES = ["Ada", "Ben", "Chloe", "Dmitri", "Esra", "Finn"]
TOKENS = ["mushroom", "tomato", "onion", "pepper", "corn", "ham", "salami", "olive", "pineapple"]
PIZZAS = [
    "ham-olive-pineapple",
    "mushroom-tomato-onion",
    "tomato-pepper-corn",
    "ham-salami-olive",
    "mushroom-onion-corn",
]


def wired() -> list[View]:
    return [
        {"seat": seat, "colour": colour, "shape": shape, "slots": [0, 1, 2]}
        for seat, (colour, shape) in enumerate(SHAPES)
    ]


def idle(simulated: bool = False) -> View:
    """Nothing is being played."""
    variants = [{"variant": "party", "title": "Party"}]
    games = [{"game": "xxl", "title": "Pizza XXL", "variants": variants, "min_seats": 2, "max_seats": 6}]
    return {
        "version": 1,
        "role": "viewer",
        "simulated": simulated,
        "night": {"name": "Tuesday", "state": "idle", "interrupted": None},
        "setup": {"games": games, "wired": wired()},
        "game": None,
        "slap": None,
        "verdicts": [],
        "undo": None,
        "redo": None,
        "notices": [],
    }


def pizza(name: str) -> View:
    return {"id": name, "toppings": name.split("-")}


def seats(count: int) -> list[View]:
    return [
        {
            "seat": seat,
            "name": NAMES[seat],
            "colour": SHAPES[seat][0],
            "shape": SHAPES[seat][1],
            "pizzas": PIZZAS[3 : 3 + (seat == 1) + 2 * (seat == 2)],
            "locked": False,
            "age_order": seat,
        }
        for seat in range(count)
    ]


def tokens(face_up: list[str]) -> list[View]:
    """Sixteen tokens, the first ones face up."""
    kinds = face_up + [None] * (16 - len(face_up))
    return [
        {
            "piece": piece,
            "face": "up" if kind else "down",
            "kind": kind,
            "x_mm": 170 + 110 * (piece % 8),
            "y_mm": 420 + 90 * (piece // 8),
        }
        for piece, kind in enumerate(kinds)
    ]


def revealing(face_up: list[str] | None = None, count: int = 4) -> View:
    """A round under way: by default the first pizza is ready and nobody has noticed."""
    up = ["ham", "cheese", "fly", "olive", "cheese", "mushroom", "pineapple"] if face_up is None else face_up
    view = idle()
    view["version"] = 20
    view["night"]["state"] = "playing"
    view["game"] = {
        "game": "xxl",
        "title": "Pizza XXL",
        "variant": "party",
        "phase": "revealing",
        "prompt": "Ben reveals a token.",
        "round": 3,
        "starter": 0,
        "turn": 1,
        "hold": False,
        "slots": [{"slot": slot, "pizza": pizza(PIZZAS[slot]), "taken_by": None} for slot in range(3)],
        "tokens": tokens(up),
        "revealed": [{"kind": kind, "count": up.count(kind)} for kind in dict.fromkeys(up)],
        "face_down": 16 - len(up),
        "pile": 7,
        "seats": seats(count),
        "question": None,
        "outcome": None,
    }
    view["undo"] = {"label": "Undo: pineapple turned up"}
    return view


def placing() -> View:
    """Before a round: the pizzas lie out, all tokens are face down."""
    view = revealing([])
    view["game"].update(phase="placing", prompt="Turn all tokens down and mix them.", turn=None)
    return view


def slap_waiting() -> View:
    """Two hands came down; the table looks at the picture."""
    view = revealing()
    view["version"] = 30
    view["slap"] = {"id": 41, "at_ns": 9_000_000_000, "presses": [press(0, 0, 0.0), press(1, 0, 12.3)]}
    return view


def press(seat: int, slot: int, behind_ms: float, state: str = "waiting") -> View:
    return {"seat": seat, "slot": slot, "behind_ms": behind_ms, "state": state}


def verdict(presses: list[View], **changes: Any) -> View:
    """The verdict on the first of `presses`: by default it takes the pizza."""
    return {
        "id": 17,
        "seat": presses[0]["seat"],
        "slot": presses[0]["slot"],
        "pizza": PIZZAS[presses[0]["slot"]],
        "reason": "accepted",
        "headline": "Ada takes the pizza",
        "detail": "Face up for 680 ms when the hand came down. 12.3 ms ahead of Ben.",
        "tie": False,
        "at_ns": 9_000_000_000,
        "ahead_ms": 12.3,
        "behind_ms": None,
        "status": "standing",
        "picture": "v17",
        "presses": [
            {"seat": p["seat"], "slot": p["slot"], "behind_ms": p["behind_ms"], "reason": p["state"]} for p in presses
        ],
        "choices": ["accepted", "false_claim"],
    } | changes


def ruled(presses: list[View], **changes: Any) -> View:
    """The slap with its verdict."""
    view = slap_waiting()
    view["version"] = 31
    view["slap"]["presses"] = presses
    view["verdicts"] = [verdict(presses, **changes)]
    view["undo"] = {"label": f"Undo: {view['verdicts'][0]['headline']}"}
    return view


def accepted() -> View:
    view = ruled([press(0, 0, 0.0, "accepted"), press(1, 0, 12.3, "late"), press(3, 0, 48.9, "late")])
    view["game"].update(phase="closing", prompt="Ada takes the pizza. Another ready one may still be claimed.")
    view["game"]["slots"][0]["taken_by"] = 0
    view["game"]["seats"][0]["pizzas"] = [PIZZAS[0]]
    return view


def false_claim() -> View:
    view = ruled(
        [press(2, 1, 0.0, "false_claim")],
        reason="false_claim",
        headline="Chloe claimed too early",
        detail="No tomato was face up when the hand came down. Chloe is locked out for the round.",
        ahead_ms=None,
    )
    view["game"]["seats"][2]["locked"] = True
    return view


def tie() -> View:
    view = ruled(
        [press(3, 0, 0.0, "lost_tie"), press(1, 0, 0.4, "accepted"), press(0, 0, 31.0, "late")],
        seat=1,
        tie=True,
        headline="Ben takes the pizza",
        detail="Dmitri and Ben came down 0.4 ms apart, closer than the table can tell; the younger one takes it.",
        ahead_ms=None,
        behind_ms=0.4,
    )
    view["game"].update(phase="closing")
    view["game"]["slots"][0]["taken_by"] = 1
    return view


def question() -> View:
    view = ruled(
        [press(0, 0, 0.0, "ask_referee"), press(1, 0, 12.3, "ask_referee")],
        reason="ask_referee",
        status="open",
        headline="Was the pineapple face up?",
        detail="An arm covered it in the pictures before and after the slap. Ada was 12.3 ms ahead of Ben.",
    )
    view["game"].update(question=17, prompt="The referee decides.")
    return view


def over() -> View:
    view = accepted()
    view["version"] = 60
    view["game"].update(phase="over", turn=None, prompt="")
    view["game"]["seats"][0]["pizzas"] = PIZZAS[:3]
    view["game"]["outcome"] = {"winners": [0], "sentence": "Ada wins with three pizzas."}
    return view


def camera_lost() -> View:
    view = revealing()
    view["notices"] = [
        {"level": "error", "text": "The camera is gone. Buttons stay live; the referee rules by hand."},
        {"level": "warning", "text": "The log cannot be written: the disk is full."},
    ]
    return view


def simulation(version: int = 1, hand: View | None = None) -> View:
    """Where the pieces of a simulated table lie; no kinds."""
    return {
        "version": version,
        "surface_mm": [1120, 630],
        "tokens": [
            {"id": t["piece"], "x_mm": t["x_mm"], "y_mm": t["y_mm"], "face": t["face"]}
            for t in tokens(["ham", "cheese"])
        ],
        "cards": [{"slot": slot, "x_mm": 340 + 220 * slot, "y_mm": 180} for slot in range(3)],
        "pile": {"x_mm": 1010, "y_mm": 180, "count": 7},
        "hand": hand,
        "light": "daylight",
        "lights": ["daylight", "lamp", "dim", "glare"],
        "diameter_mm": 34,
        "side_mm": 81,
    }
