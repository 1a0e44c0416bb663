"""What no file of the project may say: where it was written, where packages come from, that it is unfinished."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_OURS = {".git", ".venv", "build", "dist", "runs", "__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache",
            ".ruff_cache"}
SUFFIXES = {".py", ".pyx", ".pxd", ".pyi", ".md", ".toml", ".yaml", ".yml", ".json", ".jsonl", ".csv", ".html", ".css",
            ".svg", ".in", ".txt", ".sh", ""}

# put together here so that this file does not hold what it looks for
ABSOLUTE_PATH = re.compile(r"(?<![\w.:/~$}-])/(?:home|root|Users|work|builds|mnt)/[\w.-]+")
OF_THE_MOMENT = re.compile(r"(?<![\w.])/" + r"tmp/[\w.-]+")      # a command that nobody can give again
PACKAGE_SOURCE = re.compile(r"--(?:extra-)?" + r"index-url|--find" + r"-links|pypi\." + r"org|pythonhosted\." + r"org")
LEFTOVER = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|X" + r"XX)\b|^(?:<{7}|>{7}|={7})(?:\s|$)", re.MULTILINE)
UNFINISHED = re.compile(r"NotImplemented" + r"Error|pytest\." + r"(?:mark\.)?skip|\bx" + r"fail\b|breakpoint\(\)")
WORKPLACE = re.compile(r"\b(?:issue|ticket)s?\s*#?\d+\b", re.IGNORECASE)


def project_files() -> list[Path]:
    """Text files of the project, wherever they lie; what is built or fetched is left out."""
    found = []
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if NOT_OURS & set(parts) or any(part.endswith(".egg-info") for part in parts):
            continue
        if path.is_file() and path.suffix in SUFFIXES:
            found.append(path)
    return sorted(found)


def places(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    """Where a pattern is found, as file:line: text."""
    found = []
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path.relative_to(ROOT)}:{line}: {match.group(0)}")
    return found


@pytest.mark.parametrize("pattern", [ABSOLUTE_PATH, PACKAGE_SOURCE, LEFTOVER, WORKPLACE],
                         ids=["absolute path", "package source", "leftover", "workplace"])
def test_no_file_says(pattern):
    assert places(pattern, project_files()) == []


def test_no_page_names_a_folder_of_the_moment():
    assert places(OF_THE_MOMENT, [path for path in project_files() if path.suffix == ".md"]) == []


def test_nothing_is_unfinished_or_skipped():
    code = [p for p in project_files() if p.suffix in (".py", ".pyx", ".pxd", ".pyi")]
    assert places(UNFINISHED, code) == []


def test_the_patterns_find_what_they_are_for():
    assert ABSOLUTE_PATH.search("see /" + "home/someone/file")
    assert not ABSOLUTE_PATH.search("GET /v1/games, https://example.org/" + "home/page")
    assert LEFTOVER.search("# TO" + "DO: later")
    assert PACKAGE_SOURCE.search("pip install --index" + "-url x")
    assert UNFINISHED.search("raise NotImplemented" + "Error")
    assert WORKPLACE.search("see issue " + "#12")
