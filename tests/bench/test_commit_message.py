"""What the commit hook refuses, and that it is the hook."""
from pathlib import Path

from bench.commit_message import faults

ROOT = Path(__file__).parent.parent.parent
GOOD = "pig: empty the pot before the turn passes\n\nAfter a bust the next seat was still shown the old pot.\n"
SIGNED = GOOD + "\nSearch signature: ce6a95dc, unchanged.\n"


def test_a_good_message_passes():
    assert faults(GOOD, ["docs/search.md", "mcts/cluster.py"]) == []
    assert faults(SIGNED, ["games/pig/state.pyx"]) == []


def test_a_long_subject_a_missing_body_and_a_missing_blank_line_are_told():
    assert faults("x" * 61 + "\n\nwhy", []) == ["the subject has 61 characters, expected 1 to 60"]
    assert faults("", []) == ["the subject has 0 characters, expected 1 to 60",
                              "there is no body, expected why, for whom and with what effect"]
    assert faults("pig: shorter\n\n# a comment of git\n", []) == [
        "there is no body, expected why, for whom and with what effect"]
    assert faults("pig: shorter\nwhy", []) == [
        "the second line has words, expected an empty line between subject and body"]


def test_what_can_change_the_search_names_its_signature():
    for file in ("core_ext/tree.pyx", "games/orleans/planning.pxi", "mcts/params.py", "games/burgundy/tuning.py"):
        (fault,) = faults(GOOD, [file])
        assert fault.startswith(f"{file} can change the search")
        assert faults(SIGNED, [file]) == []


def test_what_git_writes_itself_is_left_alone():
    assert faults("Merge branch 'a' into b\n", ["core_ext/tree.pyx"]) == []


def test_the_hook_runs_it():
    assert "entry: .venv/bin/python -m bench.commit_message" in (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
