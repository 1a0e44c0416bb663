"""What a calibration came to, for a terminal."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from games.calibrations import UTILITY
from mcts.calibrate import Check, meaning
from reports.terminal.layout import Paragraph, Sheet

SHOWN = (0.25, 0.5, 0.75)       # utilities, or shares of the win in simulations, whose meaning is shown
THIRDS = ("first", "second", "last")
GOOD = (0.8, 1.25)              # slopes of chances that say about what they mean


def calibrated(fit: str, made: Mapping[str, Any], check: Check) -> RenderableType:
    """What utilities mean in each third of the game, and how that holds in games that a fit has not seen."""
    what = "utility" if made["of"] == UTILITY else "share"
    heads = ("third", "positions", *(f"{what} {each:g}" for each in SHOWN))
    rows = [(name, f"{made['phases'][k]['forecasts']}", *(chance(*meaning(made, k, utility)) for utility in SHOWN))
            for k, name in enumerate(THIRDS)]
    asked, held = made["made"], check.coverage
    holds = f"{100 * held.share:.0f} % of the chances ({100 * held.low:.0f} to {100 * held.high:.0f})"
    lead = (f"{asked['game']}, fit {fit}: chances to win by {asked['positions']} positions of {asked['games']} games, "
            f"each played on {asked['again']} times by {asked['agent']}; in brackets the 95 % interval of a position.")
    lines = [f"Told by fits of the other games, on {check.positions} positions: the slope of what came on what was "
             f"said is {check.slope:.2f} ({check.slope_low:.2f} to {check.slope_high:.2f}; 1 is right), the intervals "
             f"hold about {holds}, the mean squared error is {check.brier:.3f}."]
    if check.slope_low > GOOD[1] or check.slope_high < GOOD[0]:
        lines.append("These chances are not yet what they say; more --games make the fit better.")
    return Group(Paragraph(lead), Text(""), Sheet(heads, rows, ("third",)), Text(""), *map(Paragraph, lines))


def chance(middle: float, low: float, high: float) -> str:
    """A chance in percent with its interval."""
    return f"{100 * middle:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
