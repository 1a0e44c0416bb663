"""Names of the draws of CATAN, the fast card game: a seat's draws within a round, an event by its city."""


def draw(raw):
    """The name of the draw that is due."""
    own = raw["seat"][raw["turn"]]
    return (raw["stage"], raw["coming"], raw["turn"], raw["actor"], raw["round"], raw["drawn"], raw["luck"],
            own["cities"], own["expansions"])
