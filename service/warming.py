"""What the first who opens a game would wait for, made before anybody comes.

A game's terms, the words of a language and the parts of a picture are made once and kept. All of it takes a second or
two of a processor, which the first table of each game would otherwise wait for.
"""
from __future__ import annotations

import logging
from threading import Thread

from games.api import Game
from games.speech import languages, speech
from service.logs import NAME
from service.pages import frame, play, scripts, styles
from service.positions import moves, paragraphs, picture
from service.said import document

log = logging.getLogger(f"{NAME}.warming")


def begin() -> None:
    """Make all of it, beside what the server does."""
    Thread(target=warm, name="warming", daemon=True).start()


def warm() -> None:
    """Make all of it. A game that fails here is told of, and the next one follows."""
    _pages()
    for game in play.all_games():
        try:
            _game(game)
        except Exception:
            log.exception("a game was not made ready", extra={"game": game.name})


def _pages() -> None:
    for name in frame.TEMPLATES.list_templates():
        frame.TEMPLATES.get_template(name)
        scripts.address(name.removesuffix(".html"))
    for page in styles.SHEETS:
        styles.address(page)


def _game(game: Game) -> None:
    state = game.start()
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    shown = {"svg": picture(game, state, 0), "moves": [each.move for each in moves(game, state)]}
    paragraphs(game, state)
    styles.address("play", game.name)
    for language in languages():
        document(speech(language, game.name), shown)
