"""Set up, in a browser: a position as text, checked as one types, and where it leads."""
import json
import re

import pytest
from playwright.sync_api import expect

from tests.service.browser import studio

GAME = studio.a_game("connect_four", ("greedy", "greedy"))


def begin(page, game):
    page.goto("/setup")
    expect(page.locator("#start-game option").first).to_be_attached()
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_role("button", name="Start here").click()
    expect(page.locator("#verdict")).to_contain_text("The position is valid.")


def test_the_start_of_a_game_is_written_with_its_picture_beside_it(page):
    begin(page, "orleans")
    assert json.loads(page.locator("#text").input_value())["game"] == "orleans"
    expect(page.locator("#board > svg:first-child")).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("has to decide")
    expect(page.locator("#legal summary")).to_contain_text("legal moves")


def test_a_change_is_checked_as_it_is_typed_and_the_place_of_an_error_is_marked(page):
    begin(page, "orleans")
    text = page.locator("#text").input_value()
    page.locator("#text").fill(re.sub(r'"coins": \d+', '"coins": "five"', text, count=1))
    expect(page.locator("#verdict")).to_contain_text("players[0].coins: found 'five'")
    expect(page.locator("#backdrop mark")).to_have_text('"five"')
    expect(page.locator("#text")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#board")).to_have_class("board setting stale")
    for name in ("Play on", "Follow a table", "Analyse"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    page.get_by_role("button", name="Show the place").click()
    assert page.evaluate("() => { const t = document.getElementById('text'); "
                         "return t.value.slice(t.selectionStart, t.selectionEnd); }") == '"five"'
    page.keyboard.type("6")
    expect(page.locator("#verdict")).to_contain_text("The position is valid.")
    expect(page.locator("#backdrop mark")).to_have_count(0)
    expect(page.locator("#board")).to_have_class("board setting")


@pytest.mark.whole
def test_a_text_that_is_no_json_is_marked_where_it_breaks(page):
    begin(page, "connect_four")
    page.locator("#text").fill('{"game": "connect_four",\n "seats": two}')
    expect(page.locator("#verdict")).to_contain_text("Line 2, column 11")
    expect(page.locator("#backdrop mark")).to_have_text("two")


@pytest.mark.whole
def test_any_position_of_a_game_can_be_taken_and_analysed(page):
    page.goto("/setup")
    page.get_by_label("Link to a seat or table").fill(studio.SECRET)
    page.get_by_role("button", name="Fetch the game").click()
    expect(page.locator("#verdict")).to_contain_text("The game is over.")
    page.get_by_label("Position after event").fill("3")
    expect(page.locator("#verdict")).to_contain_text("Seat 1 has to decide.")
    here = json.loads(page.locator("#text").input_value())
    page.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile("/analyse$"))
    expect(page.locator("#status")).to_have_text("Seat 1 has to decide.")
    assert json.loads(page.locator("#text").input_value()) == here


def test_a_position_is_played_on_with_levels_in_the_other_seats(page):
    asked = []

    def answer(route):
        asked.append(route.request.post_data_json)
        route.fulfill(status=201, json={"table": "t", "seats": [{"seat": 1, "secret": "s", "link": "/reports"}]})

    page.route("**/api/v1/tables", answer)
    begin(page, "connect_four")
    page.get_by_label("Your seat").select_option("1")
    page.get_by_label("Level of the others").select_option("5")
    page.get_by_role("button", name="Play on").click()
    expect(page).to_have_url(re.compile("/reports$"))
    assert asked[0]["players"] == [{"kind": "level", "level": 5}, {"kind": "person"}]
    assert asked[0]["position"]["game"] == "connect_four"
    assert "game" not in asked[0]           # the server takes one of the two
    assert asked[0]["kind"] == "play"


@pytest.mark.whole
def test_a_page_that_did_not_come_by_https_begins_a_table_too(page):
    """There a browser knows no crypto.randomUUID: so it is for all who reach a server in their own network."""
    page.add_init_script("delete Crypto.prototype.randomUUID")
    page.route("**/api/v1/tables", lambda route: route.fulfill(
        status=201, json={"table": "t", "seats": [{"seat": 0, "secret": "s", "link": "/reports"}]}))
    begin(page, "connect_four")
    page.get_by_role("button", name="Play on").click()
    expect(page).to_have_url(re.compile("/reports$"))


@pytest.mark.whole
def test_on_a_phone_the_position_is_in_sight_once_it_is_there(page):
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, "burgundy")
    assert page.locator("#text").bounding_box()["y"] < 500


@pytest.mark.whole
def test_the_page_fits_and_pleases_axe_at_all_widths_light_and_dark(page):
    begin(page, "burgundy")
    page.locator("#text").fill("{")
    expect(page.locator("#verdict")).to_contain_text("Line 1")
    studio.pleases(page)


def test_a_place_is_clicked_and_what_lies_there_is_chosen(page):
    begin(page, "connect_four")
    page.locator('.over .lit[data-touch="cell-d1"]').dispatch_event("click")
    page.get_by_role("combobox", name="board · 5 · 3").select_option("o")
    expect(page.locator("#verdict")).to_contain_text("board: found 0 x and 1 o")        # told as ever
    page.locator("#fields").select_option('["board",5,2]')
    page.get_by_role("combobox", name="board · 5 · 2").select_option("x")
    expect(page.locator("#verdict")).to_contain_text("The position is valid.")
    assert json.loads(page.locator("#text").input_value())["board"][5] == "..xo..."
    page.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile("/analyse$"))
    expect(page.locator("#plans button").first).to_be_visible(timeout=30_000)           # the search begins by itself
    assert page.locator('.over .lit[data-touch="cell-c2"]').count() == 1


def test_a_piece_is_taken_up_and_laid_elsewhere_in_one_step(page):
    begin(page, "connect_four")
    page.locator("#text").fill(page.locator("#text").input_value().replace(".......", "x......", 6).replace(
        "x......", ".......", 5))
    expect(page.locator("#verdict")).to_contain_text("valid")
    page.locator('.over .lit[data-touch="cell-a1"]').dispatch_event("click")
    page.get_by_role("button", name="Take up").click()
    expect(page.locator('[data-part="held"]')).to_contain_text("You hold x.")
    page.locator('.over .lit[data-touch="cell-d3"]').dispatch_event("click")
    expect(page.locator('[data-part="held"]')).to_contain_text("x does not go there.")      # nothing lies below it
    page.locator('.over .lit[data-touch="cell-d1"]').dispatch_event("click")
    expect(page.locator('[data-part="held"]')).to_be_hidden()
    assert json.loads(page.locator("#text").input_value())["board"][5] == "...x..."
    expect(page.locator("#verdict")).to_contain_text("The position is valid.")


@pytest.mark.whole
def test_every_part_of_a_board_is_reached_by_keys(page):
    begin(page, "burgundy")
    page.locator(".over .lit").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="place-name"]')).not_to_be_empty()
