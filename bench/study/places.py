"""The section on places in turn order: all numbers of seats and players in one table and picture."""
from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import pandas as pd
from matplotlib.figure import Figure

from bench.peers.table import piped
from bench.study.chapters import Chapter, Line, changes, effects, of, players
from bench.study.parts import QUICK
from bench.study.worths import DOWN, UP, Section, plus_minus, short
from reports.experiments.rows import in_order
from reports.plots import forest
from reports.rows import records
from reports.statistics.blocks import FEW
from reports.statistics.verdicts import SKILL, UNTRIED
from reports.wording import few, listed, p_value, signed, within

TITLE = "Places in turn order"
NAMED = 6
ALIKE = ("balanced", "no difference")


def section(chapters: Sequence[Chapter]) -> Section:
    """Places at every number of seats that was played."""
    own = sorted(chapters, key=lambda c: c.plan.seats)
    found = effects(own)
    pictures = {"places": figure} if (figure := picture(found)) is not None else {}
    text = [f"## {TITLE}", f"{own[0].plan.records[0].told.played} {own[0].plan.records[0].note}",
            *(f"![{TITLE}]({each}.png)" for each in pictures), _table(own), _left_out(own),
            "Fair pay: what would make mean scores equal, the first place getting none.", _tests(own)]
    return Section(TITLE, _finding(own), [each for each in text if each], pictures)


def _finding(chapters: Sequence[Chapter]) -> list[str]:
    """What is shown, by points and wins: by how many seats, and with whom."""
    matter = sorted({c.plan.seats for c in chapters if any(map(_side, _judged(c)))})
    said = [f"Places are shown to matter with {listed([str(n) for n in matter])} seats{_asked(chapters, matter)}."
            if matter else "No place is shown to matter."]
    for agent in dict.fromkeys(agent for c in chapters for agent in c.plan.agents):
        own = {c.plan.seats: effects([c]) for c in chapters if agent in c.plan.agents}
        points, wins = (_standing({n: list(of(each, agent, outcome).values()) for n, each in own.items()})
                        for outcome in ("margin", "win"))
        said.append(f"With `{agent}`, in points: {points}. In wins, percentage points: {wins}.")
    return [*said, *filter(None, [_changed(chapters)])]


def _asked(chapters: Sequence[Chapter], matter: Sequence[int]) -> str:
    """Of which of these numbers of seats nobody but weak players says so."""
    better = {c.plan.seats for c in chapters if any(row["verdict"] != UNTRIED for row in _judged(c)
                                                    if row["agent"] != QUICK)}
    weak = [str(n) for n in matter if n not in better]
    if len(weak) == len(matter):
        return "; only weak players were asked often enough there"
    return f"; only weak players were asked often enough with {listed(weak)}" if weak else ""


def _judged(c: Chapter) -> list[Line]:
    """The effects of all places and players."""
    return [row for agent in c.plan.agents for outcome in ("margin", "win")
            for row in of(effects([c]), agent, outcome).values()]


def _standing(by_seats: dict[int, list[Line]]) -> str:
    """Places that are shown to be ahead or behind, then the numbers of seats at which none is, or nothing is known."""
    said, others = list[str](), dict[str, list[str]]()
    for n, rows in by_seats.items():
        moved = sorted((row for row in rows if _side(row)), key=lambda row: in_order(row["item"]))
        if moved:
            times = 100 if moved[0]["outcome"] == "win" else 1
            said.append(listed([f"{row['item']} {signed(times * row['estimate'])}" for row in moved])
                        + f" with {n} seats")
        else:
            others.setdefault(_without(rows), []).append(str(n))
    return "; ".join([*said, *(f"{what} with {listed(seats)} seats" for what, seats in others.items())])


def _without(rows: Sequence[Line]) -> str:
    """What holds of places of which none is shown to be ahead or behind."""
    verdicts = {row["verdict"] for row in rows}
    if SKILL in verdicts:
        return "places that depend on skill"
    if verdicts <= {UNTRIED}:
        return "too few games"
    return "no difference that matters" if verdicts <= set(ALIKE) else "nothing settled"


def _side(row: Line) -> int:
    """1 or -1 for a place shown to be above or below, else 0."""
    if row["verdict"] == "slight":
        return 1 if row["estimate"] > 0 else -1
    return 1 if row["verdict"] in UP else -1 if row["verdict"] in DOWN else 0


