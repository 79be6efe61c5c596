"""How often a PIN may be guessed."""

from server.tries import ALL_TRIES, ALL_WINDOW_S, FIRST_WAIT_S, FREE_TRIES, LONGEST_WAIT_S, MOST_ADDRESSES, Tries


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wrong(tries: Tries, count: int, address: str = "phone") -> None:
    for _ in range(count):
        tries.wrong(address)


def test_the_first_tries_are_free() -> None:
    tries = Tries(Clock())
    wrong(tries, FREE_TRIES - 1)
    assert tries.wait_s("phone") <= 0


def test_after_the_free_tries_each_wrong_one_waits_twice_as_long() -> None:
    clock = Clock()
    tries = Tries(clock)
    wrong(tries, FREE_TRIES)
    assert tries.wait_s("phone") == FIRST_WAIT_S
    wrong(tries, 1)
    assert tries.wait_s("phone") == 2 * FIRST_WAIT_S
    clock.now += 2 * FIRST_WAIT_S
    assert tries.wait_s("phone") <= 0


def test_no_wait_is_longer_than_the_longest() -> None:
    tries = Tries(Clock())
    wrong(tries, ALL_TRIES - 1)
    assert tries.wait_s("phone") == LONGEST_WAIT_S


def test_another_address_does_not_wait() -> None:
    tries = Tries(Clock())
    wrong(tries, FREE_TRIES + 3)
    assert tries.wait_s("laptop") <= 0


def test_many_addresses_together_wait_too() -> None:
    clock = Clock()
    tries = Tries(clock)
    for number in range(ALL_TRIES):
        tries.wrong(f"address {number}")
    assert tries.wait_s("a fresh one") == ALL_WINDOW_S
    clock.now += ALL_WINDOW_S
    assert tries.wait_s("a fresh one") <= 0


def test_the_right_pin_forgets_the_wrong_ones() -> None:
    tries = Tries(Clock())
    wrong(tries, FREE_TRIES)
    tries.right("phone")
    assert tries.wait_s("phone") <= 0


def test_only_so_many_addresses_are_remembered() -> None:
    clock = Clock()
    tries = Tries(clock)
    wrong(tries, FREE_TRIES, "first")
    for number in range(MOST_ADDRESSES):
        tries.wrong(f"address {number}")
    clock.now += ALL_WINDOW_S
    wrong(tries, 1, "first")
    assert tries.wait_s("first") <= 0, "its five wrong tries were forgotten for the newer ones"
