"""Names of the draws of Leduc hold'em: the n-th card dealt, the board being the third."""


def draw(raw):
    """The name of the draw that is due."""
    return ("card", raw["dealt"], raw["round"])
