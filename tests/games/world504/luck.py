"""Names of the draws of 504: tiles and explored tiles by space, cards by what came before."""
from games.world504.names import STAGE_NAMES
from games.world504.tables import SIDES


def draw(raw):
    """The name of the draw that is due."""
    stage = STAGE_NAMES[raw["stage"]]
    if stage == "explored":
        turn = raw["turn"]
        step = SIDES[turn["side"]]
        return stage, raw["q"][turn["source"]] + step[0], raw["r"][turn["source"]] + step[1], tuple(turn["odds"])
    if stage == "draw-privilege":
        return stage, tuple(raw["drawn"]), tuple(raw["extras"])
    if stage == "turn-card":
        return stage, tuple(raw["ticks"]), tuple(raw["scored"])
    return stage, raw["cursor"], tuple(raw["stack"]), raw["lots"]
