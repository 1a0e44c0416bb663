"""How screens, pages and pictures write numbers and lists."""
from __future__ import annotations

from collections.abc import Sequence
from math import isinf, isnan

SMALL_P = 0.001


def counted(number: int, word: str) -> str:
    """So many of what the word names: `1 game`, `1,200 games`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names with commas, and an "and" before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def capitalised(text: str) -> str:
    """The same with a capital letter first; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def minus(text: str) -> str:
    """A number as text, with a minus as wide as a plus."""
    return text.replace("-", "−")


def signed(number: float) -> str:
    """A margin with its sign, and a minus as wide as the plus."""
    text = minus(f"{number:+.1f}")
    return "0.0" if text in ("+0.0", "−0.0") else text


def number(x: float) -> str:
    """To one decimal, with a minus as wide as a plus, and no sign before a nought."""
    return signed(x).removeprefix("+")


def p_value(p: float) -> str:
    """The p of a test, as far as a reader needs it: small ones are all `p < 0.001`."""
    return "p < 0.001" if p < SMALL_P else f"p = {p:.2g}"


def percent(share: float) -> str:
    """A share in percent; a dash for none."""
    return "—" if isnan(share) else f"{100 * share:.1f} %"


def whole(share: float) -> str:
    """A share in whole percent."""
    return f"{100 * share:.0f} %"


def between(low: float, high: float, digits: int = 2) -> str:
    """An interval, "1.20 to 3.40"; a dash for none."""
    return "—" if isnan(low) else minus(f"{low:.{digits}f} to {high:.{digits}f}")


def signed_between(low: float, high: float) -> str:
    """An interval of differences, "−1.2 to +3.4"; a dash for none."""
    return "—" if isnan(low) else f"{signed(low)} to {signed(high)}"


def abs_between(low: float, high: float) -> str:
    """An interval of differences that are all on one side of 0, without their signs: "1.2 to 3.4", smaller first."""
    return f"{number(low)} to {number(high)}" if low >= 0 else f"{number(-high)} to {number(-low)}"


def within(x: float, most: float, least: float = 0.0, sign: bool = False) -> str:
    """A price to one decimal; beyond what was played, which is infinite here, "more than 4", "less than 0"."""
    if isinf(x):
        return f"more than {most:g}" if x > 0 else minus(f"less than {least:g}")
    return signed(x) if sign else number(x)


def priced(value: float, low: float, high: float, most: float, least: float = 0.0) -> str:
    """A price with its interval below, as cells have it; a dash for none."""
    said = [within(x, most, least) for x in (value, low, high)]
    if isnan(value):
        return "—"
    return said[0] if isnan(low) or isinf(value) and len({*said}) == 1 else f"{said[0]}\n{said[1]} to {said[2]}"


def rounded(number: int) -> str:
    """Two figures: the need for blocks is itself an estimate."""
    step = 10 ** max(0, len(str(number)) - 2)
    return f"{-(-number // step) * step:,}"


def few(names: Sequence[str], most: int) -> str:
    """The first of the names, and how many more there are."""
    return listed(names if len(names) <= most + 1 else [*names[:most], f"{len(names) - most} more"])
