"""Command lines of the pages are taken apart as a shell does it."""
import pytest

from tests.shell_line import steps


def test_a_line_is_taken_apart_into_steps_pipes_and_words():
    assert steps("a b") == [([["a", "b"]], None)]
    assert steps("a 'b c' \"d\"   # e") == [([["a", "b c", "d"]], None)]
    assert steps("a --x=1..2:3 --y k=0.5,l=c:d > e.json") == [([["a", "--x=1..2:3", "--y", "k=0.5,l=c:d"]], "e.json")]
    assert steps("a - 'x: y [z]' | b - | c") == [([["a", "-", "x: y [z]"], ["b", "-"], ["c"]], None)]
    assert steps("a > b && c") == [([["a"]], "b"), ([["c"]], None)]
    assert steps(r"printf 'q\n' | a") == [([["printf", r"q\n"], ["a"]], None)]


@pytest.mark.parametrize("line", ["a; b", "a || b", "a < b", "a >> b", "a & b", "(a)"])
def test_what_is_not_understood_is_refused(line):
    with pytest.raises(ValueError, match="expected one of"):
        steps(line)
