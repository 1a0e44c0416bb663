"""The site of the documents, as far as it can be told without Sphinx; `make docs` builds it."""
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ludosoph
from tests.test_docs import PAGES, ROOT
from tests.tutorials import TUTORIALS, halves

NOT_LISTED = {"README.md", "docs/README.md"}        # the page of the repository, and the list itself


@pytest.fixture(scope="module")
def build() -> Iterator[ModuleType]:
    """docs/site/documents.py, which finds its other file beside it."""
    folder = str(ROOT / "docs/site")
    sys.path.insert(0, folder)
    import documents as module  # type: ignore[import-not-found]

    yield module
    sys.path.remove(folder)
    for name in ("documents", "reference"):
        del sys.modules[name]


@pytest.fixture(scope="module")
def site(build: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, laid out for Sphinx."""
    folder = tmp_path_factory.mktemp("site") / "source"
    build.lay_out(folder)
    return folder


def test_every_page_is_in_the_list_of_pages(build):
    listed = {place.as_posix() for place in build.linked((ROOT / build.CONTENTS).read_text("utf-8"), build.CONTENTS)}
    pages = {page.relative_to(ROOT).as_posix() for page in PAGES} | {"CHANGELOG.md"}
    assert pages - listed == NOT_LISTED


def test_links_of_the_site_lead_somewhere(build, site):
    pages = sorted(path.relative_to(site) for path in site.rglob("*.md"))
    assert len(pages) > 40
    broken = [f"{page}: {place}" for page in pages for place in build.linked((site / page).read_text("utf-8"), page)
              if not (site / place).is_file()]
    assert broken == []


def test_the_list_at_the_side_has_each_page_once(site):
    blocks = re.findall(r"^```\{toctree\}\n(.*?)^```", (site / "index.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    entries = [line for block in blocks for line in block.splitlines() if line and not line.startswith(":")]
    assert len(blocks) > 5
    assert "reference/python" in entries
    assert len(entries) == len(set(entries))


def test_the_reference_has_every_name_command_schema_and_operation(site, tmp_path):
    from cli import app
    from service.app import create_app
    from service.settings import Settings

    def headings(name: str) -> set[str]:
        return set(re.findall(r"^## `?(.*?)`?$", (site / f"reference/{name}.md").read_text("utf-8"), re.MULTILINE))

    assert headings("python") == set(ludosoph.__all__)
    assert headings("options") == set(app.commands)
    files = (ROOT / "docs/schemas").glob("*.json")
    assert headings("schemas") == {json.loads(file.read_text("utf-8"))["title"] for file in files}
    paths = create_app(Settings(database=f"sqlite:///{tmp_path}/games.db")).openapi()["paths"]
    assert headings("http") == {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def test_a_page_of_options_is_what_help_prints(site):
    text = (site / "reference/options.md").read_text("utf-8")
    assert text.count("```text\nUsage: ludosoph ") == text.count("## ")


def test_a_request_to_another_server_is_noticed(build, tmp_path):
    own = '<script src="_static/a.js"></script><a href="https://example.org/">there</a><link href="a.css" rel="x">'
    (tmp_path / "own.html").write_text(own, encoding="utf-8")
    assert build.requests_elsewhere(tmp_path) == []
    (tmp_path / "page.html").write_text('<script defer src="https://example.org/a.js"></script>', encoding="utf-8")
    (tmp_path / "font.css").write_text("@font-face { src: url('//example.org/f.woff') }", encoding="utf-8")
    assert [line.partition(":")[0] for line in build.requests_elsewhere(tmp_path)] == ["font.css", "page.html"]


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_what_a_tutorial_types_is_a_command_with_such_options(page):
    """The cheap half: tests/test_packaging.py follows each tutorial in an environment of its own."""
    import shlex

    from cli import app

    lines = re.sub(r"\\\n\s*", "", halves(page)[1]).splitlines()
    parts = [part.strip() for line in lines for part in re.split(r"[|;]|\s[<>&]+\s", line)]
    calls = [part for part in parts if part.startswith("ludosoph ")]
    assert len(calls) > 1
    for call in calls:
        words = shlex.split(call)
        command = app.commands[words[1]]
        command.make_parser(command.context_class(command)).parse_args(words[2:])


def test_all_readers_have_a_tutorial_that_installs_in_the_same_way():
    assert [page.stem for page in TUTORIALS] == ["designer", "operator", "player", "researcher"]
    ways = {halves(page)[0].replace('"$(ls ludosoph-*.whl)[service]"', "ludosoph-*.whl") for page in TUTORIALS}
    assert ways == {"python3 -m venv env\n. env/bin/activate\npip install ludosoph-*.whl\n"}
