"""The pages to analyse, review and set up, and the reports: what the server sends; and lines of play, step by step."""
import json
import re
from pathlib import Path

import pytest

import games
from mcts.redeals import resampled
from service.api import lines
from service.pages import add_pages
from service.positions import paragraphs, picture
from tests.service.house import Settings, app_of
from tests.service.local import Local

ROOT = Path(__file__).parent.parent.parent
PAGES = ("/analyse", "/review", "/setup", "/reports", "/rules", "/rules/burgundy")
MIDGAME = json.loads((ROOT / "examples/burgundy-midgame.json").read_text(encoding="utf-8"))


@pytest.fixture
def client(tmp_path):
    for run, text in (("tiles", "<title>What tiles are worth &amp; why</title>"), ("seats", "<title>Seats</title>")):
        (tmp_path / run / "report").mkdir(parents=True)
        (tmp_path / run / "report/report.html").write_text(text, encoding="utf-8")
    app = app_of(Settings(reports=tmp_path))
    app.include_router(lines.router, prefix="/api/v1")
    add_pages(app)
    return Local(app)


def line(client, position, moves, number=0, **more):
    return client.post("/api/v1/positions/line", json={"position": position, "moves": moves, "number": number, **more})


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_come_in_both_languages_with_nothing_inline(client, path, language):
    answer = client.get(path, params={"lang": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    scripts = re.findall(r"<script([^>]*)>([^<]*)", answer.text)
    assert all('type="application/json"' in attributes or not text.strip() for attributes, text in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text)
    assert all(link.startswith(("/", "?", "#")) for link in re.findall(r'(?:href|src)="([^"]*)"', answer.text))


@pytest.mark.parametrize("path", PAGES)
def test_pages_carry_all_the_words_that_their_scripts_say(client, path):
    text = client.get(path).text
    carried = json.loads(re.search(r'id="words">(.*?)</script>', text, re.DOTALL)[1])
    waiting, read = re.findall(r'src="/scripts/(\w+\.js)\?', text), set()
    while waiting:
        name = waiting.pop()
        script = (ROOT / "service/static" / name).read_text(encoding="utf-8")
        read.add(name)
        waiting += set(re.findall(r'from "/static/(\w+\.js)"', script)) - read
        assert set(re.findall(r'\bsay\("([\w.]+)"', script)) <= set(carried), name
    assert path.startswith(("/reports", "/rules")) == (not read)


def test_the_rules_of_every_game_are_a_page_in_the_language_of_who_reads(client):
    for name in games.names():
        assert client.get(f"/rules/{name}").status_code == 200
        assert f'href="/rules/{name}"' in client.get("/rules").text
    assert "The order of play is read off the track" in client.get("/rules/burgundy").text
    assert "Die Zugfolge steht auf der Leiste" in client.get("/rules/burgundy", params={"lang": "de"}).text
    world = client.get("/rules/world504", params={"seats": 3, "option": ["world=617", "errata=2015"]})
    assert "617" in world.text.partition("</h1>")[0]
    german = client.get("/rules/world504", params={"lang": "de"}).text
    assert '<h1 lang="de">' in german
    assert "Allgemeine Regeln" in german


@pytest.mark.parametrize(("path", "said"), [
    ("world504?option=world=999", "expected three different digits"), ("chess", "no game"),
    ("burgundy?seats=many", "seats: found &#39;many&#39;, expected a number"), ("burgundy?seats=9", "seats: found 9"),
    ("world504?option=world", "expected each option once"), ("burgundy?option=a", "option: found"),
    ("world504?option=world=617&option=world=618", "found &#39;world=618&#39;, expected each option once"),
    ("x" * 5000, "no game")])
def test_rules_that_are_not_there_are_a_page_that_says_why(client, path, said):
    answer = client.get(f"/rules/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert said in answer.text
    assert len(answer.text) < 10_000


def test_rules_read_no_file_that_an_option_names(client, tmp_path):
    secret = tmp_path / "own.toml"
    secret.write_text("[buildings]\nwatchtower = 6\n", encoding="utf-8")
    assert "watchtower = 6" not in client.get("/rules/burgundy", params={"option": f"rules={secret}"}).text


def test_reports_are_listed_and_one_is_shown_without_rights(client):
    listed = client.get("/reports").text
    assert "What tiles are worth &amp; why" in listed
    assert "<iframe" not in listed
    shown = client.get("/reports/tiles").text
    assert re.search(r'<iframe[^>]* src="/api/v1/reports/tiles/report.html" sandbox ', shown)
    assert 'href="/reports/tiles#report"' in shown      # so that it is in sight below a long list
    assert 'id="report"' in shown
    assert client.get("/api/v1/reports/tiles/report.html").status_code == 200
    assert client.get("/reports/none").status_code == 404


def test_a_server_without_reports_says_how_to_get_some():
    app = app_of(Settings())
    add_pages(app)
    assert "ludosoph serve --reports DIR" in Local(app).get("/reports").text


def test_a_line_is_drawn_step_by_step_with_what_each_move_touches(client):
    game = games.load("burgundy")
    at, moves, pictures = game.notation.position_from_json(MIDGAME), [], []
    touched = []
    for _ in range(3):
        action = at.legal_actions()[0]
        moves.append(game.notation.action_text(at, action))
        pictures.append(picture(game, at))
        touched.append(list(game.touches(at, action)))
        at.apply_action(action)
    for number, (move, drawn, ids) in enumerate(zip(moves, pictures, touched, strict=True)):
        step = line(client, MIDGAME, moves, number).json()
        assert (step["number"], step["move"], step["ids"], step["svg"]) == (number, move, ids, drawn)
    last = line(client, MIDGAME, moves, 3).json()
    assert (last["number"], last["move"], last["ids"]) == (3, None, [])
    assert last["position"] == game.notation.position_to_json(at)


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker"])
def test_a_step_says_what_is_legal_there_and_who_has_won_in_the_end(client, name):
    game, moves = games.load(name), []
    state = game.start()
    at = game.notation.position_to_json(state)
    while True:
        step = line(client, at, moves, len(moves), legal=True).json()
        assert [each["move"] for each in step["legal"]] == [
            game.notation.action_text(state, action) for action in state.legal_actions()]
        if step["toMove"] is None:
            break
        assert step["winners"] is None
        moves.append(step["legal"][-1]["move"])
        state.apply_action(state.legal_actions()[-1])
    assert step["winners"] == [seat for seat, share in enumerate(state.win_shares()) if share > 0]
    assert line(client, at, []).json()["legal"] is None


def test_chance_is_drawn_after_a_line_by_a_seed(client):
    game = games.load("pig")
    at = game.notation.position_to_json(game.start())
    found = {seed: line(client, at, ["roll"], 1, luck=seed, legal=True).json() for seed in range(20)}
    assert all(len(each["drawn"]) == 1 for each in found.values())
    assert len({tuple(each["drawn"]) for each in found.values()}) > 3
    for seed, each in found.items():
        assert each == line(client, at, ["roll"], 1, luck=seed, legal=True).json()
        assert each["position"] == line(client, at, ["roll", *each["drawn"]], 2).json()["position"]
    assert line(client, at, ["roll"], 1).json()["drawn"] == []


def test_a_line_ends_where_a_move_does_not_fit(client):
    step = line(client, MIDGAME, ["take 5: mine [die 6, 1 worker]", "take 9: castle [die 6]", "end turn"], 3).json()
    assert step["number"] == 1
    assert step["move"] is None


def test_a_line_is_drawn_as_the_seat_of_a_view_sees_it(client):
    view = json.loads((ROOT / "examples/catan-cards-view.json").read_text(encoding="utf-8"))
    game = games.load("catan_cards")
    at = game.notation.position_from_json(view)
    assert line(client, view, []).json()["svg"] == picture(game, at, view["view"])


def test_a_step_names_the_rules_of_its_stage_and_no_more_than_its_seat_knows(client):
    """As at a table: pictures and numbers of rules are the same however the hidden cards are dealt."""
    view = json.loads((ROOT / "examples/catan-cards-view.json").read_text(encoding="utf-8"))
    game = games.load("catan_cards")
    at, told = game.notation.position_from_json(view), set()
    for deal in range(4):
        dealt = game.notation.position_to_json(resampled(at, view["view"], deal))
        step = line(client, dealt, [], seat=view["view"], legal=True).json()
        told.add((step["svg"], str(step["rules"]), str([each["about"] for each in step["legal"]])))
    assert len(told) == 1
    assert "data-about=" in next(iter(told))[0]
    assert step["rules"] == paragraphs(game, at) != []
    checked = client.post("/api/v1/positions/check", json={"position": view}).json()
    assert checked["rules"] == step["rules"]


@pytest.mark.parametrize(("body", "field"), [
    ({"position": {}, "moves": []}, "position"), ({"position": MIDGAME, "moves": [], "seat": 5}, "seat"),
    ({"position": MIDGAME, "moves": [], "number": 999}, "number"),
    ({"position": MIDGAME, "moves": ["x"] * 999}, "moves"),
    ({"position": MIDGAME}, "moves"), ({"position": MIDGAME, "moves": [], "extra": 1}, "extra")])
def test_what_cannot_be_drawn_is_refused_by_field(client, body, field):
    answer = client.post("/api/v1/positions/line", json=body)
    assert answer.status_code in (400, 422)
    assert answer.json()["field"] == field
