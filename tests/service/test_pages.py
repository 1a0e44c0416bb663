"""The pages to play and to follow: what the server sends, in both languages, and what it has no page for."""
import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import games
from service.pages import add_pages
from tests.service.house import app_of

STATIC = Path(__file__).parent.parent.parent / "service" / "static"
TABLES = ("/play/a-secret-link", "/follow/a-secret-link")
PAGES = ("/", "/follow", *TABLES, "/invite/a-secret-link")


@pytest.fixture(scope="module")
def client():
    app = app_of()
    add_pages(app)
    return TestClient(app)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", [*PAGES, "/no/such/page"])
def test_pages_come_in_both_languages_with_nothing_inline(client, path, language):
    answer = client.get(path, params={"lang": language})
    assert answer.status_code == (404 if path.startswith("/no") else 200)
    assert f'<html lang="{language}">' in answer.text
    scripts = re.findall(r"<script([^>]*)>([^<]*)", answer.text)
    assert all('type="application/json"' in attributes or not text.strip() for attributes, text in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text)
    assert all(link.startswith(("/", "?", "#")) for link in re.findall(r'(?:href|src)="([^"]*)"', answer.text))


@pytest.mark.parametrize("path", PAGES)
def test_pages_carry_all_the_words_that_their_scripts_say(client, path):
    text = client.get(path).text
    carried = json.loads(re.search(r'id="words">(.*?)</script>', text, re.DOTALL)[1])
    waiting, read = re.findall(r'src="/static/(\w+\.js)"', text), set()
    while waiting:
        name = waiting.pop()
        script = (STATIC / name).read_text(encoding="utf-8")
        read.add(name)
        waiting += set(re.findall(r'from "/static/(\w+\.js)"', script)) - read
        assert set(re.findall(r'\bsay\("([\w.]+)"', script)) <= set(carried), name
    assert "words.js" in read or path.startswith("/invite")


@pytest.mark.parametrize("path", TABLES)
def test_a_table_has_every_part_that_its_scripts_look_for(client, path):
    text = client.get(path).text
    there = set(re.findall(r'data-part="([\w-]+)"', text))
    own = "play.js" if path.startswith("/play") else "follow.js"
    for name in ("table.js", "advice.js", own):
        assert set(re.findall(r'\bpart\("([\w-]+)"\)', (STATIC / name).read_text(encoding="utf-8"))) <= there, name


@pytest.mark.parametrize("path", PAGES)
def test_ids_of_a_page_are_none_that_a_picture_may_have(client, path):
    """Those of pictures have small letters only: `turn`, `seat-1-die-6`."""
    found = re.findall(r'\sid="([^"]*)"', client.get(path).text)
    assert len(set(found)) == len(found)
    if path in TABLES:
        pictured = {name for game in games.names() for name in re.findall(
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


def test_what_is_in_an_address_is_escaped(client):
    text = client.get('/play/"><script>alert(1)<').text
    assert "<script>alert" not in text


def test_programs_that_ask_for_nothing_get_json(client):
    answer = client.get("/api/v1/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"field": None, "error": "there is nothing here"}
