"""Names of the draws of Kuhn poker: the n-th card dealt."""


def draw(raw):
    """The name of the draw that is due."""
    return ("card", raw["dealt"])
