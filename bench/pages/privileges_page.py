"""The documents of the study of privileges: a page with the finding first, a figure, and all rows as CSV."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isnan
from pathlib import Path
from textwrap import fill
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from scipy import special

from bench import pictures
from bench.pages.age import signature
from bench.pages.contents import with_contents
from bench.pages.privileges_worth import World, decks, of_gifts, of_robin, pooled, price, with_means
from bench.peers.facts import facts
from bench.peers.table import piped
from games.api import InputError
from games.documents import write_file
from games.world504.privileges import privileges
from games.world504.tables import STEPS
from mcts.interval import LEVEL
from reports.documents.writers import write_csv
from reports.plots import style
from reports.rows import records
from reports.statistics.blocks import q_values
from reports.wording import listed, minus, signed

PRINTED = 20                        # Mark in the shop, and the least bid at an auction (R3.S.11)
Q = 0.10                            # share of false findings among those named
WIDE = 120                          # characters of a line of the page
ANY = "any privilege"
STEP = {step: f"any of step {step}" for step in STEPS}
LEAD = """# 504: what privileges are worth

{finding}

{sure}

The printed cost is the price in the shop of 3 Privileges at TOP III, and the least bid at an auction with it at TOP I
and II; a card left over costs nothing. A price here is the sum of money with which a seat would begin the game as well
as with the privilege, for these agents: `{agent}` in both of two seats. Figures in brackets and after ± are 95 %
intervals. [How to read all this](../../balance.md).

![Prices of privileges in Mark](prices.png)
"""
HOW = """## How it was estimated

In each world each seat begins with another privilege, a sum of money or nothing, and in a second game the other way
round (round robin). Points differ from world to world, so worths are in *spreads*: standard deviations of a seat's
margin in its world. The worth of a kind is the plain mean over its worlds; its error is what that mean's scatter from
world to world says, so that it counts how worlds differ. *Between* is how much they differ beyond the luck of the
games. The price of a kind is where the mean over its worlds of its worth less that of so many Mark is zero, in the same
games; its interval has all prices at which a t test of that finds nothing. Nothing above {most} Mark can be told, as
no seat was given more, and nothing below 0. Alone, as a gift against nothing, kinds were played in other games.

