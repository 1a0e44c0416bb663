"""What the pictures of a game promise: every position is shown, and a hand can point at every move."""
from __future__ import annotations

import random
import re
from collections import Counter
from xml.etree import ElementTree

from games.api import touches_nothing
from games.contract.play import Play, Words, printed
from games.drawing import boxes
from games.pointing import lit, narrowed, offered, pointed

LISTED = 12                         # moves that clicks do not part, at most
TRIED = 4                           # moves of a position that are clicked
DICE = 36                           # outcomes that clicks do not part, at most: those of two dice
IDS = re.compile(r'\sid="([^"]*)"')
ID = re.compile("[a-z][a-z0-9-]*")


def positions_are_shown(play: Play) -> None:
    """Every position has a board as text and a picture, a whole SVG document, in full and for each seat."""
    states = [state.copy() for state in play]
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat in (None, 0, play.start.seats - 1):
            picture = play.game.render.svg(state, seat)
            whole = picture.lstrip().startswith(("<svg", "<?xml")) and picture.rstrip().endswith("</svg>")
            play.hold(whole, "render.svg", Words(f"{picture[:20]!r}...{picture[-20:]!r}"), "an SVG document", state)
            try:
                ElementTree.fromstring(picture)         # noqa: S314 (the game itself has written it)
            except ElementTree.ParseError as error:
                play.hold(False, "render.svg", Words(f"no XML: {error}"), "an SVG document", state)
            play.hold(bool(printed(play.game.render.text(state, seat)).strip()), "render.text", Words("an empty board"),
                      "a board", state)


def touched_things_are_there(play: Play) -> None:
    """What a move touches is in the picture that the seat to act sees; of an outcome of chance, in the whole one."""
    game = play.game
    for state in play.close():
        if not play.due():
            continue
        picture = game.render.svg(state, None if state.current_player() < 0 else state.current_player())
        there, ids = boxes(picture), IDS.findall(picture)
        twice = [name for name, count in Counter(ids).items() if count > 1]
        play.hold(not twice, "render.svg", twice, "each id once")
        wrong = [name for name in there if not ID.fullmatch(name)]
        play.hold(not wrong, "render.svg", wrong, "ids of small letters, digits and -")
        touched = [tuple(game.touches(state, action)) for action in state.legal_actions()]
        missing = {name for names in touched for name in names} - set(there)
        play.hold(not missing, "touches", sorted(missing), "ids that the picture has")
        if game.touches is not touches_nothing:
            play.hold(all(touched), "touches", Words("nothing for a move"), "what each move touches")
            play.hold(len(set(touched)) == len(touched) or state.is_chance_node(), "touches",
                      Words("the same for two moves"), "other things, or another order, for each")  # a roll: the dice


def clicks_reach_every_move(play: Play) -> None:
    """Every move and outcome is reached by clicks, or at last by a short list of those that touch the same."""
    if play.game.touches is touches_nothing:
        return
    choice = random.Random(0)
    for state in play.close():
        if not play.due():
            continue
        moves = pointed(play.game, state)
        alike = Counter(tuple(sorted(move.ids)) for move in moves)
        most = DICE if state.is_chance_node() else LISTED
        play.hold(max(alike.values(), default=0) <= most or () in alike, "touches",
                  Words(f"{max(alike.values(), default=0)} moves that touch the same"), f"{most} at most")
        for move in choice.sample(moves, min(len(moves), TRIED)):
            left, clicks, listed = moves, list[str](), offered(moves, [])
            while len(left) > 1 and move not in listed:
                shown = lit(left, clicks)
                following = next((name for name in _rest(move.ids, clicks) if name in shown), None)
                if following is None:
                    play.hold(False, "touches", Words(f"no click that leads on to action {move.action}"), "a way to it")
                    break
                clicks.append(following)
                left, listed = narrowed(left, clicks), offered(left, clicks)
            play.hold(move in left and alike[tuple(sorted(move.ids))] <= max(1, len(listed)) <= DICE, "touches",
                      Words(f"clicks on {', '.join(clicks)} that do not lead to action {move.action}"), "a way to it")


def _rest(ids: tuple[str, ...], clicks: list[str]) -> list[str]:
    """What of a move was not clicked yet, in the order of a hand."""
    left = list(ids)
    for name in clicks:
        left.remove(name)
    return left
