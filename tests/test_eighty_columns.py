"""Every command of every game and number of seats at 80 columns: no wider line, no broken word, a screen of lines."""
import io
import json
import random
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

import cli
import games
from games.records import Recorder
from mcts.bench import Bench, Threads
from reports.documents.strategy_parts import parts
from reports.experiments.pilot import Need, Pilot
from tests.whole import mostly_whole, widest

WIDTH, LINES = 80, 40
TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
PROGRAM = cli.app
EARLY = 150             # events in which a position with many moves is looked for
LATE = 12               # events that a short record holds: a review of more takes long
LONG = {"burgundy", "catan_cards", "world504"}      # games with the longest lines


class Twice(Console):
    """A console of 80 columns that prints everything on a very wide one, too: there, no word has to be broken."""

    def __init__(self) -> None:
        super().__init__(file=sys.stdout, width=WIDTH, highlight=False)
        self.narrow, self.wide = (Console(file=io.StringIO(), width=w, highlight=False) for w in (WIDTH, 10_000))

    def print(self, *whats, **more):
        for console in (super(), self.narrow, self.wide):
            console.print(*whats, **more)


@pytest.fixture
def shown(capsys, monkeypatch, tmp_path):
    """Runs a command as on a terminal of 80 columns, and checks what it prints to standard output."""
    consoles = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    for module in ("commands.positions", "reports.terminal.console", "reports.terminal.play"):
        monkeypatch.setattr(f"{module}.on_terminal", lambda: True)
    for module in ("reports.terminal.console", "reports.terminal.board", "reports.terminal.play",
                   "reports.terminal.follow"):
        monkeypatch.setattr(f"{module}.screen", lambda: consoles.append(Twice()) or consoles[-1])

    def call(*arguments, stdin="", lines=LINES):
        consoles.clear()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as end:
            cli.main([str(a) for a in arguments])
        out, err = capsys.readouterr()
        assert end.value.code == 0, err
        assert out.strip()
        assert [line for line in out.splitlines() if cell_len(line) > WIDTH] == []
        assert len(out.splitlines()) <= lines, out
        for console in consoles:
            narrow, wide = (words(c.file.getvalue()) for c in (console.narrow, console.wide))
            assert broken(narrow, wide) == [], out
        return out

    return call


def words(text: str) -> set[str]:
    """The words of a text, without lines drawn round them, and without what counts the left out."""
    return set(re.sub("[─━│┃]+|[.]{3} and .*", " ", text).split())


def broken(narrow: set[str], wide: set[str]) -> list[str]:
    """What is no word on a wide screen, but the beginning or the end of one."""
    return [part for part in narrow - wide if any(word.startswith(part) or word.endswith(part) for word in wide)]


# ---- positions and games to show, made once for all commands -----------------------------------


@dataclass
class Played:
    """A game of random moves: a position with many moves, the last one of chance, its record, and a short one."""

    many: str
    chance: str | None
    record: str
    late: str


@cache
def played(name: str, seats: int) -> Played:
    """A game of this table, always the same. One that random moves do not end is stopped after 4 rounds."""
    game, rng = games.load(name), random.Random(7)
    state = game.start(seats, {"cap": "4"} if any(o.name == "cap" for o in game.options) else {})
    recorder = Recorder(game, state, 7, ["mcts:1000,policy=uct"] + ["greedy"] * (seats - 1))
    before, many, chance = [], (0, state.copy()), None
    while not state.is_terminal():
        before.append(state.copy())
        if state.is_chance_node():
            action, chance = state.keyed_chance(rng.randrange(2**40)), before[-1]
        else:
            actions = state.legal_actions()
            if len(before) < EARLY:
                many = max(many, (len(actions), before[-1]), key=lambda pair: pair[0])
            action = rng.choice(actions)
        recorder.apply_action(action)
    record = recorder.finish()
    start = before[-LATE:][0]
    late = Recorder(game, start.copy(), 7, record.players, game.notation.position_to_json(start))
    for event in record.events[-LATE:]:
        late.apply_action(game.notation.parse_action(late.state, event.move))
    return Played(*(p and json.dumps(game.notation.position_to_json(p)) for p in (many[1], chance)),
                  *("\n".join(r.lines()) + "\n" for r in (record, late.finish())))


def tables(function):
    """The largest tables of the games whose lines are longest, and in full the tables of all."""
    cases = mostly_whole(TABLES, lambda table: table[0] in LONG and widest(table))
    return pytest.mark.parametrize(("name", "seats"), cases, ids=lambda v: str(v))(function)


# ---- commands ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", *PROGRAM.commands])
def test_help(shown, monkeypatch, capsys, command):
    asked = [*([command] if command else []), "--help"]
    narrow = shown(*asked)
    monkeypatch.setattr("reports.terminal.help.screen", lambda: Console(width=10_000))
    with pytest.raises(SystemExit):
        cli.main(asked)
    assert broken(words(narrow), words(capsys.readouterr().out)) == []


def test_games(shown):
    shown("games")


@pytest.mark.parametrize("name", games.names())
def test_games_of_one_name(shown, name):
    shown("games", name)
    shown("games", name, "--details", lines=100)


