"""The page on any screen: letters on a phone, dark boards in the dark, whole games on a phone and by keys alone."""

import pytest
from playwright.sync_api import Page, expect

import games
from tests.service.browser.live import click, guest, is_over, new_table, part, person, settled
from tests.whole import mostly_whole

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1600, "height": 1000}
LETTERS = 10.9              # CSS pixels, less what rounding takes
LIMIT = 1500                # clicks or keys of a game
# Games with what makes them short: each has an end that clicks without a plan reach.
LARGE = {"burgundy": {}, "catan_cards": {}, "orleans": {}, "world504": {"max_rounds": "4"}}

# Letters of the shown part of the picture, each with its size in CSS pixels, smallest first.
SIZES = """() => {
  const picture = document.querySelector(".board > svg"), { x, y, width, height } = picture.viewBox.baseVal;
  const way = picture.getScreenCTM().inverse();
  const all = [...picture.querySelectorAll("text")];
  const texts = all.filter((each) => each.textContent.trim() && !each.closest("defs"));
  return texts.map((each) => {
    const box = each.getBoundingClientRect(), to = each.getScreenCTM();
    const at = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(way);
    const inside = at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
    return inside ? [parseFloat(each.getAttribute("font-size")) * Math.hypot(to.a, to.b), each.textContent] : null;
  }).filter(Boolean).sort((one, other) => one[0] - other[0]);
}"""
# How light the board is, from 0 to 1: its ground, and what lies round the picture.
LIGHT = """() => [document.querySelector(".board > svg > rect"), document.querySelector(".board")].map((each, n) => {
  const style = getComputedStyle(each), painted = n ? style.backgroundColor : style.fill;
  const [r, g, b] = painted.match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 765;
})"""


def shown(page: Page) -> None:
    """Wait until the table is there, and its picture."""
    settled(page)
    page.wait_for_selector(".board > svg:first-child text", state="attached")


@pytest.mark.parametrize("name", mostly_whole(games.names(), {"connect_four"}.__contains__))
def test_letters_of_every_part_can_be_read_on_a_phone(browser, address, name):
    table = new_table(address, game=name, seed=6, players=person())
    with guest(browser, address, table["link"], viewport=PHONE) as page:
        shown(page)
        parts = part(page, "areas").locator("button:not([data-area=''])").all()
        for area in [each.get_attribute("data-area") for each in parts] or [None]:
            if area is not None:
                part(page, "areas").locator(f'[data-area="{area}"]').click()
            found = page.evaluate(SIZES)
            assert found, area
            if area is None and name == "backgammon":
                continue            # its picture is a third wider than the screen, and its letters are large
            assert [each for each in found if each[0] < LETTERS] == [], area


@pytest.mark.parametrize("name", mostly_whole(games.names(), {"connect_four"}.__contains__))
def test_a_board_is_dark_in_the_dark_and_light_in_the_light(browser, address, name):
    table = new_table(address, game=name, seed=6, players=person())
    with guest(browser, address, table["link"], color_scheme="dark") as page:
        shown(page)
        assert max(page.evaluate(LIGHT)) < 0.35
        page.emulate_media(color_scheme="light")
        assert page.evaluate(LIGHT)[1] > 0.8


@pytest.mark.whole
@pytest.mark.parametrize("seat", [0, 1])
def test_what_lies_before_you_in_orleans_is_in_view_on_a_desk(browser, address, seat):
    players = person() if seat == 0 else person()[::-1]
    table = new_table(address, game="orleans", seed=6, players=players)
    with guest(browser, address, table["link"], viewport=DESK) as page:
        shown(page)
        expect(page.locator(f"#seat-{seat}")).to_be_in_viewport(ratio=0.99)
        expect(page.locator("#turn")).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("scrollY") == 0
        page.locator(f'.over .lit[data-touch^="seat-{seat}-market"]').first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator(".over :focus, [data-part=short] :focus")).to_have_count(1)
        assert page.evaluate("scrollY") == 0


@pytest.mark.whole
@pytest.mark.parametrize("name", LARGE)
def test_a_whole_game_is_played_on_a_phone(browser, address, name):
    table = new_table(address, game=name, seed=3, options=LARGE[name], players=person(level=1))
    with guest(browser, address, table["link"], viewport=PHONE) as page:
        settled(page)
        for clicks in range(LIMIT):
            if is_over(page):
                break
            click(page, clicks)
            settled(page)
        expect(part(page, "winner")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.whole
@pytest.mark.parametrize("name", LARGE)
def test_a_whole_game_is_played_by_keyboard_alone(browser, address, name):
    table = new_table(address, game=name, seed=3, options=LARGE[name], players=person(level=1))
    with guest(browser, address, table["link"]) as page:
        settled(page)
        page.locator(".over .lit[tabindex='0']").focus()
        lost = list[tuple[int, str, str]]()
        for number in range(LIMIT):
            if is_over(page):
                break
            if (fallen := stroke(page, number)) is not None:
                lost.append((number, fallen, part(page, "when").inner_text()))
            settled(page)
        expect(part(page, "winner")).not_to_be_empty()
        assert lost == [], "the focus fell from the board"


def stroke(page: Page, number: int) -> str | None:
    """Choose what has the focus, or something near it; None, or what had it instead of the board and its short list."""
    there = str(page.evaluate("document.activeElement.outerHTML.slice(0, 80)"))
    where = page.evaluate("""() => document.activeElement.closest('[data-part="short"]') ? "short"
      : document.activeElement.closest(".over") ? "board" : document.querySelector(".over .lit") ? "lost" : "list" """)
    if where == "lost":
        page.locator(".over .lit[tabindex='0']").focus()
    elif where == "list":
        page.locator('[data-part="short"] button').first.focus()
    if where == "board":
        for key in ("Home", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "End")[:number % 6]:
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    return there if where == "lost" else None
