"""The table display in a real browser: it shows what happened, and never what the players are to see themselves."""

import cv2
import numpy as np
import pytest
from browser import views
from browser.conftest import WALL, Visitor
from browser.serving import Served
from browser.views import PIZZAS, View
from playwright.sync_api import Page, expect


def display(visitor: Visitor, served: Served, view: View) -> Page:
    served.table.show(view)
    page = visitor.open(f"{served.url}/table", WALL)
    expect(page.locator("main:not(.opening)")).to_be_visible()
    return page


def test_between_nights_it_welcomes_and_names_the_referees_address(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.idle())
    expect(page.get_by_role("heading", name="Pizza Table")).to_be_visible()
    expect(page.locator(".welcome-address strong")).to_contain_text("/referee")


def test_a_phone_can_scan_the_referees_address(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.idle())
    image = np.frombuffer(page.locator(".qr").screenshot(), np.uint8)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(image, cv2.IMREAD_COLOR))
    assert text == f"http://{page.locator('.welcome-address strong').inner_text()}"
    assert text.endswith("/referee")


def test_an_interrupted_night_is_told(visitor: Visitor, served: Served) -> None:
    view = views.idle()
    view["night"]["interrupted"] = "The table was cut off at 21:04 while round 3 was open."
    expect(display(visitor, served, view).get_by_text("cut off at 21:04")).to_be_visible()


def test_a_round_shows_pizzas_tokens_seats_and_whose_turn_it_is(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.revealing())
    expect(page.get_by_text("Ben reveals a token.")).to_be_visible()
    expect(page.locator(".slot .pizza")).to_have_count(3)
    expect(page.locator(".face-up")).to_have_count(6)
    expect(page.locator(".face-up", has_text="cheese")).to_contain_text("×2")
    expect(page.locator(".left-over", has_text="face down")).to_contain_text("9")
    expect(page.locator(".seat-turn")).to_contain_text("Ben")
    expect(page.locator(".seat", has_text="Chloe").get_by_label("2 of 3 pizzas")).to_be_visible()


def test_a_slap_shows_at_once_who_and_how_far_ahead_then_the_verdict(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.revealing())
    expect(page.locator(".happening")).to_have_count(0)
    served.table.show(views.slap_waiting())
    happening = page.locator(".happening")
    expect(happening).to_contain_text("Ada was first")
    expect(happening).to_contain_text("Ada +0.0 ms, Ben 12.3 ms behind")
    expect(happening.locator("img")).to_have_count(0)
    served.table.show(views.accepted())
    expect(happening).to_contain_text("Ada takes the pizza")
    expect(happening.locator(".press-time")).to_have_text(["+0.0 ms", "+12.3 ms", "+48.9 ms"])
    expect(happening.locator(".press-state")).to_have_text(["takes it", "too late", "too late"])
    picture = happening.locator("img")
    expect(picture).to_have_attribute("src", "/picture/v17.jpg")
    expect(page.locator(".slot-taken")).to_contain_text("Ada")
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => image.naturalWidth") > 0


def test_a_pizza_just_taken_stays_in_sight_with_its_taker(visitor: Visitor, served: Served) -> None:
    view = views.accepted()
    view["game"].update(phase="clearing")
    view["game"]["slots"][0].update(pizza=None, taken_by=None)
    page = display(visitor, served, view)
    slot = page.locator(".slot").first
    expect(slot.locator(".taken")).to_contain_text("Ada")
    expect(slot.get_by_role("img", name="ham, olive, pineapple")).to_be_visible()
    expect(page.get_by_text("no pizza")).to_have_count(0)


def test_the_next_round_clears_the_last_slap_away(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.accepted())
    expect(page.locator(".happening")).to_be_visible()
    view = views.accepted()
    view["game"].update(phase="revealing", round=4)
    view["game"]["slots"][0]["taken_by"] = None
    served.table.show(view)
    expect(page.get_by_text("Round 4")).to_be_visible()
    expect(page.locator(".happening")).to_have_count(0)
    expect(page.locator(".hands")).to_have_count(0)


def test_two_pizzas_taken_by_one_slap_are_both_told(visitor: Visitor, served: Served) -> None:
    view = views.accepted()
    other = views.verdict([views.press(1, 1, 3.0, "accepted")], id=18, headline="Ben takes the second pizza")
    view["verdicts"].append(other)
    page = display(visitor, served, view)
    expect(page.locator(".who")).to_contain_text("Ada takes the pizza")
    expect(page.locator(".besides")).to_contain_text("Ben takes the second pizza")


