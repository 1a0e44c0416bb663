"""Names of the draws of Orléans: followers by seat, round and what came before, events by round."""


def draw(raw):
    """The name of the draw that is due."""
    return (raw["stage"], raw["round"], raw["phase"], raw["actor"], raw["cursor"], tuple(raw["drawn"]),
            tuple(raw["hourglass"]))
