"""A person plays on the page: by clicks, by keyboard, with friends, through reloads and lost connections."""
import re
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Page, expect

import games
from games.catan_cards.names import KINDS
from mcts.redeals import resampled
from service.app import create_app
from service.positions import picture as drawn
from service.settings import Settings
from tests.service.browser.chromium import violations
from tests.service.browser.live import act, click, guest, is_over, new_table, part, person, settled, touches
from tests.service.browser.studio import served
from tests.whole import mostly_whole

SEED = 481516234208        # appears nowhere by chance
CLICKS = 20
LIMIT = 1500                # clicks of a game
CATAN = games.load("catan_cards")
FACE = re.compile(rf"seat-[0-9]-hand-(?:{'|'.join(KINDS)})")    # a card in a hand that lies face up
PICTURE = "async (secret) => (await fetch(`/api/v1/seats/${secret}/board.svg`)).text()"


def log_of(address: str, secret: str) -> list[dict]:
    return list(httpx.get(f"{address}/api/v1/seats/{secret}/log").json())


def my_moves(address: str, secret: str) -> list[str]:
    return [entry["move"] for entry in log_of(address, secret) if entry["seat"] == 0]


# ---- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "least", "sources", "options"), mostly_whole(
    [("burgundy", 50, 4, {}), ("catan_cards", 40, 2, {}), ("orleans", 40, 4, {}),
     ("world504", 40, 2, {"max_rounds": "4"}), ("leduc_poker", 0, 1, {})], lambda case: case[0] == "leduc_poker"))
def test_a_whole_game_against_level_3_is_played_by_clicks(browser, address, game, least, sources, options):
    table = new_table(address, game=game, seed=3, options=options, players=person())
    with guest(browser, address, table["link"]) as page:
        clicks = 0
        settled(page)
        while not is_over(page) and clicks < LIMIT:
            click(page, clicks)
            settled(page)
            clicks += 1
        expect(part(page, "winner")).not_to_be_empty()
        assert part(page, "sources").locator("tbody tr").count() >= sources
        assert table["seats"][0]["secret"] in page.get_by_role("link", name="Review this game").get_attribute("href")
        assert violations(page) == []
    assert clicks > least


@pytest.mark.whole
def test_what_reaches_a_browser_shows_only_cards_of_other_seats_that_seat_1_knows(browser, tmp_path):
    """Those that it gave, or that were taken from it: every deal of what it does not know gives it the same picture."""
    players = [{"kind": "level", "level": 3}, {"kind": "person"}, {"kind": "level", "level": 3}]
    app, game = create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", requests_per_second=0.0)), CATAN
    reached, known = list[str](), set[str]()
    with served(app) as address:
        table = new_table(address, game=game.name, seats=3, seed=SEED, players=players)
        with guest(browser, address, "/") as page:
            page.on("response", lambda answer: reached.append(heard(answer)))
            page.goto(table["seats"][1]["link"])
            for number in range(CLICKS):
                settled(page)
                if number:
                    act(page, number)
                    settled(page)
                picture = page.evaluate(PICTURE, table["seats"][1]["secret"])
                with app.state.rooms.use(app.state.store.table(table["table"])) as room:
                    dealt = [resampled(room.state, 1, deal) for deal in range(4)]
                assert len({state.to_bytes() for state in dealt}) > 1
                assert {drawn(game, state, 1) for state in dealt} == {picture}
                known |= set(FACE.findall(picture))
                if number == 5:
                    advised(page)
            reached.append(page.content())
        moves = [entry["move"] for entry in log_of(address, table["seats"][1]["secret"])]
    everything = "\n".join(reached)
    assert "(hidden)" in moves
    assert "seat-2-hand-unknown" in everything
    assert set(FACE.findall(everything)) <= known
    assert any(face.startswith("seat-1") for face in known)        # its own cards are there, and are found
    assert str(SEED) not in everything
    assert '"hand":' not in everything


def heard(answer) -> str:
    """The text of an answer; streams of events have no end, and say less than what is fetched after them."""
    kind = answer.headers.get("content-type", "")
    return answer.text() if answer.ok and "event-stream" not in kind and answer.request.method == "GET" else ""


