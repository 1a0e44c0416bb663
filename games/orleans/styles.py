"""Ways to play that experiments impose on a seat, by the texts of the actions that they bar or insist on."""
from __future__ import annotations

from games.api import Style

PLAN_OR_USE = "(put .* on|use) "

STYLES = {
    "never ships": Style(never=PLAN_OR_USE + r"Ship\b"),
    "never takes the wagon": Style(never=PLAN_OR_USE + r"Wagon\b"),
    "never builds stations": Style(never=PLAN_OR_USE + "Guildhall"),
    "never studies": Style(never=PLAN_OR_USE + "University"),
    "never hires monks": Style(never=PLAN_OR_USE + "Monastery"),
    "never gives to works": Style(never=PLAN_OR_USE + "Town Hall"),
    "stations first": Style(always=PLAN_OR_USE + "Guildhall"),
}
