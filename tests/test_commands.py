"""How commands are declared, and what is said of words that were once one."""
import inspect
import shlex

import pytest

import cli


@pytest.mark.parametrize("before, now", [
    ("report --compare one two --out c", "compare one two --out c"),
    ("report one --compare two", "compare one two"),
    ("report --merge one two --out both", "merge one two --out both"),
    ("report --strategy pig --games 20 --json", "strategy pig --games 20 --json"),
    ("report --games 20 --strategy=pig", "strategy pig --games 20"),
    ("balance world504 --items worlds --item 213 --out 'a b'", "atlas world504 --item 213 --out 'a b'"),
    ("balance world504 --items=worlds", "atlas world504"),
])
def test_an_option_that_became_a_command_names_it(capsys, before, now):
    with pytest.raises(SystemExit) as end:
        cli.main(shlex.split(before))
    told = capsys.readouterr()
    flag = next(word.partition("=")[0] for word in before.split() if word[:5] in ("--com", "--mer", "--str", "--ite"))
    assert (end.value.code, told.out) == (2, "")
    assert told.err == f"ludosoph: {before.split()[0]} {flag}: is a command of its own now: ludosoph {now}\n"


def test_a_command_takes_at_most_twelve_arguments_by_name():
    """What it takes is declared beside it, and options that belong together arrive as one record."""
    for name, command in cli.app.commands.items():
        taken = inspect.signature(inspect.unwrap(command.callback)).parameters
        assert len(taken) <= 12, name
