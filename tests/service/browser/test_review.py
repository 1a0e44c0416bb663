"""Review, in a browser: the course of a game as curves, mistakes with what was better, luck told from skill."""
import json
import re

import pytest
from playwright.sync_api import expect

from tests.service.browser import studio

GAME = studio.a_game("burgundy", ("greedy", "heuristic:8"), seed=3)
SHORT = studio.a_game("connect_four", ("heuristic:1", "heuristic:1000"), seed=2)


def review(page):
    page.get_by_label("How carefully?").select_option("50")         # it has begun by itself, and begins again
    expect(page.locator("#result")).to_be_visible(timeout=120_000)


@pytest.fixture(scope="module")
def reviewed(browser, address):
    """A page that has reviewed a game of Burgundy, by the link of a seat."""
    with studio.page(browser, address) as shown:
        shown.goto(f"/review#{studio.SECRET}")
        expect(shown.locator("#asking-title")).to_contain_text("Burgundy")
        review(shown)
        yield shown


def test_both_curves_are_drawn_for_each_seat_and_named(reviewed):
    for place in ("#chances", "#points"):
        expect(reviewed.locator(f"{place} polyline")).to_have_count(2)
        assert "seat" in reviewed.locator(f"{place} .name").first.text_content()
        assert reviewed.locator(f"{place} svg").get_attribute("aria-label")
    expect(reviewed.locator("#points polygon")).to_have_count(2)


def test_accuracy_luck_and_skill_of_each_seat_are_told(reviewed):
    cards = reviewed.locator(".seat-card")
    expect(cards).to_have_count(2)
    accuracies = [float(text) for text in reviewed.locator(".seat-card strong").all_inner_texts()]
    assert all(0 <= each <= 100 for each in accuracies)
    assert accuracies[0] > accuracies[1]            # greedy plays better than whoever takes nearly anything
    expect(cards.first).to_contain_text("decisions")
    numbers = [float(text.replace("−", "-")) for text in
               re.findall(r"[+−]\d+\.\d", cards.first.locator("p").last.inner_text())]
    result, start, luck, decisions = numbers
    assert result == pytest.approx(start + luck + decisions, abs=0.16)


def test_mistakes_are_marked_by_size_and_named_with_what_was_better(reviewed):
    mistakes = reviewed.locator("#mistakes li")
    assert mistakes.count() > 2
    sizes = [int(item.get_attribute("class").removeprefix("size-")) for item in mistakes.all()]
    assert sizes == sorted(sizes, reverse=True)
    for text, size in zip(mistakes.all_inner_texts(), sizes, strict=True):
        cost = re.search(r"cost ([\d.]+) ±[\d.]+ %", text)      # of a decided game points count, too
        assert size >= (1 + (float(cost[1]) >= 5) + (float(cost[1]) >= 10) if cost else 1)
        assert "Better:" in text
    assert reviewed.locator("#chances .lost").count() >= mistakes.count()


def test_a_mistake_leads_to_its_board_with_what_was_played_and_what_was_better(reviewed):
    item = reviewed.locator("#mistakes button").first
    played, cost = re.search(r"Played: (.*)(?:.|\n)*\bcost ([\d.]+) ±", item.inner_text()).groups()
    item.click()
    expect(reviewed.locator("#told")).to_contain_text(played)
    expect(reviewed.locator("#told")).to_contain_text("Better:")
    expect(reviewed.locator("#told")).to_contain_text(f"It cost {cost} % win chance")
    expect(reviewed.locator("#board svg")).to_be_visible()


@pytest.mark.whole
def test_every_mistake_is_told_at_its_board_with_the_cost_of_its_list(reviewed):
    for item in reviewed.locator("#mistakes button").all():
        cost = re.search(r"cost ([\d.]+) ±", item.inner_text())[1]
        item.click()
        expect(reviewed.locator("#told")).to_contain_text(f"It cost {cost} % win chance")


def test_a_click_on_a_curve_and_keys_on_the_slider_lead_to_the_board_there(reviewed):
    reviewed.locator("#chances svg").click()        # in its middle
    events = len(GAME.splitlines()) - 2
    expect(reviewed.locator("#board")).to_have_attribute("data-event", reviewed.locator("#event").input_value())
    at = int(reviewed.locator("#event").input_value())
    assert abs(at - events / 2) < events / 5
    line = json.loads(GAME.splitlines()[at])
    expect(reviewed.locator("#told")).to_contain_text(f"Event {at}, ")
    expect(reviewed.locator("#told")).to_contain_text(line["move"])
    reviewed.locator("#event").focus()
    reviewed.keyboard.press("ArrowRight")
    expect(reviewed.locator("#told")).to_contain_text(f"Event {at + 1}, ")
    expect(reviewed.locator("#board")).to_have_attribute("data-event", str(at + 1))


@pytest.mark.whole
def test_the_page_fits_and_pleases_axe_at_all_widths_light_and_dark(reviewed):
    studio.pleases(reviewed)


@pytest.mark.whole
def test_a_file_of_a_game_without_luck_is_reviewed_and_analysed_from_a_mistake(page, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(SHORT, encoding="utf-8")
    page.goto("/review")
    page.get_by_label("File of a record").set_input_files(file)
    expect(page.locator("#asking-title")).to_contain_text("Connect Four")
    review(page)
    expect(page.locator("#falls-card")).to_be_hidden()
    expect(page.locator("#points-part")).to_be_hidden()
    page.locator("#mistakes button").first.click()
    event = int(page.locator("#event").input_value())
    expect(page.locator("#board")).to_have_attribute("data-event", str(event))
    page.get_by_role("button", name="Analyse here").click()
    expect(page).to_have_url(re.compile("/analyse$"))
    seat = json.loads(SHORT.splitlines()[event])["seat"]
    expect(page.locator("#status")).to_have_text(f"Seat {seat} has to decide.")


def test_a_record_that_does_not_replay_is_refused_with_its_line(page):
    lines = SHORT.splitlines()
    lines[4] = lines[4].replace('"move": "', '"move": "no ')
    page.goto("/review")
    page.get_by_label("Or paste it here").fill("\n".join(lines))
    page.get_by_role("button", name="Use this").click()
    expect(page.get_by_role("alert")).to_contain_text("line 5")
