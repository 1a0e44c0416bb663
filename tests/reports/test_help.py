"""The pages of --help name all that a command takes, in words."""
import pytest

import cli

PROGRAM = cli.app


def page(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        cli.main(list(arguments))
    assert end.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", PROGRAM.commands)
def test_a_page_has_every_argument_and_option_with_its_meaning(capsys, name):
    told = page(capsys, name, "--help")
    lines, text = told.splitlines(), " ".join(told.split())
    assert lines[0].startswith(f"Usage: ludosoph {name} ")
    for param in PROGRAM.commands[name].params:
        shown = param.opts[0] if param.param_type_name == "option" else param.metavar.strip("[].")
        line = next(line for line in lines if line.split()[:1] == [shown])
        assert line.startswith("  ")
        assert " ".join(param.help.split()) in text
    assert "<" not in text.replace("> ", "")            # no type instead of a value's name, as in <int range>
    assert "x>=" not in text


def test_a_page_names_defaults_and_what_must_be_given(capsys):
    text = page(capsys, "simulate", "--help")
    assert "--out RUN         folder of the run (needed)" in text
    assert "(default 200)" in text
    assert "[OPTIONS]" in text.splitlines()[0]
    assert "ludosoph simulate GAME" in text.splitlines()[0]
    assert "ludosoph merge RUN..." in page(capsys, "merge", "--help")
    assert "ludosoph play [GAME]" in page(capsys, "play", "--help")


def test_the_program_alone_lists_its_commands(capsys):
    text = page(capsys)
    assert text == page(capsys, "--help")
    assert [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2] != " "] == list(
        PROGRAM.commands)
