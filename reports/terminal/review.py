"""What `review` shows: the margin as luck and decisions, the biggest events, and the costliest decisions."""
from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from mcts.interval import Z95
from mcts.luck import Account, ChanceEvent
from mcts.review import AGAIN, Review, Row, Total, Turn
from reports.terminal.advice import ROUGH
from reports.terminal.layout import Paragraph, Sheet
from reports.terminal.screen import seat_names

EVENTS = 5          # chance events that are named
CROWD = 4           # seats from which there is room for points alone, and for who gained most
FEWER = 3           # chance events that are named then
LISTED = 3          # draws of one kind that are named each; of more only the number is
MENTIONED = 6       # draws and kinds of an event that are mentioned
UNTOLD = 50.0       # percent of the win: an error as large says nothing of a cost

HOW = ("Luck: what a seat scored on average after the dice and draws that came, less what it scored over all that "
       "could have come, in playouts of the game. It counts when it happens, whether the seat sees it or not. "
       "Decisions: the rest. ± is a 95 % range.")


def judgement(review: Review, names: Sequence[str], details: bool) -> RenderableType:
    """The accounts of the seats, the chance events worth most and the costliest turns; with details all there is."""
    if not (review.rows or review.forced or review.luck.events):
        return Paragraph("Nothing has been played or drawn yet: there is nothing to review.")
    few, seats = len(names) < CROWD, seat_names(len(names), None)      # who sits where is said once
    parts = [*_accounts(review, names, few or details), Paragraph(HOW), Text("")]
    parts += _events(review, len(names), few, None if details else EVENTS if few else FEWER)
    parts += [*_costliest(review, seats), *([_all(review.rows)] if details else [])]
    return Group(*parts, *_totals(review, seats))


def _accounts(review: Review, names: Sequence[str], win_too: bool) -> list[RenderableType]:
    """One line a seat in points, and one in win chances."""
    luck = review.luck
    word = "margin" if luck.finished else "expected"
    head = ("Points ahead of the others:" if luck.finished else
            "The game is not over. Points ahead of the others that each seat is expected to end with:")
    made: list[RenderableType] = [Paragraph(head), *_sums(names, luck.points, word, 1)]
    if win_too and told_apart(luck.win):
        word = "won" if luck.finished else word
        made += [Paragraph("The same in percent of the win:"),
                 *_sums(seat_names(len(names), None), luck.win, word, 100)]
    return made


def told_apart(accounts: Sequence[Account]) -> bool:
    """Whether the larger of luck and decisions is twice its error at least: else a split of them tells nothing."""
    return all(2 * Z95 * max(a.luck_stderr, a.decisions_stderr) < max(abs(a.luck), abs(a.decisions)) for a in accounts)


def _sums(names: Sequence[str], accounts: Sequence[Account], word: str, unit: float) -> list[RenderableType]:
    digits = 0 if max(unit * Z95 * a.luck_stderr for a in accounts) >= 1 else 1
    begun = any(_rounded(unit * a.start, digits) for a in accounts)
    return _lines(names, [account_line(a, word, unit, digits, begun) for a in accounts])


def account_line(account: Account, word: str, unit: float, digits: int, begun: bool) -> str:
    """`margin 78 = luck 21 ± 6 + decisions 57 ± 6`: the numbers as printed add up, as decisions take the rounding."""
    result, start, luck = (_rounded(unit * x, digits) for x in (account.result, account.start, account.luck))
    rest = result - luck - (start if begun else 0)
    sums = [f"start {_plain(start, digits)}"] if begun else []
    sums += [f"{name} {_plain(x, digits)} ± {unit * Z95 * error:.{digits}f}" for name, x, error in
             (("luck", luck, account.luck_stderr), ("decisions", rest, account.decisions_stderr))]
    return f"{word} {_plain(result, digits)} = {' + '.join(sums)}"


def _rounded(x: float, digits: int) -> float:
    """Without what arithmetic leaves in the last digits, so that the lines of two seats mirror each other."""
    return round(round(x, 6), digits)


def _plain(x: float, digits: int) -> str:
    return f"{round(x, digits) + 0.0:.{digits}f}"


def _events(review: Review, seats: int, few: bool, most: int | None) -> list[RenderableType]:
    """The events that were worth most to anyone, in order of play."""
    events = sorted(review.luck.events, key=lambda e: -max(map(abs, e.points)))[:most]
    if not events:
        return [Paragraph("Nothing was left to chance: luck is 0." if review.luck.finished else
                          "Nothing has been left to chance so far: luck is 0.")]
    heads = ("event", "what came", *([f"seat {s}" for s in range(seats)] if few else ("best for", "worst for")), "±")
    rows = [(e.event, fell(e), *(map(_signed, e.points) if few else _extremes(e)), f"{Z95 * max(e.points_stderr):.1f}")
            for e in sorted(events, key=lambda e: e.event)]
    title = "All chance events, in points:" if most is None else "The chance events worth most, in points:"
    return [Paragraph(title), Sheet(heads, rows, ("what came",)), Text("")]


