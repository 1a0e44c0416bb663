"""504: fights played with keyed dice against their odds in fractions, by chi-square.

A setting is a number of attackers, of residents beside a settlement or a headquarters, a ground, and who holds which
privilege of fights. Of each fight both rolls count: hits of the attack and of the defence, surplus left out. No test
of a single setting decides: the smallest p of all must not be too small (Holm), and all together must be uniform.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from scipy import stats

from bench.peers.facts import facts
from bench.publish import page, publish
from core_ext.state import State
from tests.games.world504.odds import attack_odds, defence_odds
from tests.games.world504.positions import STAGES, loaded
from tests.games.world504.war import border, give, siege

ROOT = Path(__file__).resolve().parents[2]
WORLD = "438"                               # fights by dice, for headquarters too, and privileges
HOME = "headquarters"                       # three armies in a city
GROUNDS = ("mountain", "forest", "field", HOME)     # a hit is less, as, and more likely; and a city
LEAST = 5.0                                 # expected fights of a cell: rarer ones are counted together
ALPHA = 0.01
LEAD = """Do dice of fights fall as their rules say? Each line has 1 to 9 attackers against 0 to 9 residents beside a
settlement (1 army) or a headquarters (3 armies), {fights:,} fights each. Expected is the closed computation in
fractions. Odds are equal to it in all settings, as the tests of the game say; here the dice themselves are counted."""

Cell = tuple[int, int]                      # armies that fall, attackers that fall


class Setting(NamedTuple):
    """One kind of fight."""

    ground: str
    attackers: int
    residents: int
    die: bool                   # both sides hold III(4): one die more
    shield: bool                # the defender holds I(4): a hit less

    @property
    def armies(self) -> int:
        """All that the attackers have to beat."""
        return self.residents + (3 if self.ground == HOME else 1)


def settings() -> list[Setting]:
    """All of them."""
    return [Setting(*each) for each in product(GROUNDS, range(1, 10), range(10), (False, True), (False, True))]


def expected(fight: Setting) -> dict[Cell, float]:
    """How likely each outcome is, by the closed computation."""
    terrain = "city" if fight.ground == HOME else fight.ground
    first = attack_odds(fight.attackers, terrain, fight.armies, die=fight.die, shield=fight.shield)
    return {(fallen, lost): float(chance * more) for fallen, chance in first.items()
            for lost, more in defence_odds(fallen, fight.attackers, die=fight.die).items()}


def position(fight: Setting) -> State:
    """The position in which the attackers roll."""
    if fight.ground == HOME:
        raw, _, tile = siege(WORLD, mine=0, residents=fight.residents)
    else:
        raw, _, tile = border(WORLD, fight.ground, mine=0, residents=fight.residents)
    raw["owner"][0]["spent"][tile] = fight.attackers
    raw["owner"][0]["down"] |= 1 << tile
    give(raw, 0, privileges=["III(4)"] * fight.die)
    give(raw, 1, privileges=["III(4)"] * fight.die + ["I(4)"] * fight.shield)
    raw["turn"].update(battle=1 + tile, foe=2)
    raw["stage"] = STAGES.index("attack")
    return loaded(WORLD, {**raw, "actor": 0})


def played(fight: Setting, fights: int, seed: int) -> Counter[Cell]:
    """How often each outcome came in so many fights, each with dice of its own."""
    before, after = position(fight), dict[int, State | None]()
    counts: Counter[Cell] = Counter()
    for number in range(fights):
        fallen = before.keyed_chance(seed, number)
        if fallen not in after:
            after[fallen] = answered(before, fallen)
        state = after[fallen]
        counts[fallen, state.keyed_chance(seed, number) if state is not None else 0] += 1
    return counts


def answered(before: State, fallen: int) -> State | None:
    """The position in which the defender rolls, after so many have fallen; None where nobody rolls."""
    state = before.copy()
    state.apply_action(fallen)
    asked = not state.is_terminal() and STAGES[state.raw()["stage"]] == "defence"
    return state if asked else None


def chi_square(counts: Mapping[Cell, int], odds: Mapping[Cell, float]) -> tuple[float, int]:
    """The statistic and its degrees of freedom. Rare cells count together; what cannot happen makes it infinite."""
    if any(cell not in odds for cell in counts):
        return float("inf"), len(odds) - 1
    total = sum(counts.values())
    kept, rare, hits = [], 0.0, 0
    for cell, chance in sorted(odds.items(), key=lambda each: each[1]):
        if rare + chance * total < LEAST or chance * total < LEAST:
            rare, hits = rare + chance * total, hits + counts.get(cell, 0)
        else:
            kept.append((chance * total, counts.get(cell, 0)))
    if rare >= LEAST or not kept:
        kept.append((rare, hits))
    elif rare:
        kept[0] = (kept[0][0] + rare, kept[0][1] + hits)
    return sum((found - mean) ** 2 / mean for mean, found in kept), len(kept) - 1


def tested(numbered: tuple[int, Setting], fights: int, seed: int) -> tuple[float, int]:
    """One setting, with keys that no other has."""
    number, fight = numbered
    return chi_square(played(fight, fights, 10_000 * seed + number), expected(fight))


def rows_of(asked: Sequence[Setting], found: Iterable[tuple[float, int]]) -> list[dict[str, Any]]:
    """A row a setting, with its p. A setting with one outcome only has none to test, and is left out."""
    return [{**fight._asdict(), "armies": fight.armies, "chi_square": statistic, "degrees": degrees,
             "p": float(stats.chi2.sf(statistic, degrees))}
            for fight, (statistic, degrees) in zip(asked, found, strict=True) if degrees]


def lines(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """A line for each ground and holding of privileges, and one for all: their chi-squares add up."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        names = [name for name, has in (("III(4) both", row["die"]), ("I(4)", row["shield"])) if has]
        groups.setdefault((row["ground"], ", ".join(names) or "none"), []).append(row)
    groups["all", ""] = list(rows)
    out: list[list[str]] = []
    for (ground, held), members in groups.items():
        total, degrees = sum(row["chi_square"] for row in members), sum(row["degrees"] for row in members)
        least = min(row["p"] for row in members)
        out.append([ground, held, str(len(members)), f"{total:,.0f}", f"{degrees:,}",
                    f"{stats.chi2.sf(total, degrees):.3f}", f"{least:.2g}", f"{min(1.0, least * len(members)):.2g}",
                    f"{uniform(members):.3f}"])
    return out


