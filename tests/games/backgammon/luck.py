"""Names of the draws of backgammon: a seat's throw of its n-th turn."""


def draw(raw):
    """The name of the draw that is due."""
    return raw["stage"], raw["seat"], raw["turns"][raw["seat"]]
