"""The rules open where the game is, and whatever one points at is explained: by mouse, keyboard, finger and button."""
import re

import pytest
from playwright.sync_api import expect

import games
from tests.service.browser.live import guest, new_table, part, person, settled
from tests.whole import mostly_whole

GAMES = ("pig", "burgundy", "catan_cards", "orleans", "world504", "backgammon", "connect_four")
WAIT = 10_000


def scrolled(page) -> None:
    """The page tells of its scrolling with its next picture, and that hides an answer."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def middle(locator) -> tuple[float, float]:
    locator.scroll_into_view_if_needed()
    scrolled(locator.page)
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def answer(page):
    return page.locator("#what")


@pytest.mark.parametrize(("game", "language"), mostly_whole(
    [(game, language) for game in GAMES for language in ("en", "de")], lambda case: case == ("pig", "de")))
def test_rules_open_where_the_game_is_and_things_are_explained_without_a_move(browser, address, game, language):
    table = new_table(address, game=game, seed=6, players=person())
    with guest(browser, address, f"{table['link']}?lang={language}") as page:
        page.wait_for_selector(".over .lit, [data-part=short] button", state="attached", timeout=60_000)
        part(page, "rules").locator("summary").first.click()
        here = page.locator(".rules .here")
        expect(here.first).to_be_visible(timeout=WAIT)
        texts = set(here.locator("dd").all_inner_texts())
        told = part(page, "when").inner_text()
        part(page, "what").click()
        expect(part(page, "what-hint")).to_be_visible()
        page.mouse.click(*middle(page.locator(".over .lit").first))
        expect(answer(page)).to_be_visible(timeout=WAIT)
        assert answer(page).locator("div p").first.inner_text()
        assert part(page, "when").inner_text() == told          # nothing was played
        answer(page).locator("button").first.click(timeout=WAIT)
        expect(page.locator(".rules .asked")).to_be_visible()
        assert answer(page).is_hidden()
        assert texts
        part(page, "all").locator("button").first.evaluate("each => each.closest('details').open = true")
        page.mouse.move(*middle(part(page, "all").locator("button").first))
        expect(answer(page)).to_be_visible(timeout=WAIT)


@pytest.mark.whole
def test_a_key_a_rest_of_the_pointer_and_a_long_press_ask(browser, address):
    table = new_table(address, game="burgundy", seed=6, players=person())
    with guest(browser, address, table["link"], has_touch=True) as page:
        settled(page)
        told = part(page, "when").inner_text()
        thing = page.locator('[id^="supply-knowledge-12"]').first
        page.mouse.move(*middle(thing))
        expect(answer(page)).to_contain_text("knowledge 12", timeout=WAIT)
        page.keyboard.press("Escape")
        expect(answer(page)).to_be_hidden()
        page.locator('.over [tabindex="0"]').focus()
        page.keyboard.press("?")
        expect(answer(page)).to_be_visible(timeout=WAIT)
        page.keyboard.press("Escape")
        x, y = middle(page.locator(".over .lit").first)
        client = page.context.new_cdp_session(page)
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(answer(page)).to_be_visible(timeout=WAIT)
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(300)
        expect(answer(page)).to_be_visible()
        assert part(page, "when").inner_text() == told
        assert part(page, "clicks").inner_text() == ""


@pytest.mark.whole
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_answer_fits_a_phone(browser, address, language):
    table = new_table(address, game="orleans", seed=6, players=person())
    with guest(browser, address, f"{table['link']}?lang={language}", viewport={"width": 390, "height": 844}) as page:
        page.wait_for_selector(".over .lit", state="attached", timeout=60_000)
        part(page, "what").click()
        page.mouse.click(*middle(page.locator('.over .lit[data-touch^="seat-0-village"]').first))
        expect(answer(page)).to_be_visible(timeout=WAIT)
        box = answer(page).bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"]
        assert 0 <= box["y"] <= 844 - box["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("path", "game", "language"), mostly_whole(
    [(path, game, language) for path in ("/analyse", "/setup") for game in GAMES for language in ("en", "de")],
    {("/analyse", "pig", "de"), ("/setup", "connect_four", "en")}.__contains__))
def test_rules_and_things_are_explained_where_a_position_is_analysed_and_set_up(browser, address, path, game, language):
    with guest(browser, address, f"{path}?lang={language}") as page:
        page.wait_for_selector("#start-game option", state="attached")
        page.locator("#start-game").select_option(game)
        page.locator("form.start button").click()
        page.wait_for_selector(".over .lit, [data-part=short] button", state="attached")
        part(page, "rules").locator("summary").first.click()
        expect(page.locator(".rules .here").first).to_be_visible(timeout=WAIT)
        assert part(page, "rules-link").get_attribute("href").startswith(f"/rules/{game}?seats=")
        text = page.locator("#text").input_value()
        part(page, "what").click()
        expect(part(page, "what-hint")).to_be_visible()
        asked = page.locator(".board [data-about]").first
        asked.evaluate("each => each.scrollIntoView({ block: 'center' })")
        scrolled(page)
        asked.dispatch_event("click")
        expect(answer(page)).to_be_visible(timeout=WAIT)
        assert answer(page).locator("div p").first.inner_text()
        answer(page).locator("button").first.click()
        expect(page.locator(".rules .asked")).to_be_visible()
        assert page.locator("#text").input_value() == text          # nothing was played or changed
        listed = part(page, "all").locator("button").first
        listed.evaluate("each => each.closest('details').open = true")
        page.mouse.move(*middle(listed))
        expect(answer(page)).to_be_visible(timeout=WAIT)


@pytest.mark.whole
def test_another_game_brings_its_own_rules(browser, address):
    with guest(browser, address, "/analyse") as page:
        for game in ("pig", "connect_four"):
            page.locator("#source").evaluate("each => each.open = true")
            page.locator("#start-game option").first.wait_for(state="attached")
            page.locator("#start-game").select_option(game)
            page.locator("form.start button").click()
            expect(part(page, "rules-link")).to_have_attribute("href", re.compile(f"^/rules/{game}"))
            part(page, "rules").evaluate("each => each.open = true")
            told = games.load(game).rules.page(2, {}).sections[0].entries[0].text
            expect(part(page, "rules-text")).to_contain_text(told[:40], timeout=WAIT)
