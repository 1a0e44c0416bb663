"""Clicks narrow moves in the browser by the rules of games/pointing.py, and no button is a bare number."""
import base64
import json
import random
from itertools import pairwise
from pathlib import Path

import games
from games.pointing import Touched, lit, narrowed, offered, pointed, unparted
from tests.service.browser.chromium import chromium

SCRIPT = Path(__file__).parent.parent.parent.parent / "service" / "static" / "pointing.js"
EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
ASK = """async ([script, cases]) => {
  const rules = await import(script);
  return cases.map(([moves, clicks]) => ({
    narrowed: rules.narrowed(moves, clicks).map((each) => each.move), lit: [...rules.lit(moves, clicks)].sort(),
    unparted: rules.unparted(moves, clicks), offered: rules.offered(moves, clicks).map((each) => each.move)}));
}"""


BUTTONS = """async ([script, texts]) =>
  (await import(script)).shorter(texts.map((move) => ({ move }))).map(([, text]) => text)"""


def cases():
    """Moves of positions with some clicks, and what none of them touches."""
    choice = random.Random(3)
    for name in ("burgundy-midgame", "orleans-midgame", "catan-cards-midgame", "backgammon-midgame", "pig-endgame"):
        document = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        game = games.load(document["game"])
        moves = pointed(game, game.notation.position_from_json(document))
        yield moves, []
        yield moves, ["nothing"]
        for move in choice.sample(moves, min(6, len(moves))):
            ids = choice.sample(move.ids, len(move.ids))
            yield from ((moves, ids[:count + 1]) for count in range(len(ids)))
        for one, other in pairwise(moves[:5]):
            yield moves, [one.ids[0], other.ids[-1]]
    trades = [Touched(n, ("market",) * n) for n in (1, 2, 3)]
    yield from ((trades, ["market"] * count) for count in range(5))


def test_the_page_narrows_moves_as_python_does():
    asked = list(cases())
    script = "data:text/javascript;base64," + base64.b64encode(SCRIPT.read_bytes()).decode("ascii")
    told = [([{"move": move.action, "ids": move.ids} for move in moves], clicks) for moves, clicks in asked]
    with chromium() as browser:
        page = browser.new_page()
        found = page.evaluate(ASK, [script, told])
        buttons = [page.evaluate(BUTTONS, [script, [f"{begins} {n}" for n in range(count)]])
                   for begins, count in (("bid", 8), ("capital city", 9), ("bid", 3))]
    assert buttons == [[f"bid {n}" for n in range(8)], [f"city {n}" for n in range(9)], ["bid 0", "bid 1", "bid 2"]]
    for (moves, clicks), answer in zip(asked, found, strict=True):
        assert answer == {
            "narrowed": [move.action for move in narrowed(moves, clicks)], "lit": sorted(lit(moves, clicks)),
            "unparted": unparted(moves, clicks), "offered": [move.action for move in offered(moves, clicks)]}
