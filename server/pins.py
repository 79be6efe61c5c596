"""The referee's PIN: chosen at first start, kept as a salted hash, worth a token to whoever enters it.

The file is read again whenever it changes, so a reset at the table's own console ends every referee's
session at once, and a restart of the table ends none. Until a PIN exists, whoever asks first chooses it.
"""

import hashlib
import hmac
import json
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from server.errors import PinFileError
from server.port import Answer, refused
from server.tries import Tries

FEWEST, MOST = 4, 12  # digits
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**14, 8, 1  # about 0.2 s on a Raspberry Pi 4, 16 MB
RESET_COMMAND = "pizza-table reset-pin"


class PinRecord(msgspec.Struct, frozen=True):
    """What the file holds, each value in hexadecimal: `secret` signs the tokens that this PIN earns."""

    salt: str
    hash: str
    secret: str


class Pins:
    """Chooses, checks and remembers the one PIN of the table, in the file at `path` (mode 600)."""

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._tries = Tries(now)
        self._lock = threading.Lock()
        self._seen: tuple[int, int, int] | None = None
        self._record: PinRecord | None = None

    def chosen(self) -> bool:
        """Whether there is a PIN; one that cannot be read counts, so that nobody slips past it."""
        try:
            return self._read() is not None
        except PinFileError:
            return True

    def choose(self, pin: str) -> Answer:
        """Set the first PIN; the answer brings a token. Refused when there is one already."""
        if not (FEWEST <= len(pin) <= MOST and pin.isascii() and pin.isdigit()):
            return refused("pin_shape", f"A PIN has {FEWEST} to {MOST} digits and nothing else; choose such a one.")
        with self._lock:
            if self.chosen():
                return refused(
                    "pin_exists", f"A PIN is already chosen. Enter it, or run “{RESET_COMMAND}” on the table itself."
                )
            salt = secrets.token_bytes(16)
            record = PinRecord(salt.hex(), _hash(pin, salt), secrets.token_hex(32))
            _write(self._path, record)
        return {"ok": True, "token": _token(record)}

    def enter(self, pin: str, address: str) -> Answer:
        """Check a PIN typed at `address`; the answer brings a token. Wrong tries make the next one wait."""
        with self._lock:
            try:
                record = self._read()
            except PinFileError as error:
                return refused("pin_file", str(error))
            if record is None:
                return refused("no_pin", "No PIN is chosen yet; choose one first.")
            wait_s = self._tries.wait_s(address)
            if wait_s > 0:
                return refused("too_many_tries", f"Too many wrong PINs. Try again in {round(wait_s + 0.5)} seconds.")
            if not hmac.compare_digest(_hash(pin[:MOST], bytes.fromhex(record.salt)), record.hash):
                self._tries.wrong(address)
                return refused("wrong_pin", "That is not the PIN.")
            self._tries.right(address)
        return {"ok": True, "token": _token(record)}

    def valid(self, token: object) -> bool:
        """Whether `token` was earned with the PIN that stands now."""
        if not isinstance(token, str) or not token.isascii():
            return False
        try:
            record = self._read()
        except PinFileError:
            return False
        nonce, _, signature = token.partition(".")
        return record is not None and hmac.compare_digest(_sign(record, nonce), signature)

    def _read(self) -> PinRecord | None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            self._seen, self._record = None, None
            return None
        seen = (status.st_mtime_ns, status.st_ino, status.st_size)
        if seen != self._seen:
            try:
                self._record = msgspec.json.decode(self._path.read_bytes(), type=PinRecord)
            except (OSError, msgspec.DecodeError) as error:
                raise PinFileError(
                    f"The PIN in {self._path} cannot be read ({error}). Run “{RESET_COMMAND}” on the table itself."
                ) from error
            self._seen = seen
        return self._record


def reset_pin(path: Path) -> bool:
    """Forget the PIN; every referee's session ends and a new one may be chosen. False when there was none."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True


def _hash(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P).hex()


def _sign(record: PinRecord, nonce: str) -> str:
    return hmac.new(bytes.fromhex(record.secret), nonce.encode(), hashlib.sha256).hexdigest()


def _token(record: PinRecord) -> str:
    nonce = secrets.token_hex(8)
    return f"{nonce}.{_sign(record, nonce)}"


def _write(path: Path, record: PinRecord) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".pin-")  # made with mode 600
    with os.fdopen(handle, "w", encoding="ascii") as file:
        json.dump(msgspec.to_builtins(record), file)
        file.flush()
        os.fsync(file.fileno())
    Path(temporary).replace(path)
