"""What Jeff eats and saves in solo Pizzeria: a table written out by hand from the rulebook, and the same by steps."""

# Rows: how many slices of a kind Jeff has saved more than the human (negative: fewer). Columns: with 1, 2, ... 7 slices
# of that kind in his portion, so many he saves, where all of them have leaves. He eats the others.
SAVES = {
    -6: (0, 0, 0, 0, 0, 6, 7),
    -5: (0, 0, 0, 0, 5, 6, 7),
    -4: (0, 0, 0, 4, 5, 6, 6),
    -3: (0, 0, 3, 4, 5, 5, 5),
    -2: (0, 2, 3, 4, 4, 4, 4),
    -1: (1, 2, 3, 3, 3, 3, 3),
    0: (1, 2, 2, 2, 2, 2, 2),
    1: (1, 1, 1, 1, 1, 1, 1),
    2: (0, 0, 0, 0, 0, 0, 0),
    3: (0, 0, 0, 0, 0, 0, 0),
    4: (0, 0, 0, 0, 0, 0, 0),
    5: (0, 0, 0, 0, 0, 0, 0),
    6: (0, 0, 0, 0, 0, 0, 0),
}


def eaten(ahead: int, slices: int, leafless: int) -> int:
    """How many of these slices of one kind Jeff eats: as the table says, but none without leaves (S4)."""
    return min(slices - SAVES[ahead][slices - 1], slices - leafless)


def saved_step_by_step(ahead: int, slices: int) -> int:
    """The same as a row of the table, told as a person would do it with the slices in hand, all with leaves."""
    if ahead >= 2:  # "2 more slices": at least (S2)
        return 0
    if ahead <= -2 and ahead + slices < 0:  # he would not draw level
        return 0
    saved = 0
    while saved < slices and ahead < 2:  # a lead of more than 2 is surplus, also after catching up (S3)
        saved, ahead = saved + 1, ahead + 1
    return saved


def portions_for_jeff(sizes: dict[int, int]) -> set[int]:
    """Which of the portions that are left (with their numbers of slices) the human may give Jeff (S6)."""
    most = max(sizes.values())
    return {portion for portion, size in sizes.items() if size == most}
