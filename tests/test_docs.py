"""The pages are true: every `ludosoph ...` line and every Python example in README.md and docs/ is run as printed.

Each chapter of a page runs in a folder of its own that holds the examples, in the order in which it is read, so that a
later line can use what an earlier one of the chapter wrote. A block that is not to be run is marked as text. Tutorials
are followed from their first line to their last instead, in tests/test_packaging.py.

Lines run in this process, as most of the time of a short one would be that of its start; those of README.md and the
Python examples run once more as typed into a shell. In `make test` only two pages run, with the budgets of BUDGETS.
"""
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cli
import games
from tests import whole
from tests.shell_line import steps
from tests.tutorials import TUTORIALS

ROOT = Path(__file__).parent.parent
PAGES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")),
         *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "games").glob("*/README.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
COMMAND = re.compile(r"(?:^|[|&;]\s*)(?:[A-Z_]+=\S*\s+)*ludosoph\s+([\w-]+)")
VARIABLE = re.compile(r"[A-Z_]+=")
EACH_TIME = ("README.md", "docs/commands.md")       # pages that `make test` runs; `make check-all` runs them all
# but for these chapters: what they show at length README.md shows, or tests of the command do
DEAR = [*(f"docs/commands.md: {name}" for name in (
    "atlas", "bench", "calibrate", "check", "compare", "merge", "report", "review", "rules", "strategy", "tournament")),
        "docs/python.md: Played games", "docs/python.md: Programs that do other things meanwhile"]
BUDGETS = {"--seconds": 0.2, "--simulations": 20, "--judge": 2}    # at most, in `make test`
LINE_SECONDS = 120


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def shell_lines(text: str) -> list[str]:
    """Command lines of the sh blocks that call ludosoph; a line that ends in a backslash goes on in the next."""
    lines = [line.strip() for kind, block in BLOCK.findall(text) if kind == "sh"
             for line in re.sub(r"\\\n\s*", "", block).splitlines()]
    return [line for line in lines if COMMAND.search(line)]


def examples(text: str) -> list[tuple[str, str]]:
    """What a page has to run, in its order: ("sh", line) and ("python", block)."""
    found = []
    for kind, block in BLOCK.findall(text):
        if kind == "sh":
            found += [("sh", line) for line in shell_lines(f"```sh\n{block}```")]
        elif kind == "python":
            found.append(("python", block))
    return found


def chapters(page: Path) -> list[tuple[str, str]]:
    """The chapters of a page that have something to run, each with its place."""
    parts = re.split(r"^(?=## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [(f"{place(page)}: {part.splitlines()[0].strip('#` ')}", part) for part in parts if examples(part)]


CHAPTERS = [chapter for page in PAGES if page not in TUTORIALS for chapter in chapters(page)]


def page_of(chapter: tuple[str, str]) -> str:
    return chapter[0].partition(":")[0]


def shorter(line: str) -> str:
    """The line as it runs: in `make test` with no more than the budgets of BUDGETS."""
    if not whole.usual:
        return line
    return re.sub(rf"({'|'.join(BUDGETS)}) (\d+)", lambda m: f"{m[1]} {min(float(m[2]), BUDGETS[m[1]]):g}", line)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "work/examples")
    return tmp_path / "work"


@pytest.fixture
def here(work: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]):
    """Runs a command line in this process, and returns its exit status and what it wrote to standard error.

    A status is that of the first command that fails, as of a shell with `set -e` and `pipefail`.
    """
    monkeypatch.chdir(work)
    monkeypatch.setenv("NO_COLOR", "1")

    def command(words: list[str], data: bytes) -> tuple[int, bytes, str]:
        while VARIABLE.match(words[0]):
            name, _, value = words[0].partition("=")
            monkeypatch.setenv(name, value)
            words = words[1:]
        if words[0] != "ludosoph":
            done = subprocess.run(words, input=data, capture_output=True, timeout=LINE_SECONDS)
            return done.returncode, done.stdout, done.stderr.decode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as end:
            cli.main(words[1:])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return int(end.value.code or 0), out, err.decode()

    def run(line: str) -> tuple[int, str]:
        before = dict(os.environ)
        try:
            return made(line)
        finally:                            # what a line sets holds for that line
            for name in os.environ.keys() - before.keys():
                monkeypatch.delenv(name)

    def made(line: str) -> tuple[int, str]:
        said = ""
        for pipe, target in steps(line):
            data = b""
            for words in pipe:
                status, data, err = command(words, data)
                said += err
                if status:
                    return status, said
            if target:
                Path(target).write_bytes(data)
        return 0, said

    return run


