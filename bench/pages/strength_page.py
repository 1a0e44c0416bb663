"""docs/strength.md from the tables in bench/results: what holds today, one table a game."""
from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bench.matches import bounded, percent, signed, value
from bench.peers.table import piped
from games.api import InputError
from games.registry import load

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"
PAGE = ROOT / "docs" / "strength.md"
GAMES = ("burgundy", "orleans", "catan_cards", "backgammon", "connect_four", "leduc_poker", "kuhn_poker", "pig",
         "tic_tac_toe")
LEFT_OUT = {                # tables of bench/results that this page does not show, and why
    "clock": "how well budgets in seconds are kept, and what threads bring",
    "earlier-world504": "504: the search of today against that of an earlier version, in worlds drawn by lot",
    "level-earlier": "how many plans advice calls level, beside an earlier version",
    "level-plans": "how many plans advice calls level, by its budget",
    "luck": "how much of the margins of games between equal players is luck, by the estimate of `review`",
    "same_rules": "one search on two sets of rules: OpenSpiel's Connect Four as a game here, and our own",
    "openspiel": "simulations a second, beside OpenSpiel and plain C",
    "parts-burgundy": "Burgundy's search with one part changed, before each seat had a tree of its own",
    "parts-burgundy-decoupled": "the same with a tree a seat: first-play urgency and the kinds of tree",
    "parts-burgundy-simpler-1000": "two-seat Burgundy without five settings that are gone, 1,000 simulations",
    "parts-burgundy-simpler-4000": "the same with 4,000",
    "parts-connect_four": "Connect Four's search with one part changed",
    "places": "places in turn order under random play: what `balance --items seats` says, beside games played apart",
    "redesign": "speed before and after the rules became functions and the search lost its unused settings",
    "strength-burgundy": "twice the simulations in Burgundy, before each seat had a tree of its own",
    "worlds-ends": "504: how games of `greedy` end in each world",
    "worlds-ends-hard": "504: how games of `greedy` end in twenty worlds that are often not brought to an end",
    "worlds-ends-search": "504: how games of `mcts:10` end in these",
    "worlds-fights": "504: fights that were played, held against their odds",
    "worlds-greedy": "504: `greedy` against random moves in each world",
    "worlds-search": "504: `mcts:200` against `greedy` in thirty worlds without modules 4 and 9",
    "worlds-search-49": "504: the same in thirty worlds with module 4 or 9",
    "worlds-speed": "504: speed in the example worlds, beside Orléans",
}
AHEAD = {"burgundy": "points", "orleans": "points", "catan_cards": "points", "backgammon": "points",
         "leduc_poker": "chips"}                # what a margin counts; other games have none
NO_OPTIONS = "none"         # how a table says so
COUNTS = ("", "", "two of ", "three of ", "four of ", "five of ")
LEAD = """# Strength

This page shows how strong the search is today. What was tried on the way, and what lost, is in
[experiments.md](experiments.md).

`python -m bench strength_page` makes this page from the tables in `bench/results`; each line names its table, the seed
and the commit of the program that played. In a match games come in blocks that share their luck, with swapped seats.
Brackets hold 95 % intervals, and an interval that holds the par of a match, or a margin that holds 0, settles nothing.
`mcts:1000` is the search with 1,000 simulations a decision, `mcts:0.25s` with a quarter of a second; `greedy` plays the
move that the heuristics of the game rate highest."""
NOTES = {
    "burgundy": "Since the matches of the strength tables, the search of two seats was made simpler. It lost nothing "
                "that [matches of 400 games](experiments.md#the-parts-one-by-one) could show.",
}
PLOT = "![Share of the win of each budget against half of it{}](images/{}.png)"

Source = Mapping[str, str]          # a line of a table in bench/results


@dataclass(frozen=True)
class Line:
    """A line of the page."""

    game: str
    measured: str
    result: str
    size: str
    seed: str
    commit: str
    table: str              # its name in bench/results
    stronger: bool = False  # a match whose interval lies above par