@tables
def test_moves(shown, name, seats):
    shown("moves", "-", stdin=played(name, seats).many)
    shown("moves", "-", "--details", stdin=played(name, seats).many, lines=200)
    if played(name, seats).chance is not None:
        shown("moves", "-", stdin=played(name, seats).chance)


@tables
def test_show(shown, name, seats):
    shown("show", "-", stdin=played(name, seats).many)
    shown("show", "-", "--seat", seats - 1, stdin=played(name, seats).many)


@tables
def test_replay(shown, name, seats):
    text = shown("replay", "-", stdin=played(name, seats).record)
    assert text.startswith(("won by ", "drawn: "))
    shown("replay", "-", "--moves", stdin=played(name, seats).record, lines=5000)


@tables
def test_match(shown, name, seats):
    text = shown("match", name, "--seats", seats, "--agent", "random", "--agent", "greedy", "--games", 2)
    assert "random won" in text


@tables
def test_bench(shown, monkeypatch, name, seats):
    fast = 123_456_789.0
    found = Bench(name, games.load(name).version, seats, 12_345, 1234.0, 1234.0, fast, fast, fast, 0.56, fast, fast,
                  fast, 0.79, 10_000, tuple(Threads(2**k, fast, 100.0) for k in range(8)), 3, 2**63 - 1, 20.0)
    monkeypatch.setattr("mcts.bench.bench", lambda *_: found)
    shown("bench", name, "--seats", seats)


def test_bench_signature(shown):
    shown("bench", "--signature")


@tables
def test_suggest(shown, name, seats):
    shown("suggest", "-", "--simulations", 60, stdin=played(name, seats).many)
    shown("suggest", "-", "--simulations", 60, "--moves", stdin=played(name, seats).many)


@tables
def test_review(shown, monkeypatch, name, seats):
    for what, few in (("review.PAIRS", 8), ("review.ENOUGH", 1), ("luck.STEPS", 1), ("luck.LEAST", 4)):
        monkeypatch.setattr(f"mcts.{what}", few)
    Path("late.jsonl").write_text(played(name, seats).late)
    shown("review", "late.jsonl", "--simulations", 4)
    shown("review", "late.jsonl", "--simulations", 4, "--details", lines=200)


@tables
def test_runs(shown, monkeypatch, name, seats):
    """simulate, report and compare, without the pictures, which take longest."""
    monkeypatch.setattr("reports.documents.simulate_report.publish", lambda *_: [Path("one/report/report.html")] * 30)
    monkeypatch.setattr("reports.documents.simulate_report.figures", lambda *_: {})
    monkeypatch.setattr("reports.documents.comparison.publish", lambda *_: [Path("two/against-one/report.html")] * 30)
    monkeypatch.setattr("reports.documents.comparison.figures", lambda *_: {})
    for seed, run in enumerate(("one", "two")):
        shown("simulate", name, "--seats", seats, "--agent", "random", "--games", 2, "--seed", seed, "--out", run)
    shown("report", "one")
    shown("compare", "one", "two")


@tables
def test_balance(shown, monkeypatch, name, seats):
    monkeypatch.setattr("reports.experiments.pilot.pilot", lambda asked, *_: Pilot(400, 1600, {"greedy": 12.3}, [
        Need(record.name, agent, outcome, 2.0, 123.4, 0.81, 0.5, 123_456, 1_234_567, 2_345_678, 3_456_789, 1234.5, 12.3)
        for record in asked.records for agent in asked.agents for outcome in ("win", "margin")]))
    asked = ("balance", name, "--seats", seats, "--agent", "greedy", "--items", "seats")
    text = shown(*asked, "--plan")
    assert "too few" in text
    shown(*asked, "--plan", "--details")
    shown(*asked, "--games", 1, "--out", "run")


@tables
def test_strategy(shown, monkeypatch, name, seats):
    """With findings as long as they may be."""
    sentence = " ".join(["Better than average by at least 2.0 percentage points of the win are these: board 4 (+3.2), "
                         "board 7 (+2.9) and 3 more."] * 4)
    monkeypatch.setattr("reports.documents.strategy.write_strategy", lambda asked, *_: (
        {"sections": [{"title": part.title, "sentence": sentence} for part in parts(asked)]},
        [Path(f"strategy-{name}/report/report.html")] * 80))
    text = shown("strategy", name, "--seats", seats)
    assert "report.html, and 79 plots" in text


@tables
def test_play(shown, monkeypatch, name, seats):
    """On a terminal of 24 lines."""
    monkeypatch.setenv("LINES", "24")
    asked = ("play", name, "--seats", seats, "--seat", seats - 1, "--level", 1, "--seed", 3, "--record")
    shown(*asked, "first.jsonl", stdin="q\n", lines=24)
    shown(*asked, "more.jsonl", stdin="h\n1\ns\nw\nm\nb\nu\nq\n", lines=400)


@tables
def test_follow(shown, name, seats):
    whole = played(name, seats).record.splitlines(keepends=True)
    Path("begun.jsonl").write_text("".join(whole[:min(40, len(whole) - 2)]))
    shown("follow", name, "--seats", seats, "--record", "first.jsonl", stdin="h\nq\n")
    shown("follow", "--resume", "begun.jsonl", stdin="m\nb\ns\nr\nu 3\nq\n", lines=400)
