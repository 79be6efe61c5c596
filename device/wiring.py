"""Which wire does what: the one table from which the program, the build guide and the screens take it.

Numbers are BCM line numbers; buttons are to ground with the Pi's own pull-ups, lamps through a driver.
"""

import msgspec

from device.errors import ConfigError

MIN_SEATS, MAX_SEATS = 2, 6
MAX_CLAIM_LINES = 3

HEADER_PIN = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""BCM line to pin of the 40-pin header. Lines 0 and 1 are left out: a Pi reads an add-on board's memory there."""

COST = {
    2: "fixed pull-up on the Pi, so good for a button only; no I2C",
    3: "fixed pull-up on the Pi, so good for a button only; no I2C",
    7: "no second SPI device",
    8: "no SPI",
    9: "no SPI",
    10: "no SPI",
    11: "no SPI",
    14: "no serial console, which must be switched off",
    15: "no serial console, which must be switched off",
}
"""What using a line takes away."""

FIXED_PULL_UP = (2, 3)


class SeatWiring(msgspec.Struct, frozen=True):
    """One place at the table: its colour and shape on the screens, its claim buttons for slots 1 to 3, its lamp."""

    seat: int
    colour: str
    shape: str
    claim_lines: tuple[int, ...]
    lamp: int | None = None


class Wiring(msgspec.Struct, frozen=True):
    """All that is connected: the seats clockwise, and the referee's buttons for go and hold."""

    seats: tuple[SeatWiring, ...]
    go: int | None
    hold: int | None

    @property
    def buttons(self) -> tuple[int, ...]:
        """Every line with a button on it."""
        referee = tuple(line for line in (self.go, self.hold) if line is not None)
        return tuple(line for seat in self.seats for line in seat.claim_lines) + referee

    @property
    def claim_by_line(self) -> dict[int, tuple[int, int]]:
        """Line to (seat, slot), slots counted from 0."""
        return {line: (seat.seat, slot) for seat in self.seats for slot, line in enumerate(seat.claim_lines)}

    @property
    def lamps(self) -> dict[int, int]:
        """Seat to the line of its lamp, where it has one."""
        return {seat.seat: seat.lamp for seat in self.seats if seat.lamp is not None}


DEFAULT_WIRING = Wiring(
    seats=(
        SeatWiring(0, "red", "circle", (17, 27, 22), lamp=8),
        SeatWiring(1, "blue", "square", (5, 6, 13), lamp=9),
        SeatWiring(2, "green", "triangle", (19, 26, 21), lamp=10),
        SeatWiring(3, "yellow", "diamond", (20, 16, 12), lamp=11),
        SeatWiring(4, "purple", "star", (25, 24, 23), lamp=14),
        SeatWiring(5, "orange", "hexagon", (18, 4, 7), lamp=15),
    ),
    go=3,
    hold=2,
)
"""The referee's buttons are on the two lines with a fixed pull-up, which a lamp could not use."""


class WiringRow(msgspec.Struct, frozen=True):
    """One wire of the build guide."""

    bcm: int
    header_pin: int
    use: str
    cost: str


def uses(wiring: Wiring) -> list[tuple[int, str]]:
    """Each line that is used with what for, in words; a line twice where it is used twice."""
    found = []
    for seat in wiring.seats:
        name = f"seat {seat.seat + 1} ({seat.colour})"
        found += [(line, f"{name} claim button, slot {slot}") for slot, line in enumerate(seat.claim_lines, 1)]
        if seat.lamp is not None:
            found.append((seat.lamp, f"{name} lamp"))
    found += [
        (line, f"referee's {name} button")
        for name, line in (("go", wiring.go), ("hold", wiring.hold))
        if line is not None
    ]
    return found


def check(wiring: Wiring) -> None:
    """Raise ConfigError if this cannot be wired, naming the line and both its uses."""
    if not MIN_SEATS <= len(wiring.seats) <= MAX_SEATS:
        raise ConfigError(f"{len(wiring.seats)} seats are wired; the table has {MIN_SEATS} to {MAX_SEATS}.")
    for seat in wiring.seats:
        if not 1 <= len(seat.claim_lines) <= MAX_CLAIM_LINES:
            raise ConfigError(
                f"Seat {seat.seat + 1} ({seat.colour}) has {len(seat.claim_lines)} claim buttons; "
                f"give it 1 to {MAX_CLAIM_LINES} in claim_lines."
            )
        if seat.lamp in FIXED_PULL_UP:
            raise ConfigError(
                f"The lamp of seat {seat.seat + 1} ({seat.colour}) is on BCM {seat.lamp}, "
                "which the Pi pulls up; move it to another line."
            )
    _check_lines(wiring)
    _check_looks(wiring)


def _check_lines(wiring: Wiring) -> None:
    taken: dict[int, str] = {}
    for line, use in uses(wiring):
        if line not in HEADER_PIN:
            raise ConfigError(f"BCM {line} ({use}) cannot be used; take one of BCM 2 to 27.")
        if line in taken:
            raise ConfigError(f"BCM {line} is wired twice, as {taken[line]} and as {use}; move one of them.")
        taken[line] = use


def _check_looks(wiring: Wiring) -> None:
    for what in ("colour", "shape"):
        seen: dict[str, int] = {}
        for seat in wiring.seats:
            look = getattr(seat, what)
            if look in seen:
                raise ConfigError(
                    f"Seats {seen[look] + 1} and {seat.seat + 1} both have the {what} {look}; "
                    "players could not tell them apart, give one of them another."
                )
            seen[look] = seat.seat


def wiring_rows(wiring: Wiring) -> list[WiringRow]:
    """The wires in the order of the header's pins."""
    rows = [WiringRow(line, HEADER_PIN[line], use, COST.get(line, "")) for line, use in uses(wiring)]
    return sorted(rows, key=lambda row: row.header_pin)


def wiring_table(wiring: Wiring) -> str:
    """The wires as the Markdown table of hardware/README.md, which a test compares with it."""
    lines = ["| header pin | BCM | goes to | and costs |", "|---:|---:|---|---|"]
    lines += [f"| {row.header_pin} | {row.bcm} | {row.use} | {row.cost} |" for row in wiring_rows(wiring)]
    return "\n".join(lines) + "\n"