| begins with | worth in spreads |
| --- | ---: |
{money}
"""
COMPANIES = """Worlds in which companies own the pieces (9 Shares at TOP I or II) are left out: there a
privilege belongs to a company, and no seat can be given one. {missing} occur in these worlds only and have no price."""
PLAYED = """`python -m bench privileges_study` plays {robin:,} games of the round robin in {worlds} worlds and {gift:,}
games with gifts in {gift_worlds}, continues where it was stopped, and writes this page. The worlds were drawn by lot
from the 140 in which persons can have privileges, until each kind was in {least} of them: {names}."""


def write(out: Path, runs: Sequence[tuple[str, str, Path]], money: Sequence[int], agent: str, least: int) -> list[Path]:
    """README.md, figure and rows in the folder `out`, which is made, of runs (experiment, world, path).

    Raises InputError where no round robin can say anything yet.
    """
    groups = {ANY: list(called()), **{name: [card for card, step in steps().items() if step == s]
                                      for s, name in STEP.items()}}
    robin = [with_means(w, groups) for e, world, path in runs if e == "robin" if (w := of_robin(world, path))]
    gifts = [with_means(w, groups) for e, world, path in runs if e == "gift" if (w := of_gifts(world, path))]
    if not robin:
        raise InputError("nothing was played yet: there is nothing to write")
    out.mkdir(parents=True, exist_ok=True)
    rows = table(robin, gifts, {f"money {mark}": float(mark) for mark in money})
    files = [write_csv(rows, out / "privileges.csv"), pictures.save(figure(rows, max(money)), out, "prices")]
    page = out / "README.md"
    write_file(page, text(rows, robin, gifts, money, agent, least).encode())
    return [page, *files]


def called() -> dict[str, str]:
    """What each kind does, by card."""
    return {privilege.card: privilege.short for privilege in privileges()}


def steps() -> dict[str, str]:
    """The step of each kind."""
    return {privilege.card: privilege.stage for privilege in privileges()}


def table(robin: Sequence[World], gifts: Sequence[World], money: Mapping[str, float]) -> pd.DataFrame:
    """A row for each kind that was played, the highest worth first, and rows for the means over kinds."""
    lines = [_line(name, does, robin, gifts, money) for name, does in called().items()]
    kinds = pd.DataFrame([line for line in lines if line["worlds"]])
    kinds = kinds.sort_values("worth", ascending=False, kind="stable")
    for column in ("p", "p_printed"):
        kinds[column.replace("p", "q", 1)] = q_values(list(kinds[column]))
    means = [_line(name, "mean over a deck", robin, gifts, money) for name in (ANY, *STEP.values())]
    return pd.concat([kinds, pd.DataFrame([line for line in means if line["worlds"]])], ignore_index=True)


def _line(name: str, does: str, robin: Sequence[World], gifts: Sequence[World], money: Mapping[str, float]
          ) -> dict[str, Any]:
    worth, alone, paid = pooled(robin, name), pooled(gifts, name), price(robin, name, money, PRINTED)
    apart = (worth.mean - alone.mean) / (worth.stderr ** 2 + alone.stderr ** 2) ** 0.5 if alone.stderr else float("nan")
    return {"privilege": name, "does": does, "worlds": worth.worlds, "worth": worth.mean, "low": worth.low,
            "high": worth.high, "stderr": worth.stderr, "between": worth.between, "p": worth.p,
            "price": paid.value, "price_low": paid.low, "price_high": paid.high, "most": max(money.values()),
            "printed": PRINTED, "p_printed": paid.p, "alone": alone.mean, "alone_low": alone.low,
            "alone_high": alone.high, "z": apart}


# ---- words ---------------------------------------------------------------------------------------------


def text(rows: pd.DataFrame, robin: Sequence[World], gifts: Sequence[World], money: Sequence[int], agent: str,
         least: int) -> str:
    """The page."""
    kinds = [row for row in records(rows) if row["privilege"] in called()]
    missing = [card for card in called() if not any(card in cards for cards in decks().values())]
    body = [[f"{r['privilege']}: {r['does']}", str(r["worlds"]), _price(r), _pm(r, "worth", "low", "high"),
             "—" if isnan(r["between"]) else f"{r['between']:.2f}", _pm(r, "alone", "alone_low", "alone_high")]
            for r in records(rows)]
    head = ["privilege", "worlds", "price, Mark", "worth in spreads", "between", "alone"]
    coins = "\n".join(f"| {mark} Mark | {_mean(robin, f'money {mark}')} |" for mark in money)
    return with_contents("\n".join([
        LEAD.format(finding=fill(finding(rows), WIDE), sure=fill(sure(kinds), WIDE), agent=agent),
        *piped(head, body, 1), "", fill(COMPANIES.format(missing=listed(missing)), WIDE), "",
        HOW.format(most=max(money), money=coins), played(robin, gifts, least)]))


def finding(rows: pd.DataFrame) -> str:
    """What a privilege costs and is worth, and which kinds stand out."""
    of = {row["privilege"]: row for row in records(rows)}
    kinds = [row for row in of.values() if row["privilege"] in called()]
    worth = [row["privilege"] for row in kinds if row["q"] <= Q and row["worth"] > 0]
    more = [row["privilege"] for row in kinds if row["q_printed"] <= Q and row["price"] > PRINTED]
    less = [row["privilege"] for row in kinds if row["q_printed"] <= Q and row["price"] < PRINTED]
    by_step = listed([f"{_price(of[name])} Mark at step {step}" for step, name in STEP.items() if name in of])
    said = [f"**Between weak players a privilege is worth {_price(of[ANY])} Mark on average; its printed cost is "
            f"{PRINTED}.**",
            f"By step it is {by_step}."]
    said.append(f"Shown to be worth anything: {listed(worth)}." if worth else
                "Of no single kind is it shown that it is worth anything.")
    for names, than in ((more, "more"), (less, "less")):
        if names:
            said.append(f"Worth {than} than the printed cost: {listed(names)}.")
    if not more and not less:
        said.append(f"Of no single kind is it shown that its price is another than {PRINTED} Mark.")
    return " ".join(said)


def sure(kinds: Sequence[Mapping[str, Any]]) -> str:
    """How well prices are known, and whether kinds alone and in company agree."""
    wide = sorted(row["price_high"] - max(0.0, row["price_low"]) for row in kinds)
    apart = [row for row in kinds if not isnan(row["z"])]
    outside = [row["privilege"] for row in kinds if row["p_printed"] < 1 - LEVEL]
    said = [f"Prices of single kinds are known badly: half of the {len(wide)} intervals are wider than "
            f"{wide[len(wide) // 2]:.0f} Mark. Tests of {len(outside)} kinds leave out {PRINTED} Mark "
            f"({listed(outside or ['none'])}), where chance alone would leave out {(1 - LEVEL) * len(wide):.1f}.",
            f"What is called shown is so with a false discovery rate of {Q:.0%} among all kinds."]
    if apart:
        same = min(q_values([float(2 * special.ndtr(-abs(row["z"]))) for row in apart])) > Q
        most = max(apart, key=lambda row: abs(float(row["z"])))
        said.append(f"Alone and among others kinds are {'' if same else 'not '}worth the same, as far as these games "
                    f"tell: {most['privilege']} differs most, with z = {signed(most['z'])}.")
    return " ".join(said)


def played(robin: Sequence[World], gifts: Sequence[World], least: int) -> str:
    """How to play it again, and what this was made with."""
    count, alone = (sum(world.games for world in worlds) for worlds in (robin, gifts))
    said = PLAYED.format(robin=count, worlds=len(robin), gift=alone, gift_worlds=len(gifts), least=least,
                         names=listed(sorted(world.name for world in robin)))
    about = [f"* {name.replace('_', ' ')}: {value}" for name, value in facts(search_signature=signature()).items()]
    return "\n".join([
        "## How it was played\n", fill(said, WIDE), "",
        "All rows by kind: [privileges.csv](privileges.csv). Written on:",
        "", *about, ""])


def _mean(worlds: Sequence[World], name: str) -> str:
    found = pooled(worlds, name)
    return signed_two(found.mean) + ("" if isnan(found.low) else f" ± {found.high - found.mean:.2f}")


def _pm(row: Mapping[str, Any], value: str, low: str, high: str) -> str:
    if isnan(row[value]):
        return "—"
    return signed_two(row[value]) + ("" if isnan(row[low]) else f" ± {(row[high] - row[low]) / 2:.2f}")


def signed_two(x: float) -> str:
    """Two decimals with a sign, as worths in spreads are small."""
    return minus(f"{x:+.2f}")


def _price(row: Mapping[str, Any]) -> str:
    """`36 (24 to 61)`; `< 0` and `> 160` are beyond what can be told."""
    value, low, high = ("< 0" if x == -inf else f"> {row['most']:g}" if x == inf else f"{x:.0f}"
                        for x in (row["price"], row["price_low"], row["price_high"]))
    return "—" if isnan(row["price"]) else f"{value} ({low} to {high})"


# ---- figure --------------------------------------------------------------------------------------------


@style.styled
def figure(rows: pd.DataFrame, most: int) -> Figure:
    """Prices of all kinds with their intervals beside the printed cost, the highest worth first."""
    drawn = [row for row in records(rows) if not isnan(row["price"])]
    shape = style.new_figure(1.6 + 0.22 * len(drawn))
    style.heading(shape, "What privileges are worth, in Mark",
                  f"Dashed: the printed cost, {PRINTED} Mark. Bars: where the price lies (95 %);\nan arrow: beyond 0 "
                  f"or {most}, where nothing can be told. Below the line: means.")
    axes = shape.subplots()
    axes.axvline(PRINTED, color=style.FAINT, linestyle="--", linewidth=1.2)
    for height, row in enumerate(drawn):
        series = 0 if row["privilege"] in called() else 1
        low, high, value = (min(max(row[name], 0.0), float(most)) for name in ("price_low", "price_high", "price"))
        style.dot(axes, value, low, high, height, series, size=5)
        for end, at, mark in ((row["price_low"], 0, "<"), (row["price_high"], most, ">")):
            if end in (-inf, inf):
                axes.plot(at, height, mark, color=style.colour(series), markersize=5, clip_on=False)
    kinds = sum(row["privilege"] in called() for row in drawn)
    axes.axhline(kinds - 0.5, color=style.GRID)
    axes.set_yticks(range(len(drawn)), [_label(row) for row in drawn], fontsize=9)
    axes.set_ylim(len(drawn) - 0.4, -0.6)
    axes.set_xlim(-3, most + 3)
    style.value_axis(axes, "price, Mark")
    return shape


def _label(row: Mapping[str, Any]) -> str:
    return f"{row['privilege']}: {row['does']}" if row["privilege"] in called() else str(row["privilege"])
