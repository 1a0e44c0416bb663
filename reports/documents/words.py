"""The report of a simulated run in words."""
from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

import pandas as pd

from mcts.interval import ALIKE, ENOUGH
from reports.documents.tables import BY_CONSTRUCTION, NOT_JUDGED
from reports.manifest import SHARD
from reports.rows import records
from reports.statistics.clusters import STABLE
from reports.wording import abs_between, counted, listed, number, rounded, signed, signed_between, whole

WHERE_FROM = {"win": "share of the win", "margin": "points"}
QUESTION = {"agent": "which agent is better", "seat": "whether a seat is favoured"}
UNBOUNDED = {"too few blocks": "too few games", ALIKE: "always the same"}
SHOWN = {"too few blocks": "too few games", NOT_JUDGED: "not judged", BY_CONSTRUCTION: "—"}     # verdicts, in a table


def title(manifest: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> str:
    """The game, its seats and who played, in a line."""
    agents = _agents(tables)
    who = f", played by {agents[0]}" if len(agents) == 1 else f": {' against '.join(agents)}"
    return f"{_game(manifest)} for {_seats(tables)}{who}"


def finding(tables: Mapping[str, pd.DataFrame]) -> str:
    """The first line: who is better, if that is settled; else the scores and where they come from."""
    known, agents = settled(tables["win_shares"]), _agents(tables)
    if len(agents) == 1 or not known:
        return _scores(tables)
    wins = {row["name"]: row["estimate"] for row in records(tables["win_shares"]) if row["outcome"] == "win"}
    best = next((name for name in agents if known[0].startswith(f"{name} ends")), "")
    return f"{known[0][:-1]}, and won {value(wins[best], 'win')} of the games." if best else known[0]


def asked(manifest: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> str:
    """What was played: how many games of what, by whom, and which of them share their luck."""
    agents, scores = _agents(tables), tables["score_distribution"].iloc[0]
    games, blocks = int(scores["games"]), int(scores["blocks"])
    wanted, each = int(manifest.get("games", games)), -(-games // blocks)
    part, shards = manifest.get(SHARD, (1, 1))
    of = f" of the {wanted:,} asked for" if wanted > games else ""
    of += f", shard {part} of {shards}," if shards > 1 else ""
    who = f"all played by {agents[0]}" if len(agents) == 1 else f"played by {listed(agents)}"
    what = f"This is from {counted(games, 'game')}{of} of {_game(manifest)} with {_seats(tables)}, {who}."
    turns = "the luck goes" if len(agents) == 1 else "the agents go"
    shared = "" if each == 1 else (f" Groups of {'two' if each == 2 else each} share their dice and draws, and {turns} "
                                   "round the seats.")
    return " ".join(filter(None, [str(manifest.get("question") or ""), what + shared]))


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
    tail = f" Winners gain most over their opponents from {listed(more)}." if more else ""
    if "strategies" not in tables:
        return f"There are too few games, or sources of points, to look for strategies.{tail}"
    found, rand = tables["strategies"], tables["strategy_stability"]["adjusted_rand"].max()
    if len(found) == 1:
        return ("There are no clear strategies: seats do not fall into groups by where their points come from. A "
                "division into groups would have to come out alike from other games, and be sharper than one of points "
                f"without groups. (How alike: an adjusted Rand index of {rand:.2f} at best; {STABLE:.2f} is needed.)"
                f"{tail}")
    said = [f"{row['strategy']} ({whole(row['share'])} of seats, which win {value(row['win'], 'win')})"
            for row in records(found)]
    return (f"Seats fall into {len(found)} groups by where their points come from: {'; '.join(said)}. This describes "
            f"what was played; what a style is worth takes an experiment that imposes it.{tail}")


def shape(tables: Mapping[str, pd.DataFrame]) -> str:
    """How a game goes: how open, how dramatic, when it is decided; and whether the judge can be trusted."""
    known = {row["measure"]: row for row in records(tables["shape"])}
    off, mean = known["calibration"], {name: row["mean"] for name, row in known.items()}
    due = mean["movement"] - mean["calibration"]        # a check less exact than that would let anything pass
    fair = ("There are too few games to check whether these win chances move as much as they should"
            if isnan(off["low"]) or off["high"] - off["low"] > 2 * due else
            "As a check, these win chances move as much as they should" if off["low"] <= 0 <= off["high"] else
            "These win chances do not move as much as they should, so do not take them at their word")
    stake = signed(100 * mean["stake"]).removeprefix("+")
    return (f"The lead changes {mean['lead_changes']:.1f} times in a game, and {whole(mean['decisiveness'])} of it is "
            "left when the winner's chance passes 90 % for good. Between the best and the median move lie "
            f"{stake} percentage points of win chance. Half of all decisions offer {mean['branching']:.0f} legal moves "
            f"or more, and {whole(mean['forced'])} offer only one. "
            f"The win chances come from {off['games']:,} of the games, replayed with {off['playouts']:,} playouts "
            f"before each decision. {fair}. Compare games at this number of playouts only.")


def value(number: float, outcome: str) -> str:
    """A win share as "52.1 %", a margin as "+3.4 points"."""
    return f"{number * 100:.1f} %" if outcome == "win" else f"{signed(number)} points"


def span(row: Mapping[str, Any], outcome: str) -> str:
    """The interval of an estimate: "48.0 to 56.2 %"; "too few games" or what else keeps it from having one."""
    if isnan(row["low"]):
        return UNBOUNDED.get(row["note"], "no interval")
    if outcome == "win":
        return f"{row['low'] * 100:.1f} to {row['high'] * 100:.1f} %"
    return signed_between(row["low"], row["high"])


def _questions(table: pd.DataFrame) -> list[tuple[str, str, list[dict[str, Any]]]]:
    found = []
    for (kind, outcome), rows in table.groupby(["kind", "outcome"], sort=False):
        if not rows["verdict"].isin([BY_CONSTRUCTION, NOT_JUDGED]).any():
            found.append((str(kind), str(outcome), records(rows)))
    return found


def _answer(kind: str, outcome: str, rows: list[dict[str, Any]]) -> str:
    away = [row for row in rows if row["verdict"] in ("strong", "weak", "above", "below", "slight")]
    if len(rows) == 2 and len(away) == 2:       # one is the mirror of the other
        worse, better = sorted(away, key=lambda row: float(row["estimate"]))
        away = [better | {"other": worse["name"]}]
    if away:
        said = [_standing(row, outcome) for row in away]
        small = "" if any(row["verdict"] != "slight" for row in away) else ", a small difference"
        par = f"; an equal share is {_par(rows[0])}" if outcome == "win" else ""
        return f"{'; '.join(said)}{par}{small}."
    if all(row["verdict"] == "no difference" for row in rows):
        only = ": the seats differ in nothing but their number" if kind == "seat" else ""
        return f"By {WHERE_FROM[outcome]}, every {kind} is exactly level with the others{only}."
    if all(row["verdict"] in ("balanced", "no difference") for row in rows):
        return f"By {WHERE_FROM[outcome]}, every {kind} is within {_size(rows[0], outcome)} of an equal share."
    return ""


def _standing(row: Mapping[str, Any], outcome: str) -> str:
    """`seat 0 wins 54.1 % of the games (51.0 to 57.2 %)`, `greedy ends 12.3 points ahead (10.1 to 14.5)`."""
    if outcome == "win":
        return f"{row['name']} wins {value(row['estimate'], outcome)} of the games ({span(row, outcome)})"
    side = "ahead of" if row["estimate"] > 0 else "behind"
    return (f"{row['name']} ends {abs(row['estimate']):.1f} points {side} {row.get('other', 'the others')} "
            f"({abs_between(row['low'], row['high'])})")


def _open(kind: str, outcome: str, rows: list[dict[str, Any]]) -> str:
    blocks, needed = min(int(row["blocks"]) for row in rows), max(int(row["blocks_needed"]) for row in rows)
    each = max(1, round(rows[0]["games"] / rows[0]["blocks"]))
    about = f"By {WHERE_FROM[outcome]} it is open {QUESTION[kind]}: "
    if blocks < ENOUGH[outcome]:
        games = blocks * each
        return f"{about}{counted(games, 'game')} {'is' if games == 1 else 'are'} too few, it takes " \
               f"{ENOUGH[outcome] * each:,} at least."
    return (f"{about}it takes about {rounded(needed * each)} games to see a difference of {_size(rows[0], outcome)}, "
            f"and {blocks * each:,} were played.")


def _scores(tables: Mapping[str, pd.DataFrame]) -> str:
    """The mean score and its two largest sources."""
    known = records(tables["score_distribution"])[0]
    told = "" if isnan(known["low"]) else f" ({number(known['low'])} to {number(known['high'])})"
    rows = [row for row in records(tables["points_by_source"]) if row["kind"] == "all"][:2]
    sources = [f"{row['source']} ({number(row['mean'])})" for row in rows]
    most = f", most of them from {listed(sources)}" if len(sources) > 1 else ""
    who = _agents(tables)
    by = f"With {who[0]} in all seats a player" if len(who) == 1 else "A player"
    return f"{by} scores {number(known['mean'])} points on average{told}{most}."


def _par(row: Mapping[str, Any]) -> str:
    return f"{row['par'] * 100:.1f} %"


def _size(row: Mapping[str, Any], outcome: str) -> str:
    return "2 percentage points" if outcome == "win" else f"{row['delta']:g} points"


def _game(manifest: Mapping[str, Any]) -> str:
    return str(manifest.get("title") or manifest.get("game") or "the game")


def _seats(tables: Mapping[str, pd.DataFrame]) -> str:
    count = int(tables["score_distribution"]["seats"].iloc[0])
    return counted(count, "seat")


def _agents(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    table = tables["win_shares"]
    return list(table.loc[(table["kind"] == "agent") & (table["outcome"] == "win"), "name"])
