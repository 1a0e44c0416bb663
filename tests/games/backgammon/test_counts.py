"""How many ways each roll can be played, from sources outside the compiled rules."""
import gzip
import hashlib
import json
from pathlib import Path

import pytest

from . import twin
from .positions import FACES, board, ends, rolled

PLAYS = Path(__file__).parents[2] / "data" / "backgammon" / "openspiel-plays.jsonl.gz"

# Different boards after each roll from the start, by the twin; OpenSpiel 2.0.2 has the same for the fifteen rolls that
# can open a game. 3-1 with its 16 and 2-1 with its 15 plays are often quoted.
OPENING_PLAYS = {
    (1, 1): 42, (2, 1): 15, (2, 2): 75, (3, 1): 16, (3, 2): 17, (3, 3): 73, (4, 1): 14, (4, 2): 18, (4, 3): 17,
    (4, 4): 52, (5, 1): 8, (5, 2): 8, (5, 3): 9, (5, 4): 9, (5, 5): 4, (6, 1): 10, (6, 2): 14, (6, 3): 14,
    (6, 4): 14, (6, 5): 7, (6, 6): 11,
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("dice", FACES)
def test_plays_of_each_roll_from_the_start(dice, seat):
    assert len(set(ends(rolled(twin.START, seat, dice)))) == OPENING_PLAYS[dice]
    assert len(twin.results(twin.START, seat, twin.faces_of(*dice))) == OPENING_PLAYS[dice]


def test_no_play_of_the_start_is_offered_twice():
    for dice in FACES:
        assert len(ends(rolled(twin.START, 0, dice))) == OPENING_PLAYS[dice], dice


def side(text: str) -> tuple[int, ...]:
    """Checkers by place."""
    row = [0] * 26
    for word in text.split():
        place, checkers = word.split(":")
        row[int(place)] = int(checkers)
    return tuple(row)


def test_openspiel_ends_the_same_turns_with_the_same_boards():
    lines = gzip.decompress(PLAYS.read_bytes()).decode().splitlines()
    assert len(lines) == 240
    for line in lines:
        play = json.loads(line)
        at = (side(play["board"][0]), side(play["board"][1]))
        state = rolled(at, play["seat"], play["dice"])
        found = sorted({board(state)} if state.is_chance_node() else set(ends(state)))
        written = json.dumps([[list(row) for row in end] for end in found], separators=(",", ":"))
        assert len(found) == play["results"], line
        assert hashlib.sha256(written.encode()).hexdigest()[:16] == play["sha256"], line
        won = {twin.points(end, play["seat"]) for end in found if end[play["seat"]][0] == 15}
        assert sorted(won) == play["points"], line