@pytest.mark.whole
def test_three_people_plan_a_round_each_in_a_browser_of_their_own(browser, address):
    table = new_table(address, game="orleans", seats=3, seed=4, players=[{"kind": "person"}] * 3)
    with ExitStack() as stack:
        pages = [stack.enter_context(guest(browser, address, seat["link"])) for seat in table["seats"]]
        moved = [0, 0, 0]
        for page in pages:
            expect(part(page, "status")).not_to_have_text("The table is being set …")
        while sum(moved) < 200 and not all("ound 2" in part(page, "when").inner_text() for page in pages):
            for seat, page in enumerate(pages):
                if not page.locator("body.mine:not(.busy)").count():
                    continue
                lit = touches(page)
                if moved[seat] > 4 and "turn" in lit:
                    page.locator('.over .lit[data-touch="turn"]').dispatch_event("click")
                elif lit or part(page, "short").locator("button").count():
                    act(page, moved[seat], unlike="turn")
                else:
                    continue
                moved[seat] += 1
            pages[0].wait_for_timeout(30)
        assert all("ound 2" in part(page, "when").inner_text() for page in pages)
        assert min(moved) > 1


# ---- what may go wrong ------------------------------------------------------------------------


def test_a_game_goes_on_after_a_reload(browser, address):
    table = new_table(address, game="connect_four", seed=1, players=person(level=1))
    secret = table["seats"][0]["secret"]
    with guest(browser, address, table["link"]) as page:
        settled(page)
        act(page)
        settled(page)
        before = touches(page)
        page.reload()
        settled(page)
        assert touches(page) == before
        assert len(my_moves(address, secret)) == 1
        page.goto("/")
        page.get_by_role("link", name=re.compile("Connect Four")).click()
        settled(page)
        assert touches(page) == before


@pytest.mark.whole
def test_a_move_that_was_made_without_a_connection_is_played_once_when_it_is_back(browser, address):
    table = new_table(address, game="connect_four", seed=2, players=person(level=1))
    secret = table["seats"][0]["secret"]
    with guest(browser, address, table["link"], faults=False) as page:
        settled(page)
        page.context.set_offline(True)
        act(page)
        expect(part(page, "lost")).to_be_visible()
        assert my_moves(address, secret) == []
        page.context.set_offline(False)
        settled(page)
        expect(part(page, "lost")).to_be_hidden(timeout=15_000)
        assert len(my_moves(address, secret)) == 1


@pytest.mark.whole
def test_a_lost_answer_does_not_play_a_move_twice(browser, address):
    table = new_table(address, game="connect_four", seed=2, players=person(level=1))
    secret = table["seats"][0]["secret"]
    with guest(browser, address, table["link"], faults=False) as page:
        lost = []

        def lose(route) -> None:
            if lost:
                route.continue_()
                return
            lost.append(route.fetch())         # it reaches the server, but its answer does not come back
            route.abort()

        page.route("**/moves", lose)
        settled(page)
        act(page)
        settled(page)
        assert lost[0].ok
        assert len(my_moves(address, secret)) == 1


# ---- one's own turn ---------------------------------------------------------------------------


