from vision.places import apart_mm, area, distance_mm, inside, middle, turned_deg

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
HOOK = ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (20.0, 30.0), (20.0, 10.0), (0.0, 10.0))


def test_a_point_is_inside_or_not() -> None:
    assert inside((5, 5), SQUARE)
    assert not inside((15, 5), SQUARE)
    assert inside((25, 25), HOOK)
    assert not inside((10, 20), HOOK)


def test_distance_is_to_the_nearest_side_and_none_within() -> None:
    assert distance_mm((5, 5), SQUARE) == 0
    assert distance_mm((13, 5), SQUARE) == 3
    assert distance_mm((13, 14), SQUARE) == 5


def test_distance_to_an_outline_without_length() -> None:
    assert distance_mm((3, 4), ((0.0, 0.0), (0.0, 0.0))) == 5


def test_area_and_middle() -> None:
    assert area(SQUARE) == area(SQUARE[::-1]) == 100
    assert area(HOOK) == 500
    assert middle(SQUARE) == (5, 5)


def test_rotations_differ_by_the_shorter_way() -> None:
    assert turned_deg(350, 10) == 20
    assert turned_deg(90, 1, symmetry_deg=90) == 1
    assert turned_deg(None, 10) == 0


def test_apart() -> None:
    assert apart_mm((0, 0), (3, 4)) == 5
