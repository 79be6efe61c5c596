"""How well drawn pictures are read under each trouble, at rising strength: a score for each family."""

from collections import Counter

import families

from vision.errors import CalibrationError
from vision.markers import calibrate

STRENGTHS = (0.5, 1.0)
SEEDS = (11,)
COLUMNS = ("right", "wrong", "cannot-tell", "missed", "invented", "hidden", "refused")


def score(family: str, strength: float) -> Counter[str]:
    """All games and seeds of a family together; a picture that cannot be tied to the surface is refused."""
    total: Counter[str] = Counter()
    for game in families.GAMES:
        for seed in SEEDS:
            taken = families.shot(family, game, seed, strength)
            try:
                total += families.outcomes(taken, families.read(taken, calibrate(taken.image)))
            except CalibrationError:
                total["refused"] += 1
    return total


def main() -> None:
    print(f"{'family':12}{'strength':>10}" + "".join(f"{column:>13}" for column in COLUMNS))
    for family in families.FAMILIES:
        for strength in STRENGTHS:
            counts = score(family, strength)
            print(f"{family:12}{strength:10.1f}" + "".join(f"{counts[column]:13}" for column in COLUMNS))
