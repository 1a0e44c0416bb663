"""What `show` adds if the game can tell it: each owner's income term by term, and what final scoring would give now."""
from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from core_ext.state import State
from games.api import Game, Standing
from mcts.redeals import DEALS, resampled
from reports.terminal.layout import Paragraph, Sheet

Terms = Sequence[Sequence[tuple[str, float]]]       # of each owner


def standing_seen(game: Game, state: State, seat: int | None = None) -> Standing | None:
    """How the game stands, as this seat knows it or in full; None where the game does not say, or where that hangs on
    what is hidden from the seat.
    """
    if game.standing is None:
        return None
    if seat is None or not state.hides:
        return game.standing(state)
    first, *others = (game.standing(resampled(state, seat, deal)) for deal in range(DEALS))
    return first if all(other == first for other in others) else None


def standing_table(found: Standing, over: bool) -> list[RenderableType]:
    """Incomes and points, an owner a column, and who wins."""
    made: list[RenderableType] = []
    for head, terms in (("income", found.income), ("points" if over else "points now", found.points)):
        if any(terms):
            made += ["", Sheet((head, *found.owners), _rows(terms), (head,))]
    if found.winners:
        who, several = " and ".join(found.winners), len(found.winners) > 1
        won = f"{who} {'share the win' if several else 'wins'}."
        made.append(Paragraph(won if over else f"If the game ended now: {won}"))
    return made


def _rows(terms: Terms) -> list[list[str]]:
    """A row for each term that any owner has, in their order, and the sums."""
    names = dict.fromkeys(name for owner in terms for name, _ in owner)
    rows = [[name, *(_amount(owner, name) for owner in terms)] for name in names]
    return [*rows, ["together", *(f"{sum(amount for _, amount in owner):g}" for owner in terms)]]


def _amount(owner: Sequence[tuple[str, float]], name: str) -> str:
    """What an owner has of a term, which may come several times; a dash where it has none."""
    found = [amount for term, amount in owner if term == name]
    return f"{sum(found):g}" if found else "-"
