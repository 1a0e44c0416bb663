"""A reader of German meets no English: on boards, in moves and events, in advice, options and refusals."""
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.games.test_speech import ENGLISH
from tests.service.browser.live import act, guest, new_table, part, person, settled
from tests.whole import mostly_whole

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
MOVES = 4
TYPED = re.compile(r"\b0:\w")          # as in 0:church,1:ore 2
# all that a page says, one thing a line: what is seen, what labels say, what is written in pictures
SAID = """() => [...document.querySelectorAll("main *")].flatMap((each) => [
  ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()),
  each.getAttribute("aria-label"), each.getAttribute("title"), each.getAttribute("placeholder"),
]).filter(Boolean)"""


def english(page) -> list[str]:
    """What a page says with English words in it, but for values of options, which are the same everywhere."""
    return [text for text in page.evaluate(SAID) if ENGLISH.search(text) and not text.startswith(("{", "["))
            and not TYPED.search(text)]


@pytest.mark.parametrize("game", mostly_whole(
    ["burgundy", "catan_cards", "orleans", "world504", "backgammon", "pig"], lambda game: game == "catan_cards"))
def test_a_game_in_german_has_no_english_in_it(browser, address, game):
    table = new_table(address, game=game, seed=6, players=person())
    with guest(browser, address, f"{table['link']}?lang=de") as page:
        for number in range(MOVES):
            settled(page)
            assert english(page) == []
            act(page, number)
        settled(page)
        part(page, "seconds").select_option("2")
        part(page, "advise").click()
        expect(part(page, "searching")).to_contain_text(re.compile(r"^[\d.]+ Simulationen$"), timeout=60_000)
        assert part(page, "headline").text_content().startswith("Platz 0 ") or "Gewinnchance" in (
            part(page, "headline").text_content())
        assert english(page) == []


def test_moves_are_typed_in_german_and_refused_in_german(browser, address):
    table = new_table(address, game="burgundy", seed=6, players=person())
    with guest(browser, address, f"{table['link']}?lang=de", faults=False) as page:
        settled(page)
        first = part(page, "all").locator("button").first.get_attribute("data-move")
        part(page, "entry").fill(first)
        page.keyboard.press("Enter")
        settled(page)
        expect(part(page, "log")).to_contain_text(first)
        part(page, "entry").fill("elephant")
        page.keyboard.press("Enter")
        expect(part(page, "error")).to_contain_text("Kein Zug heißt hier")


@pytest.mark.whole
@pytest.mark.parametrize("path", ["/", "/follow", "/analyse", "/review", "/setup", "/rules/orleans"])
def test_other_pages_in_german_have_no_english_in_them(browser, address, path):
    with guest(browser, address, f"{path}?lang=de") as page:
        page.wait_for_load_state("networkidle")
        assert english(page) == []


@pytest.mark.whole
def test_an_analysis_in_german_has_no_english_in_it(browser, address):
    with guest(browser, address, "/analyse?lang=de") as page:
        page.locator("#text").fill((EXAMPLES / "burgundy-midgame.json").read_text(encoding="utf-8"))
        page.locator("#by-text button").click()
        page.locator("#seconds").select_option("5")
        page.locator("#begin").click()
        page.wait_for_selector("#headline:not(:empty)", timeout=60_000)
        page.locator('[data-part="all"] button').first.dispatch_event("click")
        page.wait_for_selector("#headline:not(:empty)", timeout=60_000)
        assert english(page) == []


@pytest.mark.whole
def test_a_review_in_german_has_no_english_in_it(browser, address):
    with guest(browser, address, "/review?lang=de") as page:
        page.locator("#file").set_input_files(EXAMPLES / "burgundy-game.jsonl")
        page.locator("#simulations").select_option("50")
        page.wait_for_selector("#result:not([hidden])", timeout=120_000)
        expect(page.locator("#told")).to_contain_text("Ereignis ", timeout=30_000)
        assert english(page) == []


def test_fields_to_set_up_and_what_is_wrong_have_german_names(browser, address):
    with guest(browser, address, "/setup?lang=de") as page:
        page.locator("#start-game").select_option("burgundy")
        page.locator("form.start button").click()
        expect(page.locator("#fields option", has_text="Platz 1 · Silber")).to_be_attached()
        assert [text for text in page.locator("#fields option").all_text_contents() if ENGLISH.search(text)] == []
        page.locator("#fields").select_option('["depots","1","tiles",1]')
        box = page.locator('[data-part="choices"] select').first
        expect(box).to_be_visible()
        assert "Kirche" in box.text_content()
        assert not ENGLISH.search(page.locator('[data-part="choices"] label').first.text_content())
        text = page.locator("#text").input_value()
        page.locator("#text").fill(re.sub(r'"silver": \d+', '"silver": "viel"', text, count=1))
        expect(page.locator("#verdict")).to_contain_text("Platz 0 · Silber players[0].silver: gefunden: 'viel'")
        expect(page.locator("#verdict code")).to_have_text("players[0].silver")