@pytest.fixture
def shell(work: Path, tmp_path: Path):
    """Runs a command line or a Python block as typed, where `ludosoph` is the program of this tree."""
    path = tmp_path / "bin"
    path.mkdir()
    program = path / "ludosoph"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from cli import main; main()" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    env = os.environ | {"PATH": f"{path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "NO_COLOR": "1",
                        "MPLBACKEND": "Agg"}

    def run(kind: str, text: str) -> tuple[int, str]:
        command = ["bash", "-euo", "pipefail", "-c", text] if kind == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, timeout=LINE_SECONDS,
                              stdin=subprocess.DEVNULL)
        return done.returncode, done.stderr

    return run


def usual_and_whole(found: list[tuple[str, str]]) -> list[object]:
    """Chapters as parameters, by their place."""
    return [pytest.param(*chapter, id=chapter[0],
                         marks=() if page_of(chapter) in EACH_TIME and chapter[0] not in DEAR else pytest.mark.whole)
            for chapter in found]


@pytest.mark.spread
@pytest.mark.parametrize("where, chapter", usual_and_whole([c for c in CHAPTERS if shell_lines(c[1])]))
def test_the_lines_of_a_page_work(where, chapter, here):
    for line in shell_lines(chapter):
        status, said = here(shorter(line))
        assert status == 0, f"{where}: {line}\n{said[-1500:]}"
        assert "Traceback" not in said, f"{where}: {line}\n{said[-1500:]}"


@pytest.mark.spread
@pytest.mark.parametrize("where, chapter", [
    pytest.param(*chapter, id=chapter[0],
                 marks=pytest.mark.whole if shell_lines(chapter[1]) or chapter[0] in DEAR else ())
    for chapter in CHAPTERS if page_of(chapter) == "README.md" or "```python" in chapter[1]])
def test_what_a_page_shows_works_as_typed(where, chapter, shell):
    for kind, text in examples(chapter):
        status, said = shell(kind, text)
        assert status == 0, f"{where}: {text}\n{said[-1500:]}"
        assert "Traceback" not in said, f"{where}: {text}\n{said[-1500:]}"


def test_quoted_code_is_the_code():
    """A block whose first line is a file's name in a comment holds lines of that file as they stand."""
    quoted = [(file, code) for page in PAGES for _, block in BLOCK.findall(page.read_text(encoding="utf-8"))
              for file, code in re.findall(r"\A# ([\w./]+\.\w+)\n(.*)", block, re.DOTALL)]
    assert quoted
    for file, code in quoted:
        assert code in (ROOT / file).read_text(encoding="utf-8"), f"{file} does not hold:\n{code}"


def test_every_command_has_an_example():
    from cli import app

    there = set(app.commands)
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    shown = {name for line in shell_lines(text) for name in COMMAND.findall(line)}
    assert shown == there
    headings = set(re.findall(r"^## `(\w+)`", text, re.MULTILINE))
    assert headings == there


def test_every_command_and_option_has_a_help_line():

    from cli import app

    for name, command in app.commands.items():
        assert command.help, f"ludosoph {name} has no help line"
        for parameter in command.params:
            assert getattr(parameter, "help", None), f"ludosoph {name}: {parameter.name} has no help line"


@pytest.mark.parametrize("page", PAGES, ids=place)
def test_links_between_pages_lead_somewhere(page):
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    broken = [link for link in LINK.findall(text)
              if "://" not in link and not link.startswith("mailto:") and not (page.parent / link).exists()]
    assert broken == []


def test_every_game_has_its_page():
    for game in (ROOT / "games").glob("*/state.pyx"):
        text = (game.parent / "README.md").read_text(encoding="utf-8").lower()
        for subject in ("edition", "rulings", "action codes", "hidden", "version history"):
            assert subject in text, f"{game.parent.name}/README.md says nothing about: {subject}"


@pytest.mark.parametrize("name", ["burgundy", "catan_cards", "orleans", "world504"])
def test_the_page_of_a_game_says_what_each_source_of_points_is(name):
    text = (ROOT / "games" / name / "README.md").read_text(encoding="utf-8")
    table = text.partition("## Where points come from")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    told = [source for row in rows for source in re.findall(r"`([\w ]+)`", row)]
    assert told == list(games.load(name).sources)
