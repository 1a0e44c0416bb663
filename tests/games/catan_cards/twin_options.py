"""What a numbered random game is: its seats, options and the style of its moves."""
from __future__ import annotations

import random
from collections.abc import Sequence

ALTERNATIVES = (
    ("second_set", "expansions"), ("events", "11-4"), ("market_day", "none"), ("university", "build"),
    ("expansion_limit", "types"), ("guild", "trade"), ("guild", "build"), ("taken_side", "kept"),
    ("end", "after_event"), ("end", "turn_end"), ("empty_pile_trade", "no"), ("given_back", "open"),
    ("library_look", "open"), ("robber_first", "next"), ("empty_hand_trade", "no"), ("reshuffle", "at_once"),
    ("library_without_road", "yes"))
GIFTS = ("library", "guild", "university", "church", "castle", "hall", "ore 6", "wool 5", "grain 9", "brick 3",
         "points 3")


def some_options(rng: random.Random, seats: int) -> dict[str, str]:
    """Options of one game: a third of the games has none but the cap, the others each one now and then."""
    options = {"cap": str(rng.choice((12, 40, 60)))}
    if rng.random() < 0.3:
        return options
    options |= {name: other for name, other in ALTERNATIVES if rng.random() < 0.25}
    if rng.random() < 0.5:
        options["start"] = str(rng.randrange(seats))
    if rng.random() < 0.2:
        options["without"] = ",".join(rng.sample(("library", "church", "castle", "hall"), rng.randint(1, 2)))
    if rng.random() < 0.5:
        gone = options.get("without", "").split(",")
        gifts = [gift for gift in rng.sample(GIFTS, rng.randint(1, 4)) if gift not in gone]
        options["gifts"] = ",".join(f"{rng.randrange(seats)}:{gift}" for gift in gifts
                                    if seats > 2 or gift != "guild")
        if not options["gifts"]:
            del options["gifts"]
    return options


def pick(rng: random.Random, texts: Sequence[str], style: str) -> str:
    """A move: any one, or of any verb one, or rather one that builds, or one that trades with seats."""
    if style == "builder" and rng.random() < 0.6:
        texts = [t for t in texts if t.startswith(("build", "stop trading", "guild"))] or texts
    if style == "trader" and rng.random() < 0.7:
        texts = [t for t in texts if t.startswith("trade") or t == "open hand"] or texts
    if style != "any":
        verb = rng.choice(sorted({text.split()[0] for text in texts}))
        texts = [text for text in texts if text.split()[0] == verb]
    return rng.choice(texts)


def start_of(seed: int) -> tuple[random.Random, int, dict[str, str], str]:
    """What one numbered game is: its luck, seats, options and the style of its moves."""
    rng = random.Random(f"catan cards twin {seed}")
    seats = 2 + seed % 5
    return rng, seats, some_options(rng, seats), rng.choice(("any", "verbs", "builder", "trader"))
