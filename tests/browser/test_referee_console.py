"""The referee's console in a real browser: the door, the night, and ruling with a thumb."""

from pathlib import Path

from browser import views
from browser.conftest import LAPTOP, PHONE, Visitor
from browser.referee_views import for_referee
from browser.serving import Served
from browser.views import View
from playwright.sync_api import Page, expect

from server.pins import reset_pin


def at_the_door(visitor: Visitor, served: Served, size: tuple[int, int] = PHONE) -> Page:
    return visitor.open(f"{served.url}/referee", size)


def choose_pin(page: Page, pin: str = "2468") -> None:
    page.get_by_label("PIN", exact=True).fill(pin)
    page.get_by_label("The same PIN again").fill(pin)
    page.get_by_role("button", name="Choose this PIN").click()
    expect(page.locator(".console")).to_be_visible()


def console(visitor: Visitor, served: Served, view: View, size: tuple[int, int] = PHONE) -> Page:
    served.table.show(view)
    page = at_the_door(visitor, served, size)
    choose_pin(page)
    return page


def test_the_first_visitor_chooses_the_pin_and_the_next_enters_it(visitor: Visitor, served: Served) -> None:
    page = at_the_door(visitor, served)
    page.get_by_label("PIN", exact=True).fill("2468")
    page.get_by_label("The same PIN again").fill("2469")
    page.get_by_role("button", name="Choose this PIN").click()
    expect(page.get_by_role("alert")).to_contain_text("differ")
    choose_pin(page)

    other = at_the_door(visitor, served)
    other.get_by_label("PIN").fill("1111")
    other.get_by_role("button", name="Enter").click()
    expect(other.get_by_role("alert")).to_have_text("That is not the PIN.")
    other.get_by_label("PIN").fill("2468")
    other.get_by_role("button", name="Enter").click()
    expect(other.locator(".console")).to_be_visible()
    other.reload()
    expect(other.locator(".console")).to_be_visible()


def test_a_reset_pin_shuts_an_open_console(visitor: Visitor, served: Served, tmp_path: Path) -> None:
    page = console(visitor, served, views.revealing())
    assert reset_pin(tmp_path / "pin.json")
    served.table.show(views.revealing())
    expect(page.get_by_role("heading", name="Choose the referee's PIN")).to_be_visible()
    expect(page.locator(".console")).to_have_count(0)


def test_a_game_starts_with_names_seats_and_the_youngest_first(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.idle())
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_disabled()
    page.get_by_label("Name at the red seat").fill("Ada")
    page.get_by_label("Name at the green seat").fill("Chloe")
    expect(start).to_be_disabled()
    ages = page.get_by_role("group", name="Tap the youngest first")
    ages.get_by_role("button", name="Chloe").click()
    page.get_by_role("group", name="Who is the next youngest?").get_by_role("button", name="Ada").click()
    start.click()
    assert served.table.commands.first(1) == [
        {
            "command": "start_game",
            "game": "xxl",
            "variant": "party",
            "seats": [{"seat": 0, "name": "Ada"}, {"seat": 2, "name": "Chloe"}],
            "youngest_first": [2, 0],
        }
    ]


def test_the_same_people_start_the_next_game_with_one_tap(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.idle())
    for colour, name in (("red", "Ada"), ("blue", "Ben")):
        page.get_by_label(f"Name at the {colour} seat").fill(name)
    for name in ("Ben", "Ada"):
        page.locator(".ages").get_by_role("button", name=name).click()
    page.get_by_role("button", name="Start", exact=True).click()
    served.table.commands.first(1)
    served.table.show(views.revealing(count=2))
    expect(page.get_by_text("Ben reveals a token.")).to_be_visible()
    served.table.show(views.over())
    expect(page.get_by_role("heading", name="Another game")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    first, second = served.table.commands.first(2)
    assert first == second


def test_a_round_is_opened_held_and_called_off(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.placing())
    page.get_by_role("button", name="Open the round", exact=True).click()
    served.table.show(views.revealing())
    page.get_by_role("button", name="Hold").click()
    page.get_by_role("button", name="Call off the round").click()
    expect(page.get_by_role("group", name="Call it off?")).to_be_visible()
    page.get_by_role("button", name="No").click()
    page.get_by_role("button", name="Call off the round").click()
    page.get_by_role("button", name="Yes").click()
    assert served.table.commands.first(3) == [
        {"command": "open_round", "slots": None},
        {"command": "hold", "on": True},
        {"command": "call_off_round"},
    ]


def test_the_tables_question_is_answered_with_one_tap(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.question())
    card = page.locator(".question")
    expect(card).to_contain_text("Was the pineapple face up?")
    expect(card.locator("img")).to_have_attribute("src", "/picture/v17.jpg")
    card.get_by_role("button", name="Takes the pizza").click()
    assert served.table.commands.first(1) == [{"command": "overrule", "verdict": 17, "reason": "accepted"}]


def test_a_verdict_is_overruled_after_asking_back_and_undone_by_its_label(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.accepted())
    page.locator(".verdict-head").click()
    page.get_by_role("button", name="Was not ready").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("button", name="Was not ready")).to_be_visible()
    page.get_by_role("button", name="Undo: Ada takes the pizza").click()
    assert served.table.commands.first(2) == [
        {"command": "overrule", "verdict": 17, "reason": "false_claim"},
        {"command": "undo"},
    ]


