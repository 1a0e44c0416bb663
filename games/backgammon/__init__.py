"""Backgammon without the doubling cube, for two seats."""
from games.api import Format, Game, Hidden, Talk
from games.backgammon import notation, render, talk
from games.backgammon.plays import read_turn
from games.backgammon.position import stage
from games.backgammon.setup import OPTIONS, new_state
from games.openspiel_history import history
from games.rules_text import written

GAME = Game(
    name="backgammon",
    title="Backgammon (single games, no doubling cube)",
    version=1,
    seats=(2,),
    options=OPTIONS,
    sources=("win", "gammon", "backgammon"),
    new_state=new_state,
    notation=notation,
    render=render,
    hidden=Hidden("nothing; the dice to come are unknown to both"),
    talk=Talk(turn=read_turn, place=talk.place),
    formats=(Format("a GNU Backgammon id or XGID", "games.backgammon.ids", writes=True),
             Format("a match file (.mat) of Jellyfish or GNU Backgammon", "games.backgammon.match_file"),
             history("games.backgammon.openspiel")),
    touches=render.touches,
    colours=lambda state: render.CHECKER_FILL,
    rules=written("backgammon", OPTIONS, stage=stage),
)