def _changed(chapters: Sequence[Chapter]) -> str:
    """Where stronger players are shown to find another worth of a place."""
    said = []
    for seats in dict.fromkeys(c.plan.seats for c in chapters):
        found = effects([c for c in chapters if c.plan.seats == seats])
        who = players(found)
        for first, second in zip(who, who[1:], strict=False):
            known = [each for each in changes(found, first, second) if each.is_known]
            shown = [f"{each.item} ({signed(each.first)} to {signed(each.second)})" for each in known if each.is_shown]
            if known:
                what = f"it is shown that {few(shown, NAMED)} change" if shown else "no place is shown to change"
                said.append(f"With {seats} seats {what} from `{first}` to `{second}`, in points.")
    return " ".join(said)


def _table(chapters: Sequence[Chapter]) -> str:
    """A line a place, number of seats and player."""
    head = ["seats", "player", "place", "points ahead", "verdict", "wins, %", "verdict", "by tie rule, %",
            "fair pay, points", f"in {_unit(chapters)}"]
    return "\n".join(piped(head, [line for c in chapters for agent in c.plan.agents for line in _lines(c, agent)], 3))


def _left_out(chapters: Sequence[Chapter]) -> str:
    """The tables whose places were played in too few rounds for their numbers to be more than noise."""
    few: dict[str, list[str]] = {}
    for c in chapters:
        for agent in c.plan.agents:
            if all(row["blocks"] < FEW for row in of(effects([c]), agent).values()):
                few.setdefault(agent, []).append(str(c.plan.seats))
    named = [f"`{agent}` with {listed(seats)} seats" for agent, seats in few.items()]
    return f"Left out, with fewer than {FEW} rounds: {'; '.join(named)}." if named else ""


def _lines(c: Chapter, agent: str) -> list[list[str]]:
    found = effects([c])
    points, wins = of(found, agent), of(found, agent, "win")
    ties, fair = (_by_item(c.tables.get(name, pd.DataFrame()), agent) for name in ("tie_rule", "compensation"))
    return [[str(c.plan.seats), f"`{agent}`", item, plus_minus(points[item], 1), short(points[item]),
             plus_minus(wins[item], 100), short(wins[item]),
             _tie(ties.get(item)), *_fair(fair.get(item))]
            for item in c.plan.items if item in points and points[item]["blocks"] >= FEW]


def _by_item(table: pd.DataFrame, agent: str) -> dict[str, Line]:
    """The rows about points of one player by item."""
    return {row["item"]: row for row in records(table)
            if row["agent"] == agent and row.get("outcome", "margin") == "margin"}


def _unit(chapters: Sequence[Chapter]) -> str:
    """The resource in which places are paid."""
    tables = [c.tables["compensation"] for c in chapters if "compensation" in c.tables]
    return next((str(table["unit"].iloc[0]) for table in tables if table["unit"].iloc[0]), "a resource")


def _tie(row: Line | None) -> str:
    return "—" if row is None else signed(100 * row["win_from_tie_rule"])


def _fair(row: Line | None) -> tuple[str, str]:
    """In points, and in the resource, whose interval is lopsided."""
    if row is None or isnan(row["low"]):
        return "—", "—"
    most = row["resource_most"]
    paid = (within(x, most, -most, sign=True) for x in (row["resource"], row["resource_low"], row["resource_high"]))
    points = f"{signed(row['points'])} ± {(row['high'] - row['low']) / 2:.1f}"
    return points, "—" if isnan(row["resource_low"]) else "{} ({} to {})".format(*paid)


def _tests(chapters: Sequence[Chapter]) -> str:
    """The joint tests, in figures: a single place may be shown where they are in doubt, and the other way round."""
    said: dict[str, list[str]] = {}
    for c in chapters:
        rows = records(c.tables["joint_test"]) if "joint_test" in c.tables else []
        for row in rows:
            if row["outcome"] == "margin" and not isnan(row["p"]) and row["blocks"] >= FEW:
                said.setdefault(row["agent"], []).append(f"{p_value(row['p'])} with {c.plan.seats} seats")
    return " ".join(f"With `{agent}`, the test that no place is favoured by points gives {listed(found)}."
                    for agent, found in said.items())


def picture(found: pd.DataFrame) -> Figure | None:
    """Places at all numbers of seats below each other."""
    own = found[(found["blocks"] >= found["enough"]) & found["low"].notna()]
    if not len(own):
        return None
    named = own.assign(item=[f"{n} seats: {item}" for n, item in zip(own["seats"], own["item"], strict=True)])
    return forest.draw(named, TITLE, "Right of the dashed line: better than the other places. Shaded: too small to "
                       "matter.\nBars: where the true value lies (95 %). Places with too few games are left out.",
                       ranked=False, what="ahead")