def test_a_false_claim_locks_out(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.false_claim())
    expect(page.locator(".happening")).to_contain_text("Chloe claimed too early")
    expect(page.locator(".seat-locked")).to_contain_text("locked out")


def test_a_tie_shows_both_hands_and_who_took_it(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.tie())
    expect(page.locator(".press-state")).to_have_text(["lost the tie", "takes it", "too late"])
    expect(page.locator(".who")).to_contain_text("Ben takes the pizza")


def test_a_question_to_the_referee_is_shown_as_one(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.question())
    expect(page.locator(".happening")).to_contain_text("The referee decides")


def test_the_winner_is_named(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.over())
    expect(page.get_by_role("heading", name="Ada wins")).to_be_visible()
    expect(page.locator(".winning-pizzas .pizza")).to_have_count(3)


def test_the_winning_slap_is_seen_before_the_winner(visitor: Visitor, served: Served) -> None:
    served.table.show(views.revealing())
    page = visitor.open(f"{served.url}/table", WALL, before=lambda page: page.clock.install())
    expect(page.get_by_text("Ben reveals a token.")).to_be_visible()
    served.table.show(views.over())
    expect(page.locator(".happening")).to_contain_text("Ada takes the pizza")
    expect(page.locator(".prompt")).to_have_text("Ada wins with three pizzas.")
    page.clock.fast_forward(10_000)
    expect(page.get_by_role("heading", name="Ada wins")).to_be_visible()
    expect(page.locator(".happening")).to_have_count(0)


def test_a_false_claim_is_shown_for_a_while_and_then_gives_way_to_the_round(visitor: Visitor, served: Served) -> None:
    served.table.show(views.false_claim())
    page = visitor.open(f"{served.url}/table", WALL, before=lambda page: page.clock.install())
    expect(page.locator(".happening")).to_contain_text("Chloe claimed too early")
    page.clock.fast_forward(15_000)
    expect(page.locator(".happening")).to_have_count(0)
    expect(page.locator(".seat-locked")).to_contain_text("Chloe")


def test_a_lost_camera_is_told(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.camera_lost())
    expect(page.get_by_text("The camera is gone.")).to_be_visible()


def test_a_simulated_table_says_so_and_a_real_one_does_not(visitor: Visitor, served: Served, simulated: Served) -> None:
    expect(display(visitor, simulated, views.revealing()).get_by_text("Simulated table")).to_be_visible()
    expect(display(visitor, served, views.revealing()).get_by_text("Simulated table")).to_have_count(0)


def test_a_view_that_cannot_be_drawn_leaves_the_next_one_a_chance(visitor: Visitor, served: Served) -> None:
    visitor.forgive = ("TypeError",)
    page = display(visitor, served, views.revealing())
    broken = views.revealing()
    broken["game"]["seats"] = None
    served.table.show(broken)
    expect(page.get_by_role("alert")).to_contain_text("could not draw")
    served.table.show(views.accepted())
    expect(page.locator(".happening")).to_contain_text("Ada takes the pizza")


def pizzas_drawn(page: Page) -> str:
    return str(page.locator(".pizzas").evaluate("list => list.outerHTML"))


@pytest.mark.parametrize("ready", [PIZZAS[0].split("-"), PIZZAS[1].split("-"), PIZZAS[2].split("-")])
def test_a_ready_pizza_looks_like_one_that_is_not(visitor: Visitor, served: Served, ready: list[str]) -> None:
    page = display(visitor, served, views.revealing([]))
    before = pizzas_drawn(page)
    served.table.show(views.revealing([*ready, "cheese"]))
    expect(page.locator(".face-up")).to_have_count(4)
    assert pizzas_drawn(page) == before


def test_every_screen_fits_the_wall_without_scrolling(visitor: Visitor, served: Served) -> None:
    page = display(visitor, served, views.idle())
    moments = [views.revealing(), views.revealing(count=6), views.accepted(), views.tie(), views.question()]
    for view in [*moments, views.camera_lost(), views.over()]:
        served.table.show(view)
        expect(page.locator(".seat")).to_have_count(len(view["game"]["seats"]))
        bottom = page.locator(".seats").evaluate("seats => seats.getBoundingClientRect().bottom")
        assert bottom <= WALL[1]
        assert page.evaluate("document.documentElement.scrollWidth") <= WALL[0]
