"""How many edges a second the debouncer and the arbiter can take: six players slapping bouncing buttons."""

import time

from device.buttons import Debouncer, Edge, Press
from device.claims import Arbiter, SeatPress
from device.wiring import DEFAULT_WIRING

MS = 1_000_000
ROUNDS = 500
BOUNCES_NS = tuple(n * 300_000 for n in range(9))


def night() -> list[Edge]:
    """All six seats slap within 5 ms, twice a second."""
    edges = []
    for number in range(ROUNDS):
        for seat in DEFAULT_WIRING.seats:
            line, start_ns = seat.claim_lines[number % 3], number * 500 * MS + seat.seat * 900_000
            edges += [Edge(start_ns + offset, line, n % 2) for n, offset in enumerate(BOUNCES_NS)]
            edges += [Edge(start_ns + 100 * MS + offset, line, 1 - n % 2) for n, offset in enumerate(BOUNCES_NS)]
    return sorted(edges)


def main() -> None:
    """Print the figures."""
    edges = night()
    debouncer, arbiter, claims = Debouncer(DEFAULT_WIRING.buttons), Arbiter(), 0
    by_line = DEFAULT_WIRING.claim_by_line
    begun = time.perf_counter()
    for edge in edges:
        for item in debouncer.feed(edge):
            if isinstance(item, Press):
                arbiter.feed(SeatPress(*by_line[item.line], item.t_ns))
        claims += len(arbiter.advance(edge.t_ns, debouncer.pending_since_ns()))
    took_s = time.perf_counter() - begun
    print(f"edges through debouncer and arbiter: {len(edges) / took_s:,.0f} a second ({claims:,} claims)")
    print(f"one edge: {1e6 * took_s / len(edges):.1f} microseconds")


if __name__ == "__main__":
    main()
