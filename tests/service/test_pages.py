"""The pages to play and to follow: what the server sends, in both languages, and what it has no page for."""
import json
import re
from html import unescape
from pathlib import Path

import pytest

import games
from mcts.levels import LEVELS
from service.app import create_app
from service.pages.frame import head_first
from service.pages.play import about_levels
from service.settings import Settings
from service.words import Words
from tests.service.local import Local

STATIC = Path(__file__).parent.parent.parent / "service" / "static"
TABLES = ("play", "follow")
PAGES = ("home", "home to follow", *TABLES, "invite")
MOST_BYTES = 400_000        # of a page with all that it fetches to be shown
BOARD = re.compile(r'(<div class="board[^>]*>)(<svg.*?</svg>\n)(?=</div>)', re.DOTALL)   # that of a table's page
NAMESPACES = ("http://www.w3.org/", "https://www.w3.org/")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    database = tmp_path_factory.mktemp("tables") / "tables.db"
    with Local(create_app(Settings(database=f"sqlite:///{database}", requests_per_second=0.0))) as found:
        yield found


@pytest.fixture(autouse=True)
def no_cookies(client):
    """Each test begins as one who comes for the first time, whatever language an earlier one has chosen."""
    client.cookies.clear()


@pytest.fixture(scope="module")
def links(client):
    """The address of each page."""
    def made(**asked):
        return client.post("/api/v1/tables", json={"game": "tic_tac_toe", **asked}).json()

    table = made(players=[{"kind": "person"}, {"kind": "open"}])
    return {"home": "/", "home to follow": "/follow", "play": table["link"], "follow": made(kind="follow")["link"],
            "invite": f"/invite/{table['invite']}", "none": "/no/such/page"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", [*PAGES, "none"])
def test_pages_come_in_both_languages_with_nothing_inline(client, links, name, language):
    answer = client.get(links[name], params={"lang": language})
    assert answer.status_code == (404 if name == "none" else 200)
    assert f'<html lang="{language}">' in answer.text
    scripts = re.findall(r"<script([^>]*)>([^<]*)", answer.text)
    assert all('type="application/json"' in attributes or not text.strip() for attributes, text in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text)
    assert all(link.startswith(("/", "?", "#")) for link in re.findall(r'(?:href|src)="([^"]*)"', answer.text))


@pytest.mark.parametrize("name", PAGES)
def test_pages_carry_all_the_words_that_their_scripts_say(client, links, name):
    text = client.get(links[name]).text
    carried = json.loads(re.search(r'id="words">(.*?)</script>', text, re.DOTALL)[1])
    waiting, read = re.findall(r'src="/scripts/(\w+\.js)\?', text), set()
    while waiting:
        read.add(file := waiting.pop())
        script = (STATIC / file).read_text(encoding="utf-8")
        waiting += set(re.findall(r'from "/static/(\w+\.js)"', script)) - read
        assert set(re.findall(r'\bsay\("([\w.]+)"', script)) <= set(carried), file
    assert "words.js" in read


def test_a_board_as_text_is_marked_as_english(client):
    """It is what the terminal shows: a reader of another language is told, and a voice reads it out in English."""
    page = client.get("/setup", params={"lang": "de"}).text
    assert re.search(r'>Der Spielplan als Text, auf Englisch</summary>\s*<pre class="board-text" lang="en"', page)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_script_which_its_head_names_and_a_browser_keeps(client, links, name):
    text = client.get(links[name]).text
    [named], [script] = (re.findall(pattern, text) for pattern in (
        r'rel="modulepreload" href="([^"]*)"', r'<script type="module" src="([^"]*)"'))
    assert named == script
    answer = client.get(script)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert not re.search(r"^(?:import|export)\b", answer.text, re.MULTILINE)
    assert "immutable" not in client.get(script[:-1]).headers["cache-control"]       # of another version


def test_there_are_no_other_scripts(client):
    for name in ("none", "..%2fapp", "table.css"):
        assert client.get(f"/scripts/{name}.js").status_code == 404


@pytest.mark.parametrize("name", [*PAGES, "none"])
def test_a_page_has_one_stylesheet_which_a_browser_keeps(client, links, name):
    [found] = re.findall(r'rel="stylesheet" href="([^"]*)"', client.get(links[name]).text)
    answer = client.get(unescape(found))
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    assert "--paper" in answer.text
    assert "immutable" not in client.get(unescape(found)[:-1]).headers["cache-control"]      # of another version


def test_a_stylesheet_has_the_dark_colours_of_its_boards(client):
    one, all_games = (client.get(f"/styles/{page}").text for page in ("play.css?game=burgundy", "setup.css"))
    for each in ('data-colours="burgundy"] text[fill="', 'data-colours="orleans"] text[fill="'):
        assert (each in one, each in all_games) == ("burgundy" in each, True)


def test_there_are_no_other_stylesheets(client):
    for name in ("none.css", "..%2fapp.css", "_board.css", "play.css?game=chess", "play.css?game=..%2fpig"):
        assert client.get(f"/styles/{name}").status_code == 404


def test_the_head_of_a_page_goes_before_the_rest_is_made():
    made, asked = [], iter(["<head>", "<link>", "</head><body>", "board"])

    def pieces():
        for each in asked:
            made.append(each)
            yield each

    sent = head_first(pieces())
    assert next(sent) == "<head><link></head><body>"
    assert made[-1] == "</head><body>"
    assert list(sent) == ["board"]


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_every_part_that_its_scripts_look_for(client, links, name):
    there = set(re.findall(r'data-part="([\w-]+)"', client.get(links[name]).text))
    for file in ("table.js", "advice.js", f"{name}.js"):
        assert set(re.findall(r'\bpart\("([\w-]+)"\)', (STATIC / file).read_text(encoding="utf-8"))) <= there, file


@pytest.mark.parametrize("name", PAGES)
def test_ids_of_a_page_are_none_that_a_picture_may_have(client, links, name):
    """Those of pictures have small letters only: `turn`, `seat-1-die-6`."""
    found = re.findall(r'\sid="([^"]*)"', BOARD.sub(r"\1", client.get(links[name]).text))
    assert len(set(found)) == len(found)
    if name in TABLES:
        pictured = {each for game in games.names() for each in re.findall(
            r'\sid="([^"]*)"', client.get(f"/boards/{game}.svg").text)}
        assert pictured.isdisjoint(found)


def test_a_language_that_was_chosen_is_kept(client):
    assert "Neues Spiel" in client.get("/", headers={"accept-language": "de-CH,en;q=0.5"}).text
    chosen = client.get("/", params={"lang": "de"})
    assert "language=de" in chosen.headers["set-cookie"]
    assert "Neues Spiel" in client.get("/", headers={"cookie": "language=de"}).text
    client.cookies.clear()
    assert "New game" in client.get("/").text


def test_every_game_can_be_chosen_and_has_a_picture(client):
    text = client.get("/").text
    for game in games.names():
        assert f'name="game" value="{game}"' in text
        picture = client.get(f"/boards/{game}.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
    assert client.get("/boards/chess.svg").status_code == 404


def test_a_board_is_drawn_to_choose_it_by_light_and_dark(client):
    light, dark = (client.get("/boards/burgundy/boards/5.svg", params={"dark": dark}).text for dark in (False, True))
    assert light.startswith("<svg")
    assert light != dark
    assert '/boards/burgundy/boards/5.svg"' in client.get("/").text
    for missing in ("burgundy/boards/99", "burgundy/colour/1", "chess/boards/1"):
        assert client.get(f"/boards/{missing}.svg").status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_a_page_weighs_little_and_asks_no_other_server(client, links, name):
    text = client.get(links[name]).text
    fetched = r'(?:src|href)="(/(?:static/[\w-]+\.svg|styles/\w+\.css\?[\w&;=]+|scripts/\w+\.js\?v=\w+))"'
    read = {file: client.get(unescape(file)).text for file in re.findall(fetched, text)}
    assert len(read) > 2
    heaviest = heaviest_table(client, name) if name in TABLES else text      # with its board
    assert sum(len(each.encode()) for each in (heaviest, *read.values())) < MOST_BYTES
    for each in (text, *read.values()):
        assert [url for url in re.findall(r'https?://[^\s"\')]+', each) if not url.startswith(NAMESPACES)] == []


def heaviest_table(client, kind):
    """The page of the table whose board is the largest of all games."""
    made = [client.post("/api/v1/tables", json={"game": game, "kind": kind}).json() for game in games.names()]
    return max((client.get(each["link"]).text for each in made), key=len)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", TABLES)
def test_the_page_of_a_table_has_all_that_it_shows_at_first(client, kind, language):
    link = client.post("/api/v1/tables", json={"game": "connect_four", "kind": kind}).json()["link"]
    text = client.get(link, params={"lang": language}).text
    svg, view = BOARD.search(text)[2], re.search(r'data-first="view">(.*?)</script>', text, re.DOTALL)[1]
    asked = client.get(f"/api/v1/seats/{link.rsplit('/', 1)[1]}", params={"after": 0, "lang": language}).json()
    assert {**json.loads(view), "svg": svg} == asked


def test_a_secret_leads_to_the_page_of_what_it_gives(client, links):
    secret = links["play"].rsplit("/", 1)[1]
    assert str(client.get(f"/follow/{secret}").url).endswith(links["play"])
    assert "a game of Tic-tac-toe" in client.get(links["invite"]).text
    for kind in ("play", "follow", "invite"):
        unknown = client.get(f'/{kind}/"><script>alert(1)')
        assert unknown.status_code == 404
        assert "<script>alert" not in unknown.text
        assert "There is nothing here" in unknown.text


def test_programs_that_ask_for_nothing_get_json(client):
    answer = client.get("/api/v1/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"field": None, "error": "there is nothing here"}


def test_levels_are_told_in_the_language_of_who_reads(client):
    assert about_levels(Words("en")) == LEVELS
    assert "spielt gelegentlich" in client.get("/", params={"lang": "de"}).text
    assert LEVELS[3] not in client.get("/", params={"lang": "de"}).text
