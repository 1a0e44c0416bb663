"""The figures of an atlas, from its tables."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.atlas import looks
from reports.atlas.measures import MEASURES
from reports.atlas.plan import AtlasPlan
from reports.atlas.tables import STRENGTHS
from reports.plots import both_strengths, funnel, level_effects, raw_pooled, variant_maps

PANELS = {              # measures that figures show: what an axis says, and what a value is multiplied by
    "first_win_2": ("wins of the first player (%)", 100.0),
    "rounds_2": ("rounds", 1.0),
    "decided_2": ("decided after (% of the game)", 100.0),
    "skill_search": ("wins of a search (%)", 100.0),
    "skill_deep": ("wins of thinking longer (%)", 100.0),
}
PANELS_MOST = 4         # side by side, the first of these that there are
FUNNEL = 3              # sizes of samples that a panel of the funnel has at least
HEADINGS = {"first_win_2": "Who wins", "rounds_2": "How long a game takes", "decided_2": "When a game is decided",
            "skill_search": "How much looking ahead wins", "skill_deep": "How much thinking longer wins"}
MAPS = {                # titles of the maps of all variants
    "first_win_2": "Percent of games for two that the first player wins",
    "rounds_2": "Rounds of a game for two",
    "decided_2": "Percent of a game for two after which the leader stays the same",
    "skill_search": "Percent of games that a search of 20 simulations wins against greedy",
    "skill_deep": "Percent of games that a search wins against a quarter of its simulations",
}


def figures(plan: AtlasPlan, tables: dict[str, pd.DataFrame]) -> dict[str, Figure]:
    """The figures by name; but for both strengths, none where variants are too few to be estimated together."""
    drawn: dict[str, Figure] = {}
    if STRENGTHS in tables:
        drawn[STRENGTHS] = both_strengths.draw(tables[STRENGTHS], looks.stronger(plan), plan.item_kind)
    if "effects" not in tables:
        return drawn
    known = set(tables["effects"]["measure"])
    shown = dict([(name, panel) for name, panel in PANELS.items() if name in known][:PANELS_MOST])
    if not shown:
        return drawn
    for name in shown:
        if len(plan.variants.factors) == 3:
            drawn[f"map_{name}"] = _map(plan, tables, name)
    drawn["effects"] = level_effects.draw(tables["effects"], shown, plan.item_kind)
    drawn["raw_pooled"] = raw_pooled.draw(tables["estimates"], shown, plan.item_kind.removesuffix("s"))
    if "funnel" in tables:
        sizes = tables["funnel"]["measure"].value_counts()
        several = {name: panel for name, panel in shown.items() if sizes.get(name, 0) >= FUNNEL}
        if several:
            drawn["funnel"] = funnel.draw(tables["funnel"], several, plan.item_kind)
    return drawn


def _map(plan: AtlasPlan, tables: dict[str, pd.DataFrame], name: str) -> Figure:
    own = tables["estimates"][tables["estimates"]["measure"] == name]
    flagged = set(tables["flags"].query("measure == @name")["item"]) if "flags" in tables else set()
    parts = pd.DataFrame([plan.variants.parts(item) for item in own["item"]], columns=["level_0", "level_1", "level_2"],
                         index=own.index)
    par = next(measure.par for measure in MEASURES if measure.name == name)
    return variant_maps.draw(parts.assign(value=own["pooled"], sure=own["item"].isin(flagged)), plan.variants.factors,
                             plan.variants.levels, MAPS[name], PANELS[name][1], par)
