"""Names of the draws of pig: a seat's roll within its turn."""


def draw(raw):
    """The name of the draw that is due."""
    return raw["turn"], raw["round"], raw["rolls"]
