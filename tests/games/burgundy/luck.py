"""Names of the draws of The Castles of Burgundy: dice by seat and round, tiles and goods by place and phase."""

ROLL = 6                # of the stages in state.pxd: two dice of one seat, wherever it is in the order of play


def draw(raw):
    """The name of the draw that is due."""
    place = raw["actor"] if raw["stage"] == ROLL else (raw["cursor"], raw["actor"])
    return raw["stage"], raw["phase"], raw["round"], place