@pytest.mark.whole
def test_a_game_is_begun_played_and_taken_back_by_keyboard_alone(browser, address):
    with guest(browser, address, "/") as page:
        page.locator('input[value="burgundy"]').focus()
        page.keyboard.press("Space")
        tab_to(page, '[data-part="begin"]')
        page.keyboard.press("Enter")
        page.wait_for_url("**/play/*")
        settled(page)
        tab_to(page, ".over .lit")
        page.keyboard.press("Home")
        first = focused(page)
        page.keyboard.press("ArrowDown")
        assert focused(page) not in ("", first)
        assert focused_label(page)
        page.keyboard.press("Home")
        assert focused_label(page).endswith("moves")            # a click there narrows, and plays nothing yet
        page.keyboard.press("Enter")
        expect(part(page, "clicks").locator("li")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(part(page, "clicks").locator("li")).to_have_count(0)
        tab_to(page, '[data-part="entry"]')
        move = page.locator('[data-part="all"] button:not([data-move^="end"])').first.get_attribute("data-move")
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        expect(part(page, "undo")).to_be_enabled()
        tab_to(page, '[data-part="undo"]')
        page.keyboard.press("Enter")
        expect(part(page, "log")).to_contain_text("takes back")


@pytest.mark.whole
def test_a_board_is_chosen_by_its_picture(browser, address):
    with guest(browser, address, "/") as page:
        page.locator('input[value="burgundy"]').check()
        page.locator("details", has=page.locator("[data-pictures]")).first.locator("summary").first.click()
        chosen = page.locator('[data-options="burgundy"] [data-pictures] button[value="5"]')
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(page.locator('[data-options="burgundy"] [aria-pressed="true"]')).to_have_count(1)
        part(page, "begin").click()
        page.wait_for_url("**/play/*")
        settled(page)
        seat = httpx.get(f"{address}/api/v1/seats/{page.url.rsplit('/', 1)[1]}").json()
        assert seat["options"]["boards"] == "5"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.touch ?? ''"))


def focused_label(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


@pytest.mark.whole
def test_what_the_other_did_is_marked_and_stepped_through_and_the_keyboard_stays_on_the_board(browser, address):
    table = new_table(address, game="connect_four", seed=1, players=person(level=1))
    with guest(browser, address, table["link"]) as page:
        settled(page)
        page.locator(".over .lit").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("body.mine .over .news")
        theirs = log_of(address, table["seats"][0]["secret"])[-1]["move"]
        marked = page.locator(".over .news").evaluate_all("all => all.map(each => each.dataset.news)")
        assert marked == [f"cell-{theirs}"]
        assert focused(page).startswith("cell-")
        part(page, "earlier").click()
        expect(part(page, "past-line")).to_contain_text(f"Seat 1 {theirs}")
        assert touches(page) == []
        part(page, "earlier").click()
        expect(part(page, "past-at")).to_have_text("1 of 2")
        expect(part(page, "later")).to_be_focused()         # as there is nothing earlier
        expect(page.locator(f'.over [data-news="cell-{theirs}"]')).to_have_count(0)
        part(page, "now").click()
        expect(part(page, "earlier")).to_be_focused()
        assert len(touches(page)) == 7
        expect(page.locator(f'.over [data-news="cell-{theirs}"]')).to_have_count(1)


@pytest.mark.whole
def test_a_click_that_alone_finds_a_larger_move_asks_until_that_is_turned_off(browser, address):
    table = new_table(address, game="catan_cards", seed=8, players=person())
    secret = table["seats"][0]["secret"]
    with guest(browser, address, table["link"]) as page:
        settled(page)
        part(page, "short").get_by_role("button", name="stop trading").click()
        page.wait_for_selector('.over .lit[data-touch^="stack-"]')
        before, lit = len(my_moves(address, secret)), page.locator('.over .lit[data-touch^="stack-"]').first
        move = lit.get_attribute("aria-label").split(": ", 1)[1]
        lit.click()
        expect(part(page, "confirm")).to_have_text(f"Play: {move}")
        assert len(my_moves(address, secret)) == before
        page.keyboard.press("Escape")
        expect(part(page, "confirm")).to_be_hidden()
        part(page, "ask").uncheck()
        lit.click()
        page.wait_for_function("(count) => document.querySelectorAll('.over .lit').length !== count", arg=0)
        assert my_moves(address, secret)[before] == move


@pytest.mark.whole
def test_a_column_takes_a_click_anywhere(browser, address):
    table = new_table(address, game="connect_four", seed=1, players=person(level=1))
    with guest(browser, address, table["link"]) as page:
        settled(page)
        box = page.locator('[data-means="cell-c1"]').bounding_box()
        page.mouse.click(box["x"] + 3, box["y"] + 3)
        settled(page)
        assert my_moves(address, table["seats"][0]["secret"]) == ["c1"]


@pytest.mark.whole
def test_clicks_narrow_and_escape_takes_the_last_one_back(browser, address):
    table = new_table(address, game="burgundy", seed=5, players=person())
    with guest(browser, address, table["link"]) as page:
        settled(page)
        narrowing = page.locator('.over .lit[aria-label$="moves"]')
        while not narrowing.count():
            act(page)
            settled(page)
        before, count = touches(page), part(page, "count").inner_text()
        narrowing.first.dispatch_event("click")
        assert int(part(page, "count").inner_text()) < int(count)
        assert touches(page) != before
        page.keyboard.press("Escape")
        assert touches(page) == before


@pytest.mark.whole
def test_advice_names_plans_marks_them_and_plays_one(browser, address):
    table = new_table(address, game="burgundy", seed=6, players=person())
    secret = table["seats"][0]["secret"]
    with guest(browser, address, table["link"]) as page:
        settled(page)
        before = len(my_moves(address, secret))
        advised(page)
        expect(part(page, "headline")).to_contain_text("win chance")
        plan = page.locator(".plan-text").first
        moves = plan.locator(".moves").inner_text()
        plan.click()
        expect(page.locator(".over .mark circle").first).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.locator(".over .mark")).to_have_count(0)
        part(page, "play-plan").click()
        expect(part(page, "note")).not_to_be_empty()
        assert my_moves(address, secret)[before] == moves.split("; ")[0]


def advised(page: Page) -> None:
    """Ask for advice, and wait for its last word."""
    part(page, "advise").click()
    page.wait_for_selector('[data-part="why"] p', timeout=30_000)


@pytest.mark.whole
def test_an_open_seat_is_taken_by_whoever_has_the_link(browser, address):
    with guest(browser, address, "/") as page, guest(browser, address, "/") as friend:
        page.locator('input[value="tic_tac_toe"]').check()
        page.locator("#seat1").select_option("open")
        part(page, "begin").click()
        page.wait_for_url("**/play/*")
        link = part(page, "invite-link").input_value()
        assert violations(page) == []
        friend.goto(link)
        assert violations(friend) == []
        friend.get_by_label("Your name").fill("Grace")
        friend.get_by_role("button", name="Take the seat").click()
        friend.wait_for_url("**/play/*")
        expect(part(page, "invite")).to_be_hidden()
        expect(part(page, "players")).to_contain_text("Grace")
        settled(page)
        act(page)
        expect(page.locator(".board")).to_contain_text("Grace (o) to move")
        settled(friend)
        expect(friend.locator(".board")).to_contain_text("You (o) to move")
        assert len(touches(friend)) == 8


@pytest.mark.whole
def test_who_resigns_has_lost(browser, address):
    table = new_table(address, game="connect_four", seed=1, players=person(level=1))
    with guest(browser, address, table["link"]) as page:
        settled(page)
        part(page, "resign").click()
        assert violations(page) == []
        part(page, "sure").get_by_role("button", name="Resign").click()
        expect(part(page, "winner")).to_have_text("Winner: Seat 1")


@pytest.mark.whole
def test_a_move_that_passes_can_be_chosen_in_words(browser, address):
    """On the board it is only the sign that says whose turn it is."""
    table = new_table(address, game="catan_cards", seed=8, players=person())
    with guest(browser, address, table["link"]) as page:
        settled(page)
        expect(part(page, "players")).to_contain_text("1 point")
        expect(part(page, "players")).not_to_contain_text("1 points")
        page.wait_for_selector(".over .lit", state="attached")      # the board comes after the table
        assert "turn" in touches(page)
        part(page, "short").get_by_role("button", name="stop trading").click()
        expect(part(page, "log")).to_contain_text("You stop trading")


@pytest.mark.whole
def test_dice_of_the_log_stand_where_their_roll_does(browser, address):
    table = new_table(address, game="burgundy", seed=8, players=person())
    with guest(browser, address, table["link"]) as page:
        settled(page)
        told = part(page, "since").locator("li", has_text="Luck").first
        expect(told.locator(".die")).to_have_count(5)
        assert told.evaluate("(item) => item.querySelector('.die').previousSibling.textContent").endswith("roll ")
        assert re.search(r"goods .*roll [1-6] [1-6], [1-6] [1-6]; white [1-6]$", told.inner_text().replace("\n", ""))


# ---- how it looks -----------------------------------------------------------------------------


PHONE = {"width": 390, "height": 844}


@pytest.mark.whole
@pytest.mark.parametrize("game", ["connect_four", "leduc_poker"])
@pytest.mark.parametrize("size", [PHONE, {"width": 1024, "height": 768}, {"width": 1600, "height": 900}])
def test_a_small_board_is_seen_as_a_whole(browser, address, game, size):
    table = new_table(address, game=game, seed=1, players=person(level=1))
    with guest(browser, address, table["link"], viewport=size) as page:
        settled(page)
        for lit in page.locator(".over .lit").all():
            box = lit.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"]


@pytest.mark.whole
def test_on_a_phone_a_plan_is_marked_in_sight_and_played_from_there(browser, address):
    table = new_table(address, game="burgundy", seed=6, players=person())
    with guest(browser, address, table["link"], viewport=PHONE) as page:
        settled(page)
        advised(page)
        page.locator(".plan-text").first.click()
        expect(part(page, "board")).to_be_in_viewport(ratio=0.9)
        part(page, "play-marked").click()
        expect(part(page, "note")).not_to_be_empty()
        expect(part(page, "play-marked")).to_be_hidden()


@pytest.mark.whole
@pytest.mark.parametrize("game", ["burgundy", "catan_cards", "orleans", "world504"])
def test_on_a_phone_the_part_of_the_board_where_one_can_act_is_shown_large(browser, address, game):
    table = new_table(address, game=game, seed=6, players=person())
    with guest(browser, address, table["link"], viewport=PHONE) as page:
        settled(page)
        pressed = part(page, "areas").locator('[aria-pressed="true"]')
        expect(pressed).to_have_count(1)
        assert pressed.get_attribute("data-area")
        assert page.evaluate(SEEN) > 0
        assert page.evaluate(SCALE) >= 1.2
        part(page, "areas").get_by_role("button", name="All").click()
        assert page.evaluate(SEEN) == len(touches(page))
        assert violations(page) == []


@pytest.mark.whole
def test_on_a_phone_the_parts_of_a_board_have_names_in_the_language_of_who_plays(browser, address):
    table = new_table(address, game="orleans", seed=6, players=person())
    with guest(browser, address, f"{table['link']}?lang=de", viewport=PHONE) as page:
        settled(page)
        expect(part(page, "areas").locator("button")).to_have_text(
            ["Alles", "Karte", "Leisten", "Orte", "Du", "Platz 1"])


# How many things that can be clicked lie in the part of the picture that is shown; CSS pixels of one of the picture.
SEEN = """() => {
  const { x, y, width, height } = document.querySelector(".board svg").viewBox.baseVal;
  return [...document.querySelectorAll(".over .lit .shape")].filter((each) => {
    const box = each.getBBox();
    return box.x + box.width > x && box.x < x + width && box.y + box.height > y && box.y < y + height;
  }).length;
}"""
SCALE = """() => {
  const picture = document.querySelector(".board svg");
  return picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
}"""


@pytest.mark.whole
def test_on_a_phone_a_refusal_is_in_sight(browser, address):
    table = new_table(address, game="burgundy", seed=6, players=person())
    with guest(browser, address, table["link"], viewport={"width": 390, "height": 600}) as page:
        settled(page)
        part(page, "entry").fill("elephant")
        page.keyboard.press("Enter")
        expect(part(page, "error")).to_be_in_viewport(ratio=1)


@pytest.mark.whole
def test_on_a_phone_the_link_for_an_open_seat_is_in_sight(browser, address):
    with guest(browser, address, "/", viewport=PHONE) as page:
        page.locator('input[value="catan_cards"]').check()
        page.locator("#seat1").select_option("open")
        part(page, "begin").click()
        page.wait_for_url("**/play/*")
        page.wait_for_selector(".board svg")
        expect(part(page, "copy")).to_be_in_viewport(ratio=1)


@pytest.mark.whole
def test_on_a_phone_the_result_comes_into_sight_and_the_game_is_known_by_its_time(browser, address):
    table = new_table(address, game="burgundy", seed=1, players=person(level=1))
    with guest(browser, address, table["link"], viewport=PHONE) as page:
        settled(page)
        part(page, "resign").click()
        part(page, "sure").get_by_role("button", name="Resign").click()
        expect(part(page, "winner")).to_be_in_viewport(ratio=1)
        page.goto("/")
        expect(part(page, "kept").locator("li")).to_contain_text(re.compile(r"Burgundy.* 20\d\d, .*over"))


@pytest.mark.whole
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_all_sections_are_in_sight(browser, address, language):
    with guest(browser, address, f"/reports?lang={language}", viewport=PHONE) as page:
        for link in page.locator("nav a").all():
            expect(link).to_be_in_viewport(ratio=1)


@pytest.mark.whole
@pytest.mark.parametrize("width", [390, 1024, 1600])
def test_pages_fit_their_width_and_please_axe(browser, address, width):
    table = new_table(address, game="burgundy", seed=1, players=person())
    open_seat = new_table(address, game="pig", players=[{"kind": "person"}, {"kind": "open"}])
    paths = ["/", "/follow?lang=de", table["link"], f"{table['link']}?lang=de", "/?lang=en",
             f"/invite/{open_seat['invite']}", "/no-such-page"]
    with guest(browser, address, "/", faults=False, viewport={"width": width, "height": 900},
               color_scheme="dark" if width == 1024 else "light") as page:
        for path in paths:
            page.goto(path)
            if path.startswith(table["link"]):
                settled(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert violations(page) == []
