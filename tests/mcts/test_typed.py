"""A line of several entries: taken in order, up to the first that does not fit."""
from games.api import InputError
from mcts.typed import Taken, entries, take


def one(entry: str) -> str:
    if entry.startswith("no"):
        raise InputError(f"move: found {entry}")
    return "a chance event has occurred" if entry == "roll" else ""


def test_a_line_is_split_at_semicolons_and_nowhere_else():
    assert entries(" 5; take 3: pig 3 [die 3, 1 worker] ;;end ; ") == ["5", "take 3: pig 3 [die 3, 1 worker]", "end"]
    assert entries(" ; ") == entries("") == []


def test_what_comes_before_a_wrong_entry_is_taken_and_the_rest_is_named():
    assert take(["a", "b"], one) == Taken(2, (), "")
    assert take(["a", "nonsense", "b"], one) == Taken(1, ("nonsense", "b"), "move: found nonsense")
    assert take(["nonsense"], one) == Taken(0, ("nonsense",), "move: found nonsense")


def test_nothing_follows_luck_in_the_same_line():
    assert take(["a", "roll"], one) == Taken(2, (), "")
    assert take(["a", "roll", "b"], one) == Taken(2, ("b",), "a chance event has occurred")
