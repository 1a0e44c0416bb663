"""Ways to play that experiments impose on a seat, by the texts of the actions that they bar or insist on."""
from __future__ import annotations

from games.api import Style

STYLES = {
    "never builds roads": Style(never="build road"),
    "never builds knights": Style(never="build knight"),
    "never builds cities": Style(never="build city"),
    "never builds expansions": Style(never="build (castle|church|hall|library|university)"),
    "never trades": Style(never="trade "),
    "knights first": Style(always="build knight"),
    "cities first": Style(always="build city"),
}