def match_line(row: Source, table: str) -> Line:
    """A match between two agents."""
    seats, game = int(row["seats"]), row["game"]
    words = [f"`{row['first']}` against {COUNTS[seats - 1]}`{row['second']}`"]
    words += [f"{seats} seats, par {100 / seats:.1f} %"] if seats > 2 else []
    words += [f"`{option}`" for option in row["options"].replace(",", " ").split() if option != NO_OPTIONS]
    margin = f"; {signed(row)} {AHEAD[game]}" if game in AHEAD else ""
    size = f"{int(row['games']):,} games"
    return Line(game, ", ".join(words), words_for_percent(percent(row)) + margin, size, row["seed"], commit(row), table,
                stronger=(value(row, "low") or 0) > 1 / seats)


def level_line(row: Source, table: str) -> Line:
    """Points a seat makes in a given time."""
    company = "itself" if row["with"] == row["agent"] else f"`{row['with']}`"
    result = f"{measured(row, 'points')} points a seat"
    if value(row, "win") is not None:
        result = f"{words_for_percent(measured(row, 'win', 100))}; {measured(row, 'points')} points to " \
                 f"{measured(row, 'points_other')}"
    return Line("burgundy", f"`{row['agent']}` against {company}, boards 2 to 9, `{row['options']}`", result,
                f"{row['games']} games", row["seed"], commit(row), table)


def sureness_line(row: Source, table: str) -> Line:
    """How often a search names the plan that a far longer one names."""
    return Line(row["game"], f"first plan of {int(row['simulations']):,} simulations, {row['seats']} seats, beside a "
                "far longer search", f"the same in {share(row, 'agrees')}, within its stated loss in "
                f"{share(row, 'within_loss')}", f"{row['searches']} searches", row["seed"], commit(row), table)


def solved_line(row: Source, table: str) -> Line:
    """How often a search finds a right move of a solved position."""
    seeds = [name.removeprefix("seed_") for name in row if name.startswith("seed_")]
    return Line("connect_four", f"right moves on solved positions, {int(row['simulations']):,} simulations: "
                f"{row['search']}", share(row, "mean"),
                f"{row['positions']} positions", f"{seeds[0]} to {seeds[-1]}", commit(row), table)


def openspiel_line(row: Source, table: str) -> Line:
    """A match with OpenSpiel's search at equal simulations."""
    wins = row["unit"] == "share of wins"
    numbers = [value(row, name) for name in ("low", "high")]
    middle = bounded(float(row["estimate"]), *numbers, *((100,) if wins else (1, "+.2f")))
    return Line(row["game"], f"UCT with uniform playouts against OpenSpiel {row['open_spiel']}, "
                f"{int(row['simulations']):,} simulations each", words_for_percent(middle) if wins
                else f"{middle} {row['unit']}", f"{row['pairs']} pairs", row["seed"], commit(row), table)


def earlier_line(row: Source, table: str) -> Line:
    """A match with an earlier version of the program."""
    seats = int(row["seats"])
    words = [f"`{row['agent']}` against {COUNTS[seats - 1]}`{row['others_agent']}` of commit `{row['earlier']}`"]
    words += [f"{seats} seats, par {100 / seats:.1f} %"] if seats > 2 else []
    words += [f"`{option}`" for option in row["options"].split()]
    ahead = bounded(float(row["margin"]), value(row, "margin_low"), value(row, "margin_high"), form="+.1f")
    margin = f"; {ahead} {AHEAD[row['game']]}" if row["game"] in AHEAD else ""
    return Line(row["game"], ", ".join(words), words_for_percent(measured(row, "win", 100)) + margin,
                f"{int(row['games']):,} games", row["seed"], commit(row), table)


# what a table must have for its lines to be read so
READERS: tuple[tuple[frozenset[str], Callable[[Source, str], Line]], ...] = (
    (frozenset({"first", "second", "win", "margin"}), match_line),
    (frozenset({"agent", "with", "points"}), level_line),
    (frozenset({"others_agent", "earlier", "win", "margin"}), earlier_line),
    (frozenset({"agrees", "within_loss"}), sureness_line),
    (frozenset({"search", "positions", "seed_1"}), solved_line),
    (frozenset({"unit", "pairs", "open_spiel"}), openspiel_line),
)


