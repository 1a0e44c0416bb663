"""The analysis board, in a browser: moves are tried by clicks and kept as a tree, and a link shares it."""
import json
import re

import httpx
import pytest
from playwright.sync_api import expect

import games
from tests.service.browser import studio
from tests.service.browser.live import guest, new_table, part, settled

START = json.dumps(games.load("connect_four").notation.position_to_json(games.load("connect_four").start()))


def take(page, text):
    page.goto("/analyse")
    page.get_by_label("Position (JSON)").fill(text)
    page.get_by_role("button", name="Use this").click()
    page.wait_for_selector('.over .lit, [data-part="short"] button')


def click(page, cell):
    page.locator(f'.over .lit[data-touch$="{cell}"]').dispatch_event("click")


def tree(page):
    """The moves of the tree as they stand there, the nested ones in brackets, and what is looked at with a star."""
    return page.evaluate("""() => {
      const told = (list) => [...list.children].map((item) => item.firstChild.localName === "ol"
        ? `(${told(item.firstChild)})` : item.querySelector(".what").textContent
          + (item.querySelector("[aria-current]") ? "*" : "")).join(" ");
      return told(document.querySelector('[data-part="tree"]'));
    }""")


def test_moves_are_tried_by_clicks_kept_as_a_tree_and_shared_by_a_link(page):
    take(page, START)
    for cell in ("d1", "c1"):
        click(page, cell)
        expect(part(page, "tree").locator("[aria-current] .what")).to_have_text(cell)
    page.locator("#step-back").click()
    expect(page.locator("#status")).to_have_text("Seat 1 has to decide.")
    click(page, "d2")
    expect(page.locator("#status")).to_have_text("Seat 0 has to decide.")
    assert tree(page) == "Start d1 c1 (d2*)"
    page.locator("#step-back").click()
    page.locator("#step-on").click()
    expect(part(page, "tree").locator("[aria-current] .what")).to_have_text("d2")       # where one was last
    part(page, "share").click()
    expect(part(page, "share-link")).not_to_have_value("")
    link = part(page, "share-link").input_value()
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#plans button").first).to_be_visible(timeout=30_000)           # the search begins by itself
    assert tree(page) == "Start d1 d2*"
    expect(part(page, "tree").locator("[aria-current] .number")).to_have_text(re.compile(r"^\d+ %$"))
    assert re.fullmatch(r"Win chance of seat 0: [\d.]+ %", part(page, "balance").get_attribute("aria-label"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#headline")).to_contain_text("Seat 0 to move", timeout=20_000)
    part(page, "remove").click()
    expect(part(page, "tree").locator("[aria-current] .what")).to_have_text("d1")
    assert tree(page) == "Start d1*"
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_enabled()      # it was stopped, and stays so


@pytest.mark.whole
def test_a_search_goes_along_and_a_line_becomes_a_variation(page):
    take(page, START)
    page.get_by_label("Think for").select_option("2")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator("#headline")).to_contain_text("Seat 0 to move", timeout=30_000)
    page.locator("#step-on").click()
    expect(page.locator("#step-told")).to_contain_text(re.compile("^(Step 2|The board after)"))
    part(page, "keep").click()
    expect(part(page, "tree").locator("button")).to_have_count(2)
    expect(page.locator("#headline")).to_contain_text("Seat 1 to move", timeout=30_000)
    expect(part(page, "tree").locator(".number")).to_have_count(2)


@pytest.mark.whole
def test_luck_is_chosen_or_drawn(page):
    pig = games.load("pig")
    state = pig.start()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    take(page, json.dumps(pig.notation.position_to_json(state)))
    expect(page.locator("#status")).to_contain_text("Chance decides here.")
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_disabled()
    part(page, "luck").click()
    expect(page.locator("#status")).to_contain_text("has to decide")
    expect(part(page, "tree").locator("[aria-current] .seat")).to_have_text("luck")
    page.locator("#step-back").click()
    expect(page.locator("#status")).to_contain_text("Chance decides here.")
    part(page, "moves-part").locator("summary").click()
    expect(part(page, "all").locator("button").first).to_contain_text("%")
    part(page, "all").locator("button").nth(5).click()
    expect(page.locator("#status")).to_have_text("Seat 0 has to decide.")


@pytest.mark.parametrize("broken", ["", "AAAA", "q1YqSy3KTFWyUlAqSC3KzS9LVbJSKs3JSVXSUUpJLEkEsU2NjCyUagE"])
@pytest.mark.whole
def test_a_link_that_is_cut_is_told(page, broken):
    page.goto(f"/analyse#at={broken}")
    expect(page.get_by_role("alert")).to_contain_text("This link holds no position.")


@pytest.mark.whole
def test_a_game_under_way_opens_with_one_click_and_shows_what_its_seat_knows(browser, address):
    table = new_table(address, game="leduc_poker", seed=4, players=[{"kind": "person"}, {"kind": "person"}])
    secret = table["seats"][0]["secret"]
    with guest(browser, address, table["link"]) as page:
        page.wait_for_selector(".board > svg")
        part(page, "analyse").click()
        page.wait_for_selector(".over .lit, [data-part=short] button")
        expect(part(page, "guess")).to_be_visible()
        own = httpx.get(f"{address}/api/v1/seats/{secret}/board.svg").text
        assert page.evaluate("""(svg) => {
          const texts = (root) => [...root.querySelectorAll("text")].map((each) => each.textContent).join("|");
          const own = texts(new DOMParser().parseFromString(svg, "image/svg+xml"));
          return own === texts(document.querySelector("#board svg"));
        }""", own)
        expect(page.locator("#plans button").first).to_be_visible(timeout=30_000)
        page.get_by_role("button", name="Stop").click()


@pytest.mark.whole
def test_one_plays_on_from_a_place_of_the_analysis(browser, address):
    with guest(browser, address, "/analyse") as page:
        page.get_by_label("Position (JSON)").fill(START)
        page.get_by_role("button", name="Use this").click()
        page.wait_for_selector(".over .lit")
        click(page, "d1")
        expect(page.locator("#status")).to_have_text("Seat 1 has to decide.")
        page.get_by_label("Your seat").select_option("1")
        page.get_by_role("button", name="Play on").click()
        settled(page)
        assert "d1" not in [each.get_attribute("data-move") for each in part(page, "all").locator("button").all()]


def test_a_name_that_turns_the_line_round_turns_itself_alone(page):
    """Between a mark that isolates it and one that ends that: then what follows it reads on from left to right."""
    page.goto("/analyse")
    told = page.evaluate("""async (names) => {
      const { seated, called, renamed } = await import("/static/seats.js");
      seated({ players: names.map((name) => ({ name })), seat: null, colours: [] });
      return names.flatMap((_, seat) => [called(seat), renamed(`Seat ${seat}, to play`)]);
    }""", ["\u202eAda", "Grace"])
    assert told == ["\u2068\u202eAda\u2069", "\u2068\u202eAda\u2069, to play", "Grace", "Grace, to play"]


@pytest.mark.parametrize(("language", "texts", "told"), [
    ("en", ["Seat 0 to move", "Seat 0 plays", "green, seat 1 presides", "round 3, seat 12", "Seat 1's", "unseat 1"],
     ["You to move", "Ada plays", "green, Grace presides", "round 3, seat 12", "Grace's", "unseat 1"]),
    ("de", ["Platz 0 am Zug", "Platz 0, grün", "Platz 0 ist am Zug", "grün, Präsident Platz 1"],
     ["Du am Zug", "Du, grün", "Ada ist am Zug", "grün, Präsident Grace"])])
def test_seats_in_texts_have_the_names_of_who_sits_there(page, language, texts, told):
    page.goto(f"/analyse?lang={language}")
    assert page.evaluate("""async (texts) => {
      const { seated, renamed } = await import("/static/seats.js");
      seated({ players: [{ name: "Ada" }, { name: "Grace" }], seat: 0, colours: [] });
      return texts.map(renamed);
    }""", texts) == told


@pytest.mark.parametrize(("language", "texts", "told"), [
    ("en", ["Seat 0 to move", "green, seat 0 presides", "pay 2 to seat 0", "Seat 0 plays", "Seat 1 plays"],
     ["You to move", "green, your seat presides", "pay 2 to your seat", "Your seat plays", "Seat 1 plays"]),
    ("de", ["Platz 0 am Zug", "grün, Präsident Platz 0", "zahle 2 an Platz 0", "nimm 1 von Platz 0, dann 2",
            "Platz 0 spielt"],
     ["Du am Zug", "grün, Präsident dein Platz", "zahle 2 an deinen Platz", "nimm 1 von deinem Platz, dann 2",
      "Dein Platz spielt"])])
def test_ones_own_seat_has_no_number_in_a_sentence_without_a_name_either(page, language, texts, told):
    page.goto(f"/analyse?lang={language}")
    assert page.evaluate("""async (texts) => {
      const { seated, renamed } = await import("/static/seats.js");
      seated({ players: [{ name: null }, { name: null }], seat: 0, colours: [] });
      return texts.map(renamed);
    }""", texts) == told


@pytest.mark.whole
def test_the_page_fits_and_pleases_axe_at_all_widths_light_and_dark(page):
    take(page, START)
    click(page, "d1")
    expect(page.locator("#status")).to_have_text("Seat 1 has to decide.")
    part(page, "moves-part").locator("summary").click()
    studio.pleases(page)
