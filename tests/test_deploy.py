"""What a server is run by: the container, the unit of systemd, and the wheels that are built for all systems."""
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from bench.service.service_container import ROOT, built, ignored, steps
from cli import app
from games.api import InputError

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
UNIT = (ROOT / "docs/deploy/ludosoph.service").read_text(encoding="utf-8")


def taken(words: list[str]) -> None:
    """Refuses words that `ludosoph` does not take."""
    command = app.commands[words[0]]
    command.make_parser(command.context_class(command)).parse_args(words[1:])


def test_the_container_runs_the_server_without_rights():
    told = steps(DOCKERFILE)
    assert [rest for name, rest in told if name == "USER"] == ["ludosoph"]
    (entry,) = [re.findall(r'"(.*?)"', rest) for name, rest in told if name == "ENTRYPOINT"]
    assert entry[0] == "ludosoph"
    taken(entry[1:])


def test_the_container_is_compiled_in_a_stage_of_its_own():
    told = steps(DOCKERFILE)
    stages = [number for number, (name, _) in enumerate(told) if name == "FROM"]
    assert len(stages) == 2
    assert any("gcc" in rest for name, rest in told[:stages[1]] if name == "RUN")
    assert not any("gcc" in rest for _, rest in told[stages[1]:])


def test_what_the_container_copies_is_there():
    sources = [shlex.split(rest)[-2] for name, rest in steps(DOCKERFILE) if name == "COPY" and "--from" not in rest]
    assert len(sources) == 2
    assert all((ROOT / source).exists() for source in sources)
    assert "--exclude=./.git" in ignored()


def test_a_step_that_is_not_known_is_refused():
    with pytest.raises(InputError, match="found ADD, expected one of FROM, RUN"):
        steps("FROM python:3.11-slim-bookworm\nADD a b\n")


def test_steps_run_in_their_order_in_the_root_of_their_stage(tmp_path, monkeypatch):
    """Without a real root: what would run in it is written down."""
    from bench.service import service_container as container

    ran: list[list[str]] = []
    monkeypatch.setattr(container, "call", lambda words: ran.append(words) or "")
    monkeypatch.setattr(container, "copy", lambda source, target, whole: ran.append([str(source), str(target)]))
    monkeypatch.setattr(container, "lent", dict)
    monkeypatch.setattr(container, "base", lambda folder: folder)
    stage = built("FROM python:3.11-slim-bookworm AS a\nARG COMMIT=\nRUN make it\nFROM python:3.11-slim-bookworm\n"
                  "COPY --from=a /made /kept\nUSER me\nWORKDIR /data\nENTRYPOINT [\"x\", \"y\"]\n", tmp_path, "abc")
    assert stage.entry == ["x", "y"]
    text = "\n".join(map(shlex.join, ran))
    assert re.search(r"chroot --userspec=root \S+/stage-0 .*COMMIT=abc .*make it", text)
    assert re.search(r"stage-0/made \S+/stage-1/kept", text)
    assert re.search(r"chroot --userspec=me \S+/stage-1 .*cd /data && exec x y", shlex.join(stage.command(stage.entry)))


def test_the_unit_starts_the_server_with_options_that_it_has():
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    program, *words = shlex.split(line)
    assert Path(program).name == "ludosoph"
    taken(words)


def test_wheels_are_built_for_every_python_that_is_named():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [each.rpartition(" ")[2] for each in project["project"]["classifiers"] if "Python :: 3." in each]
    wheels = project["tool"]["cibuildwheel"]
    assert wheels["build"] == [f"cp{version.replace('.', '')}-*" for version in named]
    for line in wheels["test-command"]:
        words = shlex.split(line)
        assert words[0] == "ludosoph"
        if words[1] != "--version":
            taken(words[1:])
