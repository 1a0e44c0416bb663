"""Analyse, in a browser: a position from anywhere, a live ranking of plans, and the line of each on the board."""
import json
import re

import pytest
from playwright.sync_api import expect

from tests.service.browser import studio

MIDGAME = (studio.ROOT / "examples/burgundy-midgame.json").read_text(encoding="utf-8")
GAME = studio.a_game("burgundy", ("greedy", "greedy"))


def take(page, text):
    page.goto("/analyse")
    page.get_by_label("Position (JSON)").fill(text)
    page.get_by_role("button", name="Use this").click()


def search(page, seconds="2"):
    page.get_by_label("Think for").select_option(seconds)
    page.get_by_role("button", name="Analyse", exact=True).click()


@pytest.fixture(scope="module")
def analysed(browser, address):
    """A page that has analysed the middle of a game of Burgundy."""
    with studio.page(browser, address) as shown:
        take(shown, MIDGAME)
        expect(shown.locator("#board > svg:first-child")).to_be_visible()
        expect(shown.locator("#status")).to_have_text("Seat 1 has to decide.")
        search(shown)
        expect(shown.locator("#headline")).to_contain_text("Seat 1 to move: win chance", timeout=30_000)
        yield shown


def test_plans_are_ranked_with_intervals_and_the_line_of_the_best_is_on_the_board(analysed):
    plans = analysed.locator("#plans button")
    assert plans.count() > 1
    chances = [float(re.search(r"([\d.]+) %", text)[1]) for text in plans.locator(".odds").all_inner_texts()]
    assert chances == sorted(chances, reverse=True)
    assert plans.first.locator(".unsure").count() == 1
    expect(plans.first).to_have_attribute("aria-pressed", "true")
    expect(analysed.locator("#board .marks rect").first).to_be_attached()


def test_what_each_plan_does_to_the_points_of_each_seat_is_told(analysed):
    expect(analysed.locator("#scores tbody tr").first).to_contain_text("±")
    assert analysed.locator("#scores thead").inner_text().count("seat") == 2
    assert re.search(r"[+−]\d+\.\d", analysed.locator("#scores tbody tr").nth(1).locator(".small").first.inner_text())


def test_a_line_is_gone_through_by_keys_and_what_it_touches_is_marked(analysed):
    steps = analysed.locator("#step-moves button")
    moves = [text.partition(": ")[2] for text in steps.all_inner_texts()]
    expect(analysed.locator("#step-told")).to_have_text(f"Step 1 of {len(moves)}. seat 1: {moves[0]}")
    analysed.locator("#step-on").focus()
    analysed.keyboard.press("ArrowRight")
    expect(analysed.locator("#step-told")).to_contain_text(f"Step 2 of {len(moves)}.")
    expect(analysed.locator("#board .marks text").first).to_have_text("2")
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    analysed.keyboard.press("ArrowLeft")
    expect(analysed.locator("#step-told")).to_contain_text("Step 1 of")
    expect(analysed.locator("#step-back")).to_be_disabled()


@pytest.mark.whole
def test_the_page_fits_and_pleases_axe_at_all_widths_light_and_dark(analysed):
    studio.pleases(analysed)


def test_another_plan_puts_its_own_line_on_the_board(analysed):
    analysed.locator("#plans button").nth(1).click()
    expect(analysed.locator("#plans button").nth(1)).to_have_attribute("aria-pressed", "true")
    first = analysed.locator("#plans .what").nth(1).inner_text().split("; ")[0]
    expect(analysed.locator("#step-moves button").first).to_contain_text(first)


@pytest.mark.whole
def test_the_first_ranking_comes_while_the_search_goes_on_and_it_can_be_stopped(page):
    take(page, MIDGAME)
    expect(page.locator("#board > svg:first-child")).to_be_visible()
    search(page, "30")
    expect(page.locator("#plans button").first).to_be_visible()
    expect(page.locator("#work")).to_contain_text("so far")
    expect(page.locator("#headline")).to_be_empty()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#headline")).not_to_be_empty(timeout=20_000)
    done = re.search(r"in ([\d.]+) s", page.locator("#status").inner_text())
    assert float(done[1]) < 25
    expect(page.get_by_role("button", name="Continue")).to_be_visible()


