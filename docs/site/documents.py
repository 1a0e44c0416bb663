"""The documents as a site: lays the pages out under build/docs-source, and has Sphinx make build/docs of them.

`docs/README.md` is the list of pages, and the first page of the site. What it links to becomes a page, and so does what
these pages link to; a linked file that is no page can be downloaded. Pages keep their places, so that the links between
them hold on the site too. Pages of reference are made from the program itself, by `reference.py`.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import reference

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SOURCE, SITE = ROOT / "build/docs-source", ROOT / "build/docs"
CONTENTS = Path("docs/README.md")
FENCE = re.compile(r"^(?: *)```.*?^(?: *)```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
REQUEST = re.compile(r"""(?:<(?:script|img|iframe|source)\b[^>]*\bsrc=|<link\b[^>]*\bhref=|url\(|@import\s+)["']?"""
                     r"""(?:https?:)?//[^"'\s)>]+""")


def outside_code(text: str, replace: re.Pattern[str], by: object) -> str:
    """A page with what a pattern finds replaced, but in its blocks of code."""
    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [replace.sub(by, text[end:fence.start()]), fence.group()]     # type: ignore[call-overload]
        end = fence.end()
    return "".join([*parts, replace.sub(by, text[end:])])       # type: ignore[call-overload]


def local(link: str) -> tuple[str, str]:
    """The file and the anchor of a link within the project; no file for a link elsewhere or within the page."""
    if "://" in link or link.startswith("mailto:"):
        return "", ""
    name, _, anchor = link.partition("#")
    return name, anchor


def moved(text: str, page: Path, to: Path) -> str:
    """A page as it reads at another place: links to a folder go to its page, or are no links if it has none."""
    def link(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        name, anchor = local(target)
        if not name:
            return found.group()
        place = Path(os.path.normpath(page.parent / name))
        if (ROOT / place).is_dir():
            place = place / "README.md"
            if not (ROOT / place).is_file():
                return words
        if place == CONTENTS:
            place = Path("index.md")
        return f"{mark}[{words}]({Path(os.path.relpath(place, to.parent)).as_posix()}{'#' if anchor else ''}{anchor})"

    return outside_code(text, LINK, link)


def linked(text: str, at: Path) -> list[Path]:
    """The files of the project that a page, at this place, links to; in its order."""
    names = [local(target)[0] for _, _, target in LINK.findall(FENCE.sub("", text))]
    return [Path(os.path.normpath(at.parent / name)) for name in names if name]


def contents() -> str:
    """The first page: the list of pages, with each chapter's pages in the list at the side too."""
    text = moved((ROOT / CONTENTS).read_text(encoding="utf-8"), CONTENTS, Path("index.md"))
    head, *chapters = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    done: list[str] = [head]
    listed: set[Path] = set()
    for chapter in chapters:
        title = chapter.splitlines()[0].removeprefix("## ")
        if title == "Reference":
            chapter = "\n".join([chapter.rstrip(), *(f"* [{page.title}]({page.name}.md): {page.says}"
                                                     for page in reference.PAGES), ""])
        links = dict.fromkeys(linked(chapter, Path("index.md")))
        new = [place.with_suffix("").as_posix() for place in links if place.suffix == ".md" and place not in listed]
        listed.update(links)
        done.append("\n".join([chapter.rstrip(), "", "```{toctree}", f":caption: {title}", ":hidden:", ":maxdepth: 1",
                               "", *new, "```", "", ""]))
    return "".join(done)


def lay_out(source: Path) -> list[Path]:
    """Write all pages below a folder, and copy what they show; returns the places of the pages."""
    shutil.rmtree(source, ignore_errors=True)
    made = {Path(f"{page.name}.md") for page in reference.PAGES}
    todo: list[Path] = [Path("index.md"), *sorted(made)]
    done: dict[Path, None] = {}
    while todo:
        place = todo.pop()
        if place in done:
            continue
        done[place] = None
        target = source / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.suffix != ".md":
            shutil.copyfile(ROOT / place, target)
            continue
        if place == Path("index.md"):
            text = contents()
        elif place in made:
            text = next(page for page in reference.PAGES if f"{page.name}.md" == place.as_posix()).text(ROOT)
        else:
            text = moved((ROOT / place).read_text(encoding="utf-8"), place, place)
        target.write_text(text, encoding="utf-8")
        todo += linked(text, place)
    return [place for place in done if place.suffix == ".md"]


def requests_elsewhere(site: Path) -> list[str]:
    """What pages and style sheets of a site would fetch from other servers, as file: what."""
    files = [path for path in sorted(site.rglob("*")) if path.suffix in (".html", ".css")]
    return [f"{path.relative_to(site).as_posix()}: {found}" for path in files
            for found in REQUEST.findall(path.read_text(encoding="utf-8", errors="replace"))]


def main() -> None:
    """Lay out, build with every warning an error, and see that the site asks no other server for anything."""
    pages = lay_out(SOURCE)
    shutil.rmtree(SITE, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "-c", HERE,
                           "-d", ROOT / "build/docs-trees", SOURCE, SITE], cwd=ROOT)
    if done.returncode:
        sys.exit(done.returncode)
    if elsewhere := requests_elsewhere(SITE):
        sys.exit("the site fetches from other servers:\n" + "\n".join(elsewhere))
    print(f"{len(pages)} pages: {(SITE / 'index.html').relative_to(ROOT)}")


if __name__ == "__main__":
    main()
