"""Match files (.mat) as Jellyfish began them and GNU Backgammon, XG and others write them: two columns of turns.

The player on the left is seat 0. Only checkers are played here: what the cube does is passed over and told. A game that
ends by a double that is dropped, or by a resignation, is a record without a result.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import games
from games.api import InputError
from games.backgammon.names import OPENING, PLAY, ROLL
from games.backgammon.plays import raw_of, read_turn, roll_outcome
from games.fields import shown
from games.records import Record, Recorder

HEAD = re.compile(r"^\s*(\d+) point match\s*$", re.MULTILINE)
GAME = re.compile(r"^\s*Game (\d+)\s*$")
PLAYERS = re.compile(r"^(\s*)(.*?) : (\d+)(\s+)(.*?) : (\d+)\s*$")
TURN = re.compile(r"^\s*(\d+)\)(.*)$")
ENTRY = re.compile(r"(\d)(\d):((?: ?\S+)*)|(Doubles => \d+|Takes|Drops|Wins \d+ points?[^\n]*?)(?=\s{2,}|\s*$)")
WINS = re.compile(r"Wins (\d+) point")
NO_MOVE = ("", "cannot move", "can't move", "no move", "????")
SEATS = ("first", "second")


@dataclass
class _Game:
    """One game while it is read."""

    recorder: Recorder
    place: str
    middle: int                 # column at which the right player's entries begin
    remarks: list[str] = field(default_factory=list)
    cube: bool = False

    def turn(self, seat: int, dice: tuple[int, int], text: str) -> None:
        """Roll and play."""
        state = self.recorder.state
        raw = raw_of(state)
        if state.is_terminal():
            raise InputError(f"{self.place}: the game is over before this roll")
        opening = raw["stage"] == OPENING
        if raw["stage"] not in (OPENING, ROLL) or not opening and raw["seat"] != seat:
            raise InputError(f"{self.place}: seat {seat} rolls; the replay waits for seat {raw['seat']}")
        outcome = roll_outcome(dice, seat if opening else None)
        if min(dice) < 1 or max(dice) > 6 or outcome not in state.legal_actions():
            raise InputError(f"{self.place}: found the roll {dice[0]}{dice[1]}, expected two faces"
                             + (" that differ, as this is the first roll" if opening else ""))
        self.recorder.apply_action(outcome)
        plays = raw_of(state)["stage"] == PLAY and raw_of(state)["seat"] == seat
        if text.strip().lower() in NO_MOVE:
            if plays:
                raise InputError(f"{self.place}: found no move, but {dice[0]}{dice[1]} can be played")
            return
        if not plays:
            raise InputError(f"{self.place}: found {shown(text)}, but {dice[0]}{dice[1]} cannot be played")
        try:
            actions = read_turn(state, text)
        except InputError as error:
            raise InputError(f"{self.place}: {error}") from None
        for action in actions:
            self.recorder.apply_action(action)

    def word(self, seat: int, text: str) -> None:
        """What is no roll: the cube, and who won."""
        won = WINS.match(text)
        if not won:
            if not self.cube:
                self.remarks.append("the doubling cube is left aside")
            self.cube = True
            return
        state = self.recorder.state
        if not state.is_terminal():
            self.remarks.append("the game was given up, so the record has no result")
            return
        points = [int(max(0.0, score)) for score in state.scores()]
        if points[seat] == 0 or not self.cube and points[seat] != int(won[1]):
            winner = max((0, 1), key=lambda s: points[s])
            raise InputError(f"{self.place}: seat {seat} wins {won[1]} in the file; in the replay seat {winner} wins "
                             f"{points[winner]}")


def read(text: str, name: str, names: bool = False) -> list[tuple[Record, list[str]]] | None:
    """The games of a match; None for text without its head. Raises InputError with the line that cannot be played."""
    if not HEAD.search(text[:4000]):
        return None
    made: list[_Game] = []
    head = ""
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"{name}, line {number}"
        if line.lstrip().startswith(";"):
            continue
        if match := GAME.match(line):
            head = match[1]
        elif head and (match := PLAYERS.match(line)):
            players = [match[2].strip(), match[5].strip()] if names else list(SEATS)
            game = games.load("backgammon")
            state = game.start(2, {"scoring": "points"})
            middle = len(match[1]) + len(match[2]) + 3 + len(match[3]) + len(match[4])
            made.append(_Game(Recorder(game, state, None, players), place, middle))
            head = ""
        elif made and line.strip():
            made[-1].place = place
            _line(made[-1], line)
    if not made:
        raise InputError(f"{name}: has the head of a match, but no game; expected a line such as \"Game 1\"")
    return [(game.recorder.finish(), game.remarks) for game in made]


def _line(game: _Game, line: str) -> None:
    """The entries of one line, by the column in which each begins."""
    match = TURN.match(line)
    begin = match.start(2) if match else 0
    entries = list(ENTRY.finditer(line, begin))
    left = [entry for entry in entries if entry.start() < game.middle - 3]
    rest = _between(line[begin:], [(entry.start() - begin, entry.end() - begin) for entry in entries]).strip()
    if rest:
        raise InputError(f"{game.place}: found {shown(rest)}, expected a roll and moves such as 31: 8/5 6/5")
    for seat, found in enumerate((left, entries[len(left):])):
        for entry in found:
            if entry[4]:
                game.word(seat, entry[4])
            else:
                game.turn(seat, (int(entry[1]), int(entry[2])), entry[3])


def _between(line: str, spans: Sequence[tuple[int, int]]) -> str:
    """What of a line is in none of these spans."""
    for start, end in reversed(spans):
        line = line[:start] + line[end:]
    return line