def test_without_a_camera_the_referee_reveals_and_awards_by_hand(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.camera_lost())
    page.get_by_text("Rule by hand").click()
    page.get_by_role("button", name="salami", exact=True).click()
    page.get_by_role("button", name="Chloe").click()
    page.get_by_role("button", name="Pizza 2: mushroom, tomato, onion").click()
    page.get_by_role("button", name="Yes").click()
    assert served.table.commands.first(2) == [
        {"command": "reveal", "kind": "salami"},
        {"command": "award", "seat": 2, "slot": 1},
    ]


def test_a_misread_piece_is_corrected_on_the_map(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.revealing())
    page.get_by_role("button", name="Board", exact=True).click()
    page.get_by_role("button", name="disc 0: ham").click()
    page.get_by_role("group", name="Correct piece 0").get_by_role("button", name="salami").click()
    expect(page.get_by_role("group", name="Correct piece 0")).to_have_count(0)
    page.get_by_text("Set the pizzas by hand").click()
    page.get_by_label("Pizza 3").select_option("ham-salami-olive")
    assert served.table.commands.first(2) == [
        {"command": "correct_piece", "piece": 0, "face": "up", "label": "salami"},
        {"command": "set_slot", "slot": 2, "pizza": "ham-salami-olive"},
    ]


def test_a_refusal_is_told_and_can_be_closed(visitor: Visitor, served: Served) -> None:
    served.table.answer = {"ok": False, "reason": "no_pizzas", "sentence": "No pizza lies in slot 2."}
    page = console(visitor, served, views.placing())
    page.get_by_role("button", name="Open the round", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("No pizza lies in slot 2.")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_health_names_what_is_wrong(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, for_referee(views.camera_lost(), "lost"))
    page.get_by_role("button", name="Health").click()
    health = page.locator(".pane-health")
    expect(health).to_contain_text("The camera does not answer.")
    expect(health).to_contain_text("Not seen: 2 (bottom right).")
    expect(health).to_contain_text("Line 26: Down for 40 s; look at its spring.")
    page.get_by_role("button", name="Record this night").click()
    page.get_by_role("button", name="Find the markers anew").click()
    page.get_by_role("button", name="Yes").click()
    assert served.table.commands.first(2) == [{"command": "record", "on": True}, {"command": "calibrate"}]


def test_a_laptop_shows_all_panes_at_once(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.revealing(), LAPTOP)
    for pane in ("play", "board", "health"):
        expect(page.locator(f".pane-{pane}")).to_be_visible()
    expect(page.locator(".tabs")).to_be_hidden()


def test_nothing_on_a_phone_is_wider_than_the_phone(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.question())
    for view in (views.idle(), views.placing(), views.accepted(), views.over(), views.question()):
        served.table.show(view)
        for pane in ("Play", "Board", "Health"):
            page.locator(".tab", has_text=pane).click()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_night_ends_after_asking_back(visitor: Visitor, served: Served) -> None:
    page = console(visitor, served, views.over())
    page.get_by_role("button", name="Good night").click()
    page.get_by_role("button", name="Yes").click()
    assert served.table.commands.first(1) == [{"command": "good_night"}]
