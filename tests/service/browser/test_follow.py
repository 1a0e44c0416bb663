"""A real table is followed on the page: moves, dice and draws are entered by clicks and as typed lines."""

import pytest
from playwright.sync_api import expect

from games import records
from tests.service.browser.chromium import violations
from tests.service.browser.live import act, guest, new_table, part, settled


def test_turns_of_a_table_are_entered_by_clicks_and_lines(browser, address, tmp_path):
    with guest(browser, address, "/follow") as page:
        page.locator('input[value="backgammon"]').check()
        part(page, "begin").click()
        page.wait_for_url("**/follow/*")
        settled(page)
        roll = part(page, "short").locator("button").first          # dice that no click parts: a list of all rolls
        entered = [roll.get_attribute("data-move")]
        roll.click()
        settled(page)
        part(page, "advise").click()
        page.wait_for_selector('[data-part="why"] p', timeout=30_000)
        for number in range(6):
            act(page, number)
            settled(page)
        last = page.locator('[data-part="all"] button').last.get_attribute("data-move")
        part(page, "entry").fill(last)
        page.keyboard.press("Enter")
        settled(page)
        expect(part(page, "error")).to_be_empty()
        assert violations(page) == []
        with page.expect_download() as got:
            page.get_by_role("link", name="Download the record").click()
        file = tmp_path / "game.jsonl"
        got.value.save_as(file)
        moves = [event.move for event in records.read(file).events]
        assert entered[0] in moves
        assert moves[-1] == last or last in moves
        part(page, "undo").click()
        settled(page)
        with page.expect_download() as again:
            page.get_by_role("link", name="Download the record").click()
        again.value.save_as(file)
        assert len(records.read(file).events) < len(moves)


@pytest.mark.whole
def test_a_line_that_does_not_fit_is_refused_in_words(browser, address):
    table = new_table(address, game="burgundy", kind="follow")
    with guest(browser, address, table["link"], faults=False) as page:
        settled(page)
        part(page, "entry").fill("elephant")
        page.keyboard.press("Enter")
        expect(part(page, "error")).to_contain_text("elephant")


@pytest.mark.whole
def test_what_is_not_seen_is_left_out(browser, address):
    table = new_table(address, game="kuhn_poker", kind="follow", view=0)
    with guest(browser, address, table["link"]) as page:
        settled(page)
        page.locator('[data-part="all"] button').first.click()
        settled(page)
        part(page, "unseen").click()
        settled(page)
        expect(part(page, "status")).to_have_text("Your turn")


@pytest.mark.whole
def test_cards_that_no_click_tells_apart_stand_in_a_list(browser, address):
    """The picture as a seat sees it has one pile of cards, whatever card comes from it."""
    table = new_table(address, game="catan_cards", kind="follow", view=0)
    with guest(browser, address, table["link"]) as page:
        settled(page)
        act(page)
        expect(part(page, "short").locator("button")).to_have_count(5)
        expect(part(page, "hint-line")).to_have_text("Choose one of these:")
        part(page, "short").get_by_role("button", name="card grain").click()
        expect(part(page, "when")).to_contain_text("card 2 of 5")


@pytest.mark.whole
def test_waters_of_504_are_entered_by_clicks_wherever_they_are(browser, address):
    table = new_table(address, game="world504", kind="follow")
    with guest(browser, address, table["link"]) as page:
        settled(page)
        for space in ("space-3-minus-3", "space-5-minus-4"):
            page.locator(f'.over .lit[data-touch="{space}"]').dispatch_event("click")
        expect(part(page, "log")).to_contain_text("waters on 5,-4 and 3,-3")
