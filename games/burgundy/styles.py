"""Ways to play that experiments impose on a seat, by the texts of the actions that they bar or insist on."""
from __future__ import annotations

from games.api import Style

TAKE = r"(take|buy) (\d: )?"         # with a die, or for silver
ANIMAL = r"(chicken|cow|pig|sheep)"

STYLES = {
    "never takes ships": Style(never=TAKE + "ship"),
    "never takes animals": Style(never=TAKE + ANIMAL),
    "never takes knowledge": Style(never=TAKE + "knowledge"),
    "never sells goods": Style(never="sell "),
    "never buys": Style(never="buy "),
    "never changes dice": Style(never=r".*\[die \d, \d worker"),
    "animals first": Style(always=TAKE + ANIMAL),
    "knowledge first": Style(always=TAKE + "knowledge"),
}
