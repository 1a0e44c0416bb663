"""`report RUN` of an atlas: what is settled and what is not, maps, what each level does, and all variants."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd

from games.api import InputError
from reports.atlas import looks
from reports.atlas.measures import MEASURES, Measure
from reports.atlas.plan import AtlasPlan, Pass
from reports.atlas.run import games_of, open_atlas
from reports.atlas.tables import BROKEN, CAP, ENDED, FLAGS, all_tables
from reports.documents import atlas_four, atlas_strengths, web
from reports.documents.atlas_figures import HEADINGS, MAPS, figures
from reports.documents.folder import FOLDER, publish
from reports.documents.names import age
from reports.rows import records
from reports.wording import minus, percent, whole

NEEDLESS = re.compile(r"<!--.*?-->|<!DOCTYPE[^>]*>|<metadata>.*?</metadata>", re.DOTALL)
BETWEEN = re.compile(r"\n\s*")
FINE = re.compile(r"(?<=[\s\"])-?\d+\.\d{3,}(?=[\s\"])")     # of a line: a hundredth of a point is enough
PLACE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")     # of a letter: a hundredth of a point is enough
NAMED = 24              # variants that a line names
SOURCES = 4             # sources of points or money that a line names
LEAST_SHARE = 0.02      # least share of them that is named
OF = {measure.name: measure for measure in MEASURES}
HOW_TO_READ = """<ul>
<li><strong>Whose games</strong>: all numbers hold for the agents named. <i>Greedy</i> plays the move that its rules of
thumb like best. People play differently, and what favours one agent need not favour another.</li>
<li><strong>Raw</strong> is what the games of one {one} say by themselves. <strong>Pooled</strong>: {many} that share a
{level} inform each other, as far as the games show that a {level} does the same everywhere. Pooled values lie nearer to
the mean, and nearer to the truth.</li>
<li><strong>Small figures</strong> are 95 % intervals: where the true value lies, if the same agents played for
ever.</li>
<li><strong>What is said of a {one}</strong> is at least 95 % probable, pooled. Nothing is said by rank: whatever comes
first in a list of raw numbers was mostly lucky. Where nothing is said, the matter is <i>not settled</i>, which never
means fair.</li>
<li><strong>The first player</strong> is the first in the first order. Where players bid for that order, the better
bidder may sit in the better place; elsewhere it is drawn.</li>
<li><strong>Decided</strong>: the share of the rounds after which the lead no longer changes hands. The leader is
determined at the end of each round and after final scoring.</li>
<li><strong>Money</strong> is income by source, as it stood before the last decision of each turn.</li>
</ul>"""


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ and return the paths of its files, the page first; one that is there is replaced as a whole.

    The same run gives the same bytes. Raises InputError for a directory that is no atlas or holds no games yet.
    """
    run_dir = Path(run_dir)
    run, plan = open_atlas(run_dir)
    games = {each.key: games_of(run_dir, plan, each) for each in plan.passes}
    tables = all_tables(plan, games)
    if not tables:
        raise InputError(f"{run_dir}: holds no finished games yet")
    played = {each.key: len(games[each.key]) // each.size for each in plan.passes}
    return publish(run_dir / FOLDER, tables, figures(plan, tables),
                   lambda pictures: page(plan, run.manifest, tables, pictures, played))


def page(plan: AtlasPlan, manifest: Mapping[str, Any], tables: Mapping[str, pd.DataFrame],
         pictures: Mapping[str, bytes], played: Mapping[str, int]) -> str:
    """The whole page. `pictures` holds the SVG of each figure, `played` the variants that have the games of a pass."""
    pictures = {name: slim(picture) for name, picture in pictures.items()}
    many, one = plan.item_kind, plan.item_kind.removesuffix("s")
    maps = [(HEADINGS[name], web.picture(pictures, f"map_{name}", title)) for name, title in MAPS.items()]
    parts = [f"<p>{escape(told)}</p>" if (told := " ".join(filter(None, [
                 atlas_strengths.who(plan, tables), atlas_four.who(plan, tables)]))) else "",
             web.lead(finding(plan, tables), *opening(plan, tables), age(manifest)),
             atlas_strengths.section(plan, tables, pictures), atlas_four.section(plan, tables),
             web.section(f"{many.capitalize()} that stand out", _said(plan, tables)) if "settled" in tables else "",
             *(web.section(heading, drawn) for heading, drawn in maps if drawn),
             _pictures("What each module does", "effects", pictures),
             _sources(plan, tables), _pictures("Raw and pooled", "raw_pooled", pictures),
             _pictures("The games", "funnel", pictures),
             _settled(plan, tables), _halves(plan, tables), *(_variants(plan, tables, each) for each in plan.passes),
             web.section("How it was played", web.items(how(plan, played))),
             web.section("How to read this", HOW_TO_READ.format(one=one, many=many, level="module")),
             web.section("The run", web.entries(manifest))]
    return web.document(f"{plan.record.title}: an atlas of {len(plan.items)} {many}", parts)


def slim(svg: bytes) -> bytes:
    """The picture in fewer bytes: maps have a number in each of their fields."""
    text = BETWEEN.sub(" ", NEEDLESS.sub("", svg.decode())).replace("> <", "><")
    text = FINE.sub(lambda found: f"{float(found[0]):.2f}", text)
    return PLACE.sub(lambda found: f"translate({float(found[1]):.2f} {float(found[2]):.2f})", text).encode()


def finding(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """The first line: of how many variants it is shown that they are fair, or are not."""
    known = [said for said in (atlas_strengths.finding(plan, tables), atlas_four.finding(plan, tables)) if said]
    return " ".join(known) or one_strength(plan, tables)


def one_strength(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """The same of greedy agents alone."""
    many = plan.item_kind
    if "settled" not in tables:
        return (f"{len(plan.items)} of the {len(plan.variants.names())} {many}: too few to be estimated together. What "
                "follows is what the games of each say.")
    if "first_win_2" not in set(tables["settled"]["measure"]):
        return f"{len(plan.items)} of the {len(plan.variants.names())} {many}, of which nobody asked whom they favour."
    said = flagged(tables, "first_win_2")
    sided = len(said.get("favours the first player", ())), len(said.get("favours the second player", ()))
    total = int(_row(tables["settled"], "first_win_2")["variants"])
    fair = len(said.get("fair", ()))
    return (f"Between greedy agents, {sum(sided)} of {total} {many} favour one of two players: {sided[0]} the first, "
            f"{sided[1]} the second. "
            f"{_are(fair).capitalize()} shown to be fair, and {_are(total - sum(sided) - fair)} not settled.")


def opening(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """What else is found of all variants together, a paragraph each."""
    if "settled" not in tables:
        return []
    known, out = {row["measure"]: row for row in records(tables["settled"])}, []
    if "rounds_2" in known:
        out.append(f"Between greedy agents, a game for two takes {known['rounds_2']['mean']:.1f} rounds on average. "
                   f"{_count(tables, 'long')} "
                   f"{plan.item_kind} are long (more than one and a half times that), {_count(tables, 'short')} are "
                   f"short (less than two thirds). {_count(tables, BROKEN)} are broken: more than {whole(CAP)} of "
                   "their games end at the last round allowed, not by their own rule.")
    if "decided_2" in known:
        out.append("Between greedy agents, the lead no longer changes after "
                   f"{percent(known['decided_2']['mean'])} of a game for two, on average. "
                   f"{_count(tables, 'decided early')} {plan.item_kind} are decided in the first half, "
                   f"{_count(tables, 'open until late')} stay open for three quarters.")
    if "skill_search" in known:
        out.append(f"A search of 20 simulations wins {percent(known['skill_search']['mean'])} of games against greedy. "
                   f"{_count(tables, 'deep')} {plan.item_kind} are deep (it wins more than 60 %), "
                   f"{_count(tables, 'shallow')} are shallow (it wins less than half).")
    if "skill_deep" in known:
        deep = next(each for each in plan.passes if each.name == looks.DEEP)
        out.append(f"{deep.agent} wins {percent(known['skill_deep']['mean'])} of games against {deep.against}. In "
                   f"{_count(tables, 'four times the thinking wins')} {plan.item_kind} it surely wins more than 60 %.")
    return out


def _are(count: int) -> str:
    return "none is" if count == 0 else "one is" if count == 1 else f"{count} are"


def how(plan: AtlasPlan, played: Mapping[str, int]) -> list[str]:
    """The passes, a sentence each."""
    return [_pass(plan, each, played[each.key]) for each in plan.passes if not looks.is_later(plan, each)
            or played[each.key]]


def _pass(plan: AtlasPlan, each: Pass, variants: int) -> str:
    where = "either seat" if each.seats == 2 else "each seat in turn"
    who = (f"{each.agent} against {each.against}, in {where} with the same luck" if each.against else
           f"{each.agent} in all seats, which get the same luck in turn")
    one = plan.item_kind.removesuffix("s")
    if looks.is_later(plan, each):
        return (f"{each.size} games more of {variants} {one if variants == 1 else plan.item_kind} in which a verdict "
                f"was near: {who}.")
    short = "" if variants == len(plan.items) else f"; played in {variants} of {len(plan.items)} so far"
    return f"{each.size} games of each {one} for {each.seats} players: {who}{short}."


def flagged(tables: Mapping[str, pd.DataFrame], measure: str) -> dict[str, list[str]]:
    """The variants of which something is said, by what is said."""
    if "flags" not in tables:
        return {}
    own = tables["flags"][tables["flags"]["measure"] == measure]
    return {str(says): sorted(rows["item"]) for says, rows in own.groupby("flag", sort=False)}


def _count(tables: Mapping[str, pd.DataFrame], says: str) -> int:
    return int((tables["flags"]["flag"] == says).sum()) if "flags" in tables else 0


def _said(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    lines = []
    for says, measure in [*((flag.says, flag.measure) for flag in FLAGS), (BROKEN, "capped"), (ENDED, "capped")]:
        items = flagged(tables, measure).get(says, [])
        if says == ENDED and not looks.stronger(plan):
            continue
        if measure in set(tables["estimates"]["measure"]) | {"capped"}:
            lines.append([says, str(len(items)), _named(items)])
    return web.table(f"Each is at least 95 % probable. All {plan.item_kind} are named in tables/flags.csv.",
                     [plan.item_kind, "how many", "which"], lines)


def _named(items: Sequence[str]) -> str:
    if not items:
        return "none"
    return ", ".join(items[:NAMED]) + (f" and {len(items) - NAMED} more" if len(items) > NAMED else "")


def _pictures(heading: str, name: str, pictures: Mapping[str, bytes]) -> str:
    return web.section(heading, web.picture(pictures, name, heading)) if name in pictures else ""


def _sources(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """Where points come from, by the level of the first factor, and money, by that of the second."""
    if plan.item_kind not in tables:
        return ""
    own = tables[plan.item_kind]
    own = own[own["seats"] == own["seats"].iloc[0]]
    made = []
    for factor, (kind, unit) in enumerate((("points", "points, for each seat"), ("money", "income, for each seat"))):
        level = own["item"].map(lambda item, at=factor: plan.variants.parts(item)[at])
        named = [name for name in own.columns if str(name).startswith(f"{kind}_")]
        means = own.groupby(level)[named].mean()
        lines = [[plan.variants.levels[int(str(at))], f"{row.sum():.0f}", _most(row, kind)]
                 for at, row in means.iterrows()]
        made.append(web.table(f"{kind.capitalize()} by the module at {plan.variants.factors[factor]}, mean of its "
                              f"{plan.item_kind}",
                              ["", unit, "where from"], lines))
    return web.section("Where points and money come from", *made)


def _most(row: pd.Series, kind: str) -> str:
    """The sources of most, each with its share."""
    total = float(row.sum())
    best = row.sort_values(ascending=False, kind="stable")[:SOURCES]
    return ", ".join(f"{str(name).removeprefix(kind + '_').replace('_', ' ')} {whole(value / total)}"
                     for name, value in best.items() if total and value / total >= LEAST_SHARE) or "—"


def _settled(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """What pooling found, and of how many variants nothing can be said."""
    if "settled" not in tables:
        return ""
    lines = [[OF[row["measure"]].title, *(_shown(OF[row["measure"]], row[name]) for name in (
        "mean", "page_spread", "own_spread", "raw_error", "error")),
        f"{row['not_settled']} of {row['variants']}" if row["asked"] else "not asked"] for row in
        records(tables["settled"])]
    return web.section("How much is settled", web.table(
        f"Standard deviations: between the modules at a place, and of what {plan.item_kind} have beyond their modules",
        ["", "mean", "modules differ by", f"{plan.item_kind} beyond them by", "error, raw", "error, pooled",
         "not settled"],
        lines, "settled"))


def _halves(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    lines = [[OF[row["measure"]].title, _correlation(row["raw"]), _correlation(row["pooled"])]
             for row in records(tables["halves"]) if not isnan(row["raw"])]
    if not lines:
        return ""
    return web.section("Do two halves of the games agree?",
                       "<p>Blocks of even number and those of odd number are estimated apart. A correlation of 1 would "
                       "say that they agree on everything.</p>",
                       web.table(f"Correlation of the halves over all {plan.item_kind}", ["", "raw", "pooled"], lines))


def _variants(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame], each: Pass) -> str:
    """All variants of a pass in which all seats are played alike."""
    if each.against or looks.is_look(each) or plan.item_kind not in tables:
        return ""
    own = tables[plan.item_kind]
    estimates = {(row["item"], row["measure"]): row for row in records(tables["estimates"])}
    shown = [measure for measure in MEASURES if measure.made_in in (each.key, *(
        p.key for p in plan.passes if p.against and p.seats == each.seats))]
    here = records(own[own["seats"] == each.seats])
    head = ["", *(measure.title.removesuffix(f", {each.seats} seats") for measure in shown)]
    lines = [[row["item"], *(_estimate(estimates.get((row["item"], measure.name)), measure) for measure in shown)]
             for row in here]
    places = [f"win_place_{place + 1}" for place in range(each.seats)]
    played = [[row["item"], _number(row["decisions"], 0), _number(row["decisions_a_turn"]),
               f"{_number(row['options_mean'])}\n95 %: {_number(row['options_95'], 0)}", percent(row["capped"]),
               f"{_number(row['score'])}\n± {_number(row['score_spread'])}", _number(row["winners_lead_in_spreads"]),
               _number(row["lead_changes"]), " ".join(whole(row[place]) for place in places)] for row in here]
    return web.section(
        f"All {plan.item_kind}, {each.seats} seats",
        web.table(f"Estimates with 95 % intervals: pooled where there are enough {plan.item_kind}, else raw", head,
                  lines, "estimates"),
        web.table("The games themselves. Points and money by source are in the file.",
                  ["", "decisions", "a turn", "options", "stopped", "score, spread", "winner's lead, spreads",
                   "lead changes", "wins by place in the order"], played, plan.item_kind)) if lines else ""


def _number(value: float, digits: int = 1) -> str:
    return "—" if isnan(value) else f"{value:.{digits}f}"


def _estimate(row: Mapping[str, Any] | None, measure: Measure) -> str:
    if row is None:
        return "—"
    value, low, high = (row[name] for name in (("raw", "raw_low", "raw_high") if isnan(row["pooled"]) else
                                               ("pooled", "low", "high")))
    return f"{_shown(measure, value)}\n{_shown(measure, low)} to {_shown(measure, high)}"


def _shown(measure: Measure, value: float) -> str:
    return percent(value) if measure.share else f"{value:.1f}"


def _correlation(value: float) -> str:
    return "—" if isnan(value) else minus(f"{value:.2f}")


def _row(table: pd.DataFrame, measure: str) -> dict[str, Any]:
    return next(row for row in records(table) if row["measure"] == measure)