def _extremes(event: ChanceEvent) -> list[str]:
    """The seats that gained and lost most."""
    return [f"seat {event.points.index(x)} {_signed(x)}" for x in (max(event.points), min(event.points))]


def _signed(x: float) -> str:
    return f"{x:+.1f}"


def fell(event: ChanceEvent) -> str:
    """What fell in a few words, first what was worth most: of many draws of one kind only their number."""
    kinds = dict[str, list[str]]()
    for text in event.outcomes:
        kinds.setdefault(text.partition(" ")[0], []).append(text)
    words = [word for kind, texts in kinds.items()
             for word in (texts if len(texts) <= LISTED else [f"{len(texts)} x {kind}"])]
    if event.biggest in words and len(words) > 1:
        words.remove(event.biggest)
        words[0] = f"mostly {event.biggest}, with {words[0]}"
    return ", ".join(words[:MENTIONED]) + (", ..." if len(words) > MENTIONED else "")


def _costliest(review: Review, names: Sequence[str]) -> list[RenderableType]:
    """The turns that cost most, each with its costliest decision and what was better."""
    if not review.rows:
        return [Paragraph("Nobody has had anything to choose." if review.forced else "No decision has been made yet.")]
    if not review.turns:
        return [Paragraph("No decision cost anything that the search can see.")]
    made: list[RenderableType] = [Paragraph("The decisions that cost most, one a turn, with what the turn lost:")]
    for number, turn in enumerate(review.turns, start=1):
        when = f" in {turn.worst.when}" if turn.worst.when else ""
        made += [Paragraph(f"{number}. event {turn.worst.event}, {names[turn.seat]}: {lost(turn)}", 3),
                 Paragraph(f"   played{when}: {turn.worst.move}", 11), Paragraph(f"   better: {turn.worst.best}", 11)]
    return made


def lost(found: Turn | Total, share: float = 1.0) -> str:
    """Win chance and points lost, or a share of them, each with its 95 % interval; points alone where the search cannot
    tell what a decision did to the chance.
    """
    numbers = (100 * share * found.cost, 100 * share * Z95 * found.cost_stderr,
               share * found.points, share * Z95 * found.points_stderr)
    cost, cost_error, points, points_error = (_plain(x, 1) for x in numbers)
    won = "" if numbers[1] >= UNTOLD and found.points else f"{cost} ± {cost_error} % of the win, "
    return f"{won}{points} ± {points_error} points"


def _all(rows: Sequence[Row]) -> RenderableType:
    heads = ("event", "seat", "played", "win %", "cost", "±", "points", "±", "better")
    cells = [(r.event, r.seat, r.move, f"{100 * r.chance:.1f}", f"{100 * r.cost:.1f}{'!' if r.sure else ''}",
              f"{100 * Z95 * r.cost_stderr:.1f}", f"{r.points:.1f}", f"{Z95 * r.points_stderr:.1f}",
              "" if r.move == r.best else r.best) for r in rows]
    return Group(Text(""), Paragraph("All decisions; cost in percent of the win, ! beyond its 95 % interval:"),
                 Sheet(heads, cells, ("played", "better")), Text(""))


def _totals(review: Review, names: Sequence[str]) -> list[RenderableType]:
    """What a decision of each seat lost on average, and what the numbers rest on."""
    means = [(lost(t, 1 / t.decisions) if t.decisions else "had nothing to choose")
             + ("" if t.accuracy is None else f"; accuracy {t.accuracy:.0f} of 100") for t in review.totals]
    forced = f"; {review.forced} more had one legal move only" if review.forced else ""
    valued = (f" Each chance event was valued by {review.luck.playouts:,} playouts before it and after it."
              if review.luck.events else "")
    foot = (f"{len(review.rows)} decisions were searched with {review.simulations:,} simulations each, the costliest "
            f"turns again with {AGAIN} times as many{forced}.{valued}{'' if review.calibrated else f' {ROUGH}'}")
    if not review.rows:
        return [Paragraph(valued.strip())] if valued else []
    return [Paragraph("What a decision lost on average:"), *_lines(names, means), *_unknown(review, names),
            Paragraph(foot)]


def _unknown(review: Review, names: Sequence[str]) -> list[RenderableType]:
    """Of which seats the hands were not seen."""
    if not review.unknown:
        return []
    whose = " and ".join(names[seat] for seat in review.unknown)
    return [Paragraph(f"What {whose} held is not known here: what it lost is a mean over hands that the position "
                      "allowed, and no part of that is sure.")]


def _lines(names: Sequence[str], texts: Sequence[str]) -> list[RenderableType]:
    """A line a seat, below one another."""
    wide = max(map(len, names))
    return [Paragraph(f"  {name:{wide}}  {text}", wide + 4) for name, text in zip(names, texts, strict=True)]