def uniform(rows: Sequence[Mapping[str, Any]]) -> float:
    """The p of a Kolmogorov-Smirnov test that the p of the rows are uniform."""
    return float(stats.kstest([row["p"] for row in rows], "uniform").pvalue)


def verdict(rows: Sequence[Mapping[str, Any]]) -> tuple[bool, str]:
    """Whether all settings together fit, and in words."""
    least = min(1.0, min(row["p"] for row in rows) * len(rows))
    even = uniform(rows)
    fits = min(least, even) >= ALPHA
    return fits, (f"**The dice {'fit' if fits else 'do not fit'} their odds**: of {len(rows):,} settings the smallest "
                  f"p is {least:.2g} after Holm, and all p are uniform with p = {even:.2g}.")


Fights = Annotated[int, typer.Option(min=100, help="Fights of each setting.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes.")]
Out = Annotated[Path, typer.Option(help="Folder for the table.")]


def run(fights: Fights = 100_000, seed: int = 1, jobs: Jobs = 1, out: Out = ROOT / "bench" / "results") -> None:
    """Play fights of all settings and print their chi-squares; write CSV and Markdown. Status 1 if they do not fit.

    Example: python -m bench worlds_fights --jobs 2
    """
    asked = settings()
    with ProcessPoolExecutor(jobs) as pool:
        rows = rows_of(asked, pool.map(partial(tested, fights=fights, seed=seed), enumerate(asked), chunksize=20))
    fits, words = verdict(rows)
    about = facts(seed=str(seed), fights=f"{fights * len(rows):,}")
    head = ["ground", "privileges", "settings", "chi-square", "degrees", "p", "smallest p", "Holm", "uniform, p"]
    text = page("504: fights", f"{words}\n\n{LEAD.format(fights=fights)}", about, head, lines(rows), 2)
    print(text)
    for path in publish(rows, about, text, out, "worlds-fights"):
        print(path)
    if not fits:
        raise typer.Exit(1)
