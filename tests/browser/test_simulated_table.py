"""The simulated table in a real browser: keys, buttons and pieces do what hands would do."""

from typing import Any

from browser import views
from browser.conftest import LAPTOP, Visitor
from browser.serving import Served
from playwright.sync_api import Page, expect


def simulation(visitor: Visitor, simulated: Served, count: int = 4) -> Page:
    simulated.table.show(views.revealing(count=count))
    page = visitor.open(f"{simulated.url}/sim", LAPTOP)
    expect(page.locator(".surface .spot")).to_have_count(16)
    return page


def done(page: Page, simulated: Served, count: int) -> list[dict[str, Any]]:
    """The first `count` actions: a last, harmless one shows that all before it have arrived."""
    page.get_by_role("button", name="glare").click()
    simulated.simulation.actions.wait_for(lambda action: action["action"] == "light")
    assert len(simulated.simulation.actions) == count + 1
    return simulated.simulation.actions[:count]


def test_a_key_held_down_is_one_press_and_one_release(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    page.keyboard.down("w")
    page.keyboard.down("w")
    page.keyboard.down("w")
    expect(page.get_by_role("button", name="Ben slaps pizza 2")).to_have_class("claim claim-down")
    page.keyboard.up("w")
    assert done(page, simulated, 2) == [
        {"action": "press", "seat": 1, "slot": 1},
        {"action": "release", "seat": 1, "slot": 1},
    ]


def test_every_seat_has_its_row_of_keys(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated, count=6)
    for key in "1eax8o":
        page.keyboard.press(key)
    pressed = [action for action in done(page, simulated, 12) if action["action"] == "press"]
    assert [(action["seat"], action["slot"]) for action in pressed] == [(0, 0), (1, 2), (2, 0), (3, 1), (4, 1), (5, 2)]


def test_two_hands_may_be_down_together(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    for key in ("1", "q"):
        page.keyboard.down(key)
    for key in ("q", "1"):
        page.keyboard.up(key)
    actions = done(page, simulated, 4)
    assert [(action["action"], action["seat"]) for action in actions] == [
        ("press", 0),
        ("press", 1),
        ("release", 1),
        ("release", 0),
    ]


def test_keys_of_an_empty_seat_do_nothing(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated, count=2)
    page.keyboard.press("z")
    assert done(page, simulated, 0) == []


def test_a_button_on_the_screen_is_down_as_long_as_the_finger(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    button = page.get_by_role("button", name="Ada slaps pizza 3")
    button.hover()
    page.mouse.down()
    expect(button).to_have_class("claim claim-down")
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(button).to_have_class("claim ")
    assert [action["action"] for action in done(page, simulated, 2)] == ["press", "release"]


def test_a_click_turns_a_token_and_a_drag_moves_it(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    page.locator("[data-token='3']").click()
    page.locator("[data-token='4']").drag_to(page.locator(".surface"), target_position={"x": 200, "y": 200})
    flip, move = done(page, simulated, 2)
    assert flip == {"action": "flip", "token": 3}
    assert (move["action"], move["token"]) == ("move", 4)
    width = page.locator(".surface").evaluate("surface => surface.clientWidth")
    assert abs(move["x_mm"] - 200 * 1120 / width) < 4


def test_a_token_is_turned_and_moved_from_the_keyboard(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    page.locator("[data-token='3']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert done(page, simulated, 2) == [
        {"action": "flip", "token": 3},
        {"action": "move", "token": 3, "x_mm": 510, "y_mm": 420},
    ]


def test_the_hand_follows_the_pointer_and_goes_away(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    toggle = page.get_by_role("button", name="Hand over the table")
    toggle.click()
    page.locator(".surface").hover()
    simulated.simulation.actions.wait_for(lambda action: action["action"] == "hand")
    toggle.click()
    simulated.simulation.actions.wait_for(lambda action: action["action"] == "hand_away")


def test_the_buttons_of_the_page_act(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    for name in ("Next round", "Go", "Hold"):
        page.get_by_role("button", name=name, exact=True).click()
    assert done(page, simulated, 3) == [
        {"action": "next_round"},
        {"action": "button", "name": "go"},
        {"action": "button", "name": "hold"},
    ]


def test_the_verdict_stands_beside_the_table(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    simulated.table.show(views.accepted())
    expect(page.locator(".live-verdict")).to_contain_text("Ada takes the pizza")
    expect(page.get_by_text("drawn pictures, no real buttons")).to_be_visible()


def test_a_new_picture_is_fetched_when_the_table_changes(visitor: Visitor, simulated: Served) -> None:
    page = simulation(visitor, simulated)
    picture = page.locator(".surface img")
    first = picture.get_attribute("src")
    simulated.simulation.show(views.simulation())
    expect(picture).not_to_have_attribute("src", str(first))
