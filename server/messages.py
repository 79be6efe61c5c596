"""What every message of a browser must be before the table looks at it: an object that names itself, and no monster.

Which commands and actions there are, and what they mean, the table knows; it answers the rest itself.
"""

import json

from server.port import Answer, refused

LARGEST_BYTES = 8192  # a start with six named seats is under 1 kB


def check(payload: object, field: str) -> Answer | None:
    """None when `payload` is an object whose `field` ("command", "action") is a text, else the refusal."""
    if not isinstance(payload, dict):
        return refused("malformed", f"Got {_kind(payload)}; expected an object with the field “{field}”.")
    name = payload.get(field)
    if not isinstance(name, str):
        return refused("malformed", f"The field “{field}” is {_kind(name)}; expected a text.")
    try:
        # Encoding finds half characters too, which JSON can smuggle in and no log or picture could hold.
        size = len(json.dumps(payload, allow_nan=False, ensure_ascii=False).encode())
    except (TypeError, ValueError, RecursionError):
        return refused("malformed", f"The {field} holds something that is neither text nor a number; send plain JSON.")
    if size > LARGEST_BYTES:
        return refused("too_large", f"The {field} “{name[:40]}” is {size} bytes; at most {LARGEST_BYTES} are read.")
    return None


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"