def commit(row: Source) -> str:
    """The commit that the program was built from."""
    return row["ludosoph"].partition(" at ")[2]


def measured(row: Source, name: str, scale: int = 1) -> str:
    """A number of a table with its interval."""
    return bounded(value(row, name) or 0, value(row, f"{name}_low"), value(row, f"{name}_high"), scale)


def share(row: Source, name: str) -> str:
    """A share of a table in per cent."""
    return f"{100 * float(row[name]):.1f} %"


def words_for_percent(text: str) -> str:
    """`59.0 (52.6 to 65.4)` with its per cent sign."""
    middle, space, bounds = text.partition(" ")
    return f"{middle} %{space}{bounds}"


def lines_of(path: Path) -> list[Line]:
    """The lines of a table. Raises InputError for one that no reader knows."""
    with path.open(encoding="utf-8", newline="") as file:
        rows: list[Source] = list(csv.DictReader(file))
    for columns, reader in READERS:
        if rows and columns <= set(rows[0]):
            return [reader(row, path.stem) for row in rows if row.get("third", "all") == "all"]
    raise InputError(f"{path}: no reader for its columns; add one, or say in LEFT_OUT why the page does not show it")


def tables(folder: Path) -> list[Path]:
    """The tables that the page shows, greedy first, then by name; ledgers of single blocks and games are not tables."""
    return [path for path in sorted(folder.glob("*.csv"), key=lambda path: (path.stem != "greedy", path.stem))
            if path.stem not in LEFT_OUT and not path.stem.endswith(("-blocks", "-games"))]


def text(lines: Iterable[Line]) -> str:
    """The page."""
    found, parts = list(lines), [LEAD]
    for game in GAMES:
        if own := [line for line in found if line.game == game]:
            parts += [f"## {load(game).title}", *findings(own), table(own), *NOTES.get(game, "").splitlines(),
                      *plots(own)]
    others = [f"* [{name}](../bench/results/{name}.md): {why}" for name, why in LEFT_OUT.items()]
    return "\n\n".join([*parts, "## Other tables", "\n".join(others)]) + "\n"


def findings(lines: Sequence[Line]) -> list[str]:
    """What the matches of a game settle, in a sentence a table."""
    found = []
    for name in dict.fromkeys(line.table for line in lines):
        own = [line.stronger for line in lines if line.table == name]
        if name == "greedy":
            found.append("The search beats `greedy`" + (
                "." if all(own) else f" beyond doubt in {sum(own)} of {len(own)} matches." if any(own) else
                " by nothing that these games show."))
        elif name.startswith("strength-"):
            found.append(f"In {name} twice the simulations win " + (
                "at every step." if all(own) else f"beyond doubt at {sum(own)} of {len(own)} steps."))
    return [" ".join(found)] if found else []


def table(lines: Sequence[Line]) -> str:
    """The table of a game."""
    head = ["what", "result", "of", "seed", "commit", "table"]
    body = [[line.measured, line.result, line.size, line.seed, f"`{line.commit}`",
             f"[{line.table}](../bench/results/{line.table}.md)"] for line in lines]
    return "\n".join(piped(head, body, left=len(head)))


def plots(lines: Sequence[Line]) -> list[str]:
    """The drawn strength curves among these tables."""
    names = dict.fromkeys(line.table for line in lines if line.table.startswith("strength-"))
    return [PLOT.format(", " + name.split("-", 2)[2].replace("-", " ") if name.count("-") > 1 else "", name)
            for name in names]


Out = Annotated[Path, typer.Option(help="The page.")]


def run(out: Out = PAGE) -> None:
    """Write docs/strength.md anew from the tables in bench/results."""
    out.write_text(text(line for path in tables(RESULTS) for line in lines_of(path)), encoding="utf-8")
    print(out)
