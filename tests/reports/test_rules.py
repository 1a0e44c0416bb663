"""What `ludosoph rules` prints of a game with a page of rules, and what it says of one without."""
import json
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import cli
import games
from games.api import InputError, WrittenRules
from reports.documents.rules import read_rules
from tests.games.single_files import HERE, found

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    """A game with two worlds and a page of rules for each."""
    yield from found(monkeypatch, HERE / "auction.py")


@pytest.fixture
def run(capsys, monkeypatch) -> Run:
    """What a command that succeeds prints."""
    def call(*arguments: object, columns: int = 80) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as end:
            cli.main(["rules", *map(str, arguments)])
        assert end.value.code == 0
        return str(capsys.readouterr().out)

    return call


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The lines in which a command is refused."""
    with pytest.raises(SystemExit) as end:
        cli.main(["rules", *map(str, arguments)])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    return str(err)


def test_the_rules_are_numbered_paragraphs_of_these_seats_and_options(run):
    assert run("auction").splitlines() == [
        "Auction, world 1", "", "Bids", "  1  The pile holds 4 counters.", "  2  Each of 2 seats has 3 coins.", "",
        "Prize", "  9  The last counter brings 6 points & the game <ends>."]
    assert "The pile holds 7 counters." in run("auction", "--option", "world=2", "--seats", 2)


def test_a_paragraph_wraps_beside_its_number(run):
    lines = run("auction", columns=40).splitlines()
    at = lines.index("  9  The last counter brings 6 points &")
    assert lines[at + 1] == "     the game <ends>."


def test_json_is_one_object_with_the_facts(run):
    document = json.loads(run("auction", "--option", "world=2", "--json"))
    assert document["facts"] == {"pile": 7, "prize": 9, "purse": 3}
    assert (document["game"], document["seats"], document["options"]) == ("auction", 2, {"world": "2"})
    assert [section["heading"] for section in document["sections"]] == ["Bids", "Prize"]
    assert document["sections"][0]["entries"][1] == {"number": "2", "text": "Two worlds hold more than one."}


def test_against_says_only_what_differs_and_first_what_holds_here(run):
    assert run("auction", "--against", 2).splitlines() == [
        "Only with world=1: Auction, world 1", "", "Bids", "  1  The pile holds 4 counters.", "", "Prize",
        "  9  The last counter brings 6 points & the game <ends>.", "",
        "Only with world=2: Auction, world 2", "", "Bids", "  1  The pile holds 7 counters.",
        "  2  Two worlds hold more than one.", "", "Prize", "  9  The last counter brings 9 points & the game <ends>."]
    here, there = json.loads(run("auction", "--option", "world=2", "--against", 1, "--json"))["only"]
    assert (here["facts"], there["facts"]) == ({"pile": 7, "prize": 9}, {"pile": 4, "prize": 6})
    assert "coins" not in json.dumps([here, there])


def test_against_itself_nothing_differs(run):
    assert run("auction", "--against", 1).count("Nothing.") == 2


class Text(HTMLParser):
    """The text of a page, and what would have to be fetched for it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.fetched = "", list[str]()
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("more", [(), ("--against", 2)])
def test_the_page_stands_alone_and_quotes_what_the_rules_say(run, tmp_path, more):
    file = tmp_path / "rules.html"
    assert run("auction", *more, "--html", file) == ""
    page = Text(file.read_text(encoding="utf-8"))
    assert page.fetched == []
    assert "brings 6 points & the game <ends>." in page.text
    assert ("coins" in page.text) == (not more)
    assert list(tmp_path.iterdir()) == [file]


def test_a_page_that_cannot_be_written_leaves_nothing(capsys, tmp_path):
    assert "cannot be written" in refused(capsys, "auction", "--html", tmp_path / "none" / "rules.html")
    assert list(tmp_path.iterdir()) == []


def test_the_list_has_a_line_for_each_world(run):
    assert run("auction", "--list").splitlines() == ["1  pile of 4", "2  pile of 7"]
    rows = [json.loads(line) for line in run("auction", "--list", "--json").splitlines()]
    assert rows == [{"world": "1", "name": "pile of 4", "prizes": [6]},
                    {"world": "2", "name": "pile of 7", "prizes": [9]}]


@pytest.mark.parametrize(("arguments", "words"), [
    (("burgundy", "--list"), "--list: burgundy has no option"),
    (("auction", "--list", "--html", "x.html"), "--list: goes with --json alone"),
    (("auction", "--list", "--against", "2"), "--list: goes with --json alone"),
    (("auction", "--seats", "9"), "seats: found 9"),
    (("auction", "--option", "world=3"), "option world: found '3', expected one of 1, 2"),
    (("auction", "--against", "3"), "option world: found '3', expected one of 1, 2")])
def test_what_cannot_be_had_gets_one_line(capsys, monkeypatch, tmp_path, arguments, words):
    monkeypatch.chdir(tmp_path)
    said = refused(capsys, *arguments)
    assert len(said.splitlines()) == 1
    assert words in said


def test_a_game_without_a_page_names_games_that_have_one():
    with pytest.raises(InputError, match=r"^rules: pig has no rules page; games with one: .*burgundy, .*world504"):
        read_rules(replace(games.load("pig"), rules=WrittenRules()), 2, {})


def test_against_needs_an_option_that_shapes_the_game():
    auction = games.load("auction")
    with pytest.raises(InputError, match="--against: auction has no option that"):
        read_rules(replace(auction, options=()), None, {}, "2")



def test_rules_are_printed_in_another_language(run):
    assert run("burgundy", "--language", "de").startswith("Die Burgen von Burgund\n")
    assert "Auf einen Blick" in run("world504", "--language", "de", "--option", "world=617")


def test_what_is_compared_and_its_page_are_in_the_language_of_the_rules(run, tmp_path):
    told = run("world504", "--language", "de", "--option", "world=617", "--against", "671")
    assert told.startswith("Nur mit world=617: ")
    assert "Only with" not in told
    run("pig", "--language", "de", "--html", tmp_path / "pig.html")
    run("world504", "--language", "de", "--against", "671", "--html", tmp_path / "two.html")
    run("world504", "--html", tmp_path / "one.html")
    pages = {name: (tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("pig", "two", "one")}
    assert {name: text.split("lang=")[1][:4] for name, text in pages.items()} == {
        "pig": '"de"', "two": '"de"', "one": '"en"'}
    assert " gegen world=671</h1>" in pages["two"]
    assert "Nur mit world=671: " in pages["two"]
    assert "On this page: " in pages["one"]


def test_a_language_without_a_folder_is_refused(capsys):
    assert "--language: found 'xx', expected one of en, de" in refused(capsys, "pig", "--language", "xx")
