"""The first lines of a report, in words: what was asked, of which agents, how many games, what is settled and not."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import pandas as pd

from mcts.interval import ENOUGH
from reports.documents.tables import BY_CONSTRUCTION, NOT_JUDGED, records
from reports.experiments.rows import Row
from reports.statistics.clusters import STABLE

WHERE_FROM = {"win": "share of the win", "margin": "margin"}
QUESTION = {"agent": "whether one agent is better", "seat": "whether a seat is favoured"}


def title(manifest: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> str:
    """The game, its seats and who played, in a line."""
    return f"{_game(manifest)} for {_seats(tables)}: {' against '.join(_agents(tables))}"


def asked(manifest: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> str:
    """What was asked, of which agents, and how many games were played."""
    agents, scores = _agents(tables), tables["score_distribution"].iloc[0]
    question = manifest.get("question")
    if not question and len(agents) == 1:
        question = f"How does {_game(manifest)} play out between {_seats(tables)}, all of them {agents[0]}?"
    elif not question:
        question = f"Who wins {_game(manifest)} for {_seats(tables)} when {listed(agents)} play?"
    games, blocks = int(scores["games"]), int(scores["blocks"])
    wanted = int(manifest.get("games", games))
    of = f" of the {wanted:,} asked for" if wanted > games else ""
    return (f"{question} {games:,} game{_s(games)}{of} {'was' if games == 1 else 'were'} played,"
            f" in {blocks:,} block{_s(blocks)} of games that share their luck.")


def settled(table: pd.DataFrame) -> list[str]:
    """One sentence for each question of `tables.win_shares` that the games have settled."""
    return [sentence for kind, outcome, rows in _questions(table) if (sentence := _answer(kind, outcome, rows))]


def not_settled(table: pd.DataFrame) -> list[str]:
    """One sentence for each question that they have not, with the games it would take."""
    return [_open(kind, outcome, rows) for kind, outcome, rows in _questions(table) if not _answer(kind, outcome, rows)]


def strategies(tables: Mapping[str, pd.DataFrame]) -> str:
    """Whether there are clear strategies, and what winners have more of; descriptive."""
    winners = tables["winner_less_opponents"].sort_values("mean", ascending=False, kind="stable")
    more = [f"{row['source']} ({signed(row['mean'])})" for row in records(winners) if row["low"] > 0][:3]
    tail = f" Winners have most more than their opponents from {listed(more)}." if more else ""
    if "strategies" not in tables:
        return f"Too few games, or sources of points, to look for strategies.{tail}"
    found, rand = tables["strategies"], tables["strategy_stability"]["adjusted_rand"].max()
    if len(found) == 1:
        return ("No clear strategies: seats do not fall into groups by where their points come from; no division both "
                f"comes out the same again (adjusted Rand index {rand:.2f} at best, {STABLE:.2f} is asked) and beats "
                f"that of a cloud without groups.{tail}")
    said = [f"{row['strategy']} ({row['share']:.0%} of seats, win {value(row['win'], 'win')})"
            for row in records(found)]
    return (f"Seats fall into {len(found)} groups by where their points come from: {'; '.join(said)}. This describes "
            f"what is played; what a style is worth is asked by imposing it.{tail}")


def shape(tables: Mapping[str, pd.DataFrame]) -> str:
    """How a game goes: how open, how dramatic, when it is decided; and whether the judge can be trusted."""
    known = {row["measure"]: row for row in records(tables["shape"])}
    off = known["calibration"]
    fair = ("Too few games to check the judge by how much its win chances move" if isnan(off["low"]) else
            "The judge's win chances move as much as they should" if off["low"] <= 0 <= off["high"] else
            "The judge's win chances do not move as much as they should, so they are not to be taken at their word")
    mean = {name: row["mean"] for name, row in known.items()}
    middle = f"and {mean['decisiveness']:.0%} of the game are left when the winner passes 90 % for good"
    return (f"{off['games']:,} games were replayed, with {off['playouts']:,} playouts before each decision. A decision "
            f"has {mean['branching']:.0f} legal moves in the median and one only in {mean['forced']:.0%} of cases; "
            f"{100 * mean['stake']:.1f} percentage points of win chance lie between its best and its median move. The "
            f"lead changes {mean['lead_changes']:.1f} times, {middle}. {fair}. "
            "Compare games at this number of playouts only.")


def value(number: float, outcome: str) -> str:
    """A win share as "52.1 %", a margin as "+3.4 points"."""
    return f"{number * 100:.1f} %" if outcome == "win" else f"{signed(number)} points"


def signed(number: float) -> str:
    """A margin with its sign, and a minus as wide as the plus."""
    text = f"{number:+.1f}".replace("-", "−")
    return "0.0" if text in ("+0.0", "−0.0") else text


def percent(share: float) -> str:
    """A share in percent; a dash for none."""
    return "—" if isnan(share) else f"{100 * share:.1f} %"


def between(low: float, high: float, digits: int = 2) -> str:
    """An interval, "1.20 to 3.40"; a dash for none."""
    return "—" if isnan(low) else f"{low:.{digits}f} to {high:.{digits}f}".replace("-", "−")


def priced(row: Row) -> str:
    """The price of an item in points with its interval; a dash where it has none."""
    found = f"{row.price_vp:.1f} ({between(row.price_low, row.price_high, 1)})"
    return "—" if isnan(row.price_vp) else found.replace("-", "−")


def span(row: Mapping[str, Any], outcome: str) -> str:
    """The interval of an estimate: "48.0 to 56.2 %"; "too few blocks" or what else keeps it from having one."""
    if isnan(row["low"]):
        return str(row["note"]) or "no interval"
    if outcome == "win":
        return f"{row['low'] * 100:.1f} to {row['high'] * 100:.1f} %"
    return f"{signed(row['low'])} to {signed(row['high'])}"


def _questions(table: pd.DataFrame) -> list[tuple[str, str, list[dict[str, Any]]]]:
    found = []
    for (kind, outcome), rows in table.groupby(["kind", "outcome"], sort=False):
        if not rows["verdict"].isin([BY_CONSTRUCTION, NOT_JUDGED]).any():
            found.append((str(kind), str(outcome), records(rows)))
    return found


def _answer(kind: str, outcome: str, rows: list[dict[str, Any]]) -> str:
    away = [row for row in rows if row["verdict"] in ("strong", "weak", "slight")]
    if len(rows) == 2 and len(away) == 2:       # one is the mirror of the other
        away = [max(away, key=lambda row: float(row["estimate"]))]
    if away:
        said = [f"{row['name']} has {value(row['estimate'], outcome)} ({span(row, outcome)})" for row in away]
        small = "" if any(row["verdict"] != "slight" for row in away) else ", a difference, but a small one"
        return f"By {WHERE_FROM[outcome]}, where par is {_par(rows[0], outcome)}: {'; '.join(said)}{small}."
    if all(row["verdict"] == "no difference" for row in rows):
        only = ": the seats differ in nothing but their number" if kind == "seat" else ""
        return f"By {WHERE_FROM[outcome]}, every {kind} is at par exactly, in every block{only}."
    if all(row["verdict"] in ("balanced", "no difference") for row in rows):
        within = "2 percentage points" if outcome == "win" else f"{rows[0]['delta']:g} points"
        return f"By {WHERE_FROM[outcome]}, every {kind} is within {within} of par."
    return ""


def _open(kind: str, outcome: str, rows: list[dict[str, Any]]) -> str:
    blocks, needed = min(int(row["blocks"]) for row in rows), max(int(row["blocks_needed"]) for row in rows)
    about = f"{QUESTION[kind].capitalize()}, by {WHERE_FROM[outcome]}: "
    if blocks < ENOUGH[outcome]:
        return (f"{about}{blocks:,} block{_s(blocks)} {'is' if blocks == 1 else 'are'} too few to say"
                f" ({ENOUGH[outcome]} at least).")
    delta = "2 percentage points" if outcome == "win" else f"{rows[0]['delta']:g} points"
    return f"{about}{blocks:,} blocks were played; to see a difference of {delta} takes about {_rounded(needed)}."


def _par(row: dict[str, Any], outcome: str) -> str:
    return f"{row['par'] * 100:.1f} %" if outcome == "win" else f"{row['par']:g}"


def _rounded(number: int) -> str:
    """Two figures: the need for blocks is itself an estimate."""
    step = 10 ** max(0, len(str(number)) - 2)
    return f"{-(-number // step) * step:,}"


def _game(manifest: Mapping[str, Any]) -> str:
    return str(manifest.get("title") or manifest.get("game") or "the game")


def _seats(tables: Mapping[str, pd.DataFrame]) -> str:
    count = int(tables["score_distribution"]["seats"].iloc[0])
    return f"{count} seat{_s(count)}"


def _agents(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    table = tables["win_shares"]
    return list(table.loc[(table["kind"] == "agent") & (table["outcome"] == "win"), "name"])


def listed(names: Sequence[str]) -> str:
    """Names with commas, and an "and" before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
