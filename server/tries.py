"""How often a PIN may be guessed: a few times freely, then with growing waits, and never fast by many together."""

from collections import deque
from collections.abc import Callable

FREE_TRIES = 5  # per address, before the first wait
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 900.0
ALL_TRIES, ALL_WINDOW_S = 40, 600.0  # of all addresses together: four digits would take days
MOST_ADDRESSES = 1000


class Tries:
    """Counts wrong tries per address and of everyone; `now` gives seconds of a steady clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: dict[str, tuple[int, float]] = {}
        self._all: deque[float] = deque(maxlen=ALL_TRIES)

    def wait_s(self, address: str) -> float:
        """Seconds until `address` may try again; zero or less means at once."""
        now = self._now()
        count, last = self._wrong.get(address, (0, now))
        own = last + _wait_after(count) - now
        everyone = self._all[0] + ALL_WINDOW_S - now if len(self._all) == ALL_TRIES else 0.0
        return max(own, everyone)

    def wrong(self, address: str) -> None:
        """Note a wrong try."""
        now = self._now()
        count, _ = self._wrong.pop(address, (0, now))
        self._wrong[address] = (count + 1, now)
        self._all.append(now)
        if len(self._wrong) > MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]

    def right(self, address: str) -> None:
        """Forget the wrong tries of `address`."""
        self._wrong.pop(address, None)


def _wait_after(count: int) -> float:
    if count < FREE_TRIES:
        return 0.0
    return min(FIRST_WAIT_S * 2.0 ** min(count - FREE_TRIES, 10), LONGEST_WAIT_S)