@pytest.mark.whole
def test_a_game_of_this_server_gives_any_of_its_positions(page):
    page.goto("/analyse")
    page.get_by_label("Link to a seat or table").fill(f"http://somewhere/seats/{studio.SECRET}")
    page.get_by_role("button", name="Fetch the game").click()
    expect(page.locator("#status")).to_have_text("The game is over here.")
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_disabled()
    page.get_by_label("Position after event").fill("40")
    expect(page.locator("#by-number output")).to_contain_text("after 40 of")
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_enabled()


@pytest.mark.whole
def test_a_new_start_can_be_chosen_with_its_options_by_keys_alone(page):
    page.goto("/analyse")
    expect(page.locator("#start-game option").first).to_be_attached()
    page.locator("#start-game").focus()
    page.keyboard.type("Pig")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#board > svg:first-child")).to_be_visible()
    page.locator("#seconds").focus()
    page.keyboard.press("Home")             # until it is stopped
    page.keyboard.press("ArrowDown")        # 2 s
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_contain_text("Seat 0 to move", timeout=30_000)


def test_a_text_that_is_no_position_is_told_with_its_place(page):
    broken = json.loads(MIDGAME)
    broken["players"][0]["silver"] = "many"
    take(page, json.dumps(broken, indent=1))
    line = next(n for n, text in enumerate(json.dumps(broken, indent=1).splitlines(), 1) if '"many"' in text)
    expect(page.get_by_role("alert")).to_contain_text(f"Line {line}, column")
    expect(page.get_by_role("alert")).to_contain_text("silver")


@pytest.mark.whole
def test_on_a_phone_the_line_of_a_plan_and_errors_come_into_sight(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/analyse")
    page.get_by_label("Link to a seat or table").fill("no link")
    page.get_by_role("button", name="Fetch the game").click()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    take(page, MIDGAME)
    search(page)
    expect(page.locator("#headline")).to_contain_text("win chance", timeout=30_000)
    page.locator("#plans button").nth(2).click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
    assert page.locator("#scores tbody td").last.bounding_box()["x"] < 390


@pytest.mark.whole
def test_a_position_from_a_text_has_no_place_in_the_game_before_it(page):
    page.goto(f"/analyse#{studio.SECRET}")
    expect(page.get_by_label("Position after event")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("The game is over here.")
    page.locator("#source > summary").click()
    page.get_by_label("Position (JSON)").fill(MIDGAME)
    page.get_by_role("button", name="Use this").click()
    expect(page.locator("#status")).to_have_text("Seat 1 has to decide.")
    expect(page.get_by_label("Position after event")).to_be_hidden()


@pytest.mark.whole
def test_marks_lie_on_what_a_move_touches_where_the_picture_has_margins(page):
    page.set_viewport_size({"width": 1600, "height": 700})
    page.goto("/analyse")
    expect(page.locator("#start-game option").first).to_be_attached()
    page.get_by_label("Game", exact=True).select_option("connect_four")
    page.get_by_role("button", name="Start here").click()
    search(page)
    expect(page.locator("#headline")).to_contain_text("win chance", timeout=30_000)
    plan = page.locator("#plans button", has_not_text="d1").first
    plan.click()
    expect(page.locator("#step-told")).to_contain_text(cell := plan.locator(".what").inner_text())
    ring, hole = (page.locator(f"#board {name}").bounding_box() for name in (".marks .ring", f'[id$="{cell}"]'))
    for side, length in (("x", "width"), ("y", "height")):
        assert abs(2 * ring[side] + ring[length] - 2 * hole[side] - hole[length]) < 4      # twice the middle
        assert hole[length] < ring[length] < hole[length] + 25
