"""What all pages are made of. A page needs nothing else: pictures inside it, no script, nothing to be fetched."""
from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from games.speech import ENGLISH, saying

NARROW = 4          # columns of a table that fits a narrow screen
LONG, MOST = 40, 12     # rows of a list that is shown whole, and of one that is cut
CONTENTS = 5            # sections from which on a page has a list of them
HEADING = re.compile(r'<a id="([^"]+)"></a><h2>(.*?)</h2>')
NUMBER = re.compile(r"(± )?[+−]?[\d—]")   # how a cell begins that is a number and does not wrap
WIDEST = 60         # characters of such a cell: longer ones are lists
SENTENCE = 30       # characters of a cell from which on its column is one of words
JOINT = re.compile(r"([:=](?=\w)|,(?=[a-z]))")      # where the name of an agent may be broken: mcts:1000,cutoff=18

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 52rem; background: #fff; color: #1a1a1a;
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 3rem 0 .6rem; padding-top: 1rem; border-top: 1px solid #d5d5d5; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
p, ul { margin: .5rem 0; } ul { padding-left: 1.3rem; }
.lead { font-size: 1.15rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
.wide img { display: block; width: 100%; min-width: 34rem; height: auto; }
figure { margin: 1.2rem 0; } figure .wide { margin: 0; }
figcaption { color: #4a4a4a; font-size: .95rem; margin-top: .3rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: #4a4a4a; padding-bottom: .4rem; }
th, td { padding: .3rem .7rem .3rem 0; text-align: right; vertical-align: top; border-bottom: 1px solid #e4e4e4; }
td.n { white-space: nowrap; } th.t, td.t { text-align: left; } td small, th small { color: #4a4a4a; font-weight: 400; }
tr.rest td { text-align: left; color: #4a4a4a; }
thead th { border-bottom: 2px solid #8a8a8a; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; }
.warning { border: 2px solid #b34700; border-left-width: 10px; padding: .6rem 1rem; margin: 1rem 0;
  background: #fff6ef; }
details summary { cursor: pointer; padding: .4rem 0; font-weight: 600; }
code { font-size: .92em; overflow-wrap: anywhere; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
.piece { height: 2.4em; width: auto; vertical-align: middle; margin-right: .3em; }
@media (max-width: 44rem) {
  .cards, .cards tbody, .cards tr, .cards caption, .cards tbody th, .cards td { display: block; text-align: left; }
  .cards thead { display: none; } .cards tr { padding: .4rem 0; border-bottom: 1px solid #e4e4e4; }
  .cards tbody th, .cards td { border: 0; padding: .1rem 0; }
  .cards td.n { white-space: normal; } .cards td br { display: none; } .cards td small::before { content: " ("; }
  .cards td small::after { content: ")"; }
  .cards td[data-is]::before { content: attr(data-is) ": "; color: #4a4a4a; }
  .cards td[data-is=""]::before { content: ""; }
}
@media print { .wide { overflow: visible; } .wide img { min-width: 0; } h2, .wide { break-inside: avoid; } }
"""


def document(title: str, parts: Iterable[str], language: str = ENGLISH) -> str:
    """A whole page: the title as its heading, then the parts that are not empty, which are HTML. `language` is theirs.

    A page of several sections lists them behind its first lines.
    """
    title, parts = escape(title), [part for part in parts if part]
    if found := contents(parts, language):
        first = next((at for at, part in enumerate(parts) if part.startswith(("<h3>", "<section>"))), 0)
        parts.insert(first, found)
    return (f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta http-equiv="Content-Security-Policy"'
            " content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
            f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
            + "\n".join(parts) + "\n</body>\n</html>\n")


def section(heading: str, *parts: str) -> str:
    """A part of the page under a heading; parts that are empty are left out."""
    name = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
    return "\n".join([f'<section>\n<a id="{name}"></a><h2>{escape(heading)}</h2>', *(part for part in parts if part),
                      "</section>"])


def contents(parts: Sequence[str], language: str = ENGLISH) -> str:
    """The sections of a page as links; nothing for a short one."""
    found = [heading for part in parts for heading in HEADING.findall(part)]
    if len(found) < CONTENTS:
        return ""
    links = " · ".join(f'<a href="#{name}">{heading}</a>' for name, heading in found)
    return f"<nav><p>{saying(language)('On this page')}: {links}</p></nav>"


def items(sentences: Iterable[str]) -> str:
    """Sentences as a list."""
    return "<ul>\n" + "\n".join(f"<li>{escape(each)}</li>" for each in sentences) + "\n</ul>"


def lead(finding: str, *more: str) -> str:
    """The first lines of a page: what was found, in bold, then how sure that is and from what."""
    return "\n".join([f'<p class="lead"><strong>{escape(finding)}</strong></p>',
                      *(f"<p>{escape(text)}</p>" for text in more if text)])


def picture(pictures: Mapping[str, bytes], name: str, alternative: str, caption: str = "") -> str:
    """The SVG of this name within the page, with what there is to see in it; nothing where there is none."""
    if name not in pictures:
        return ""
    data = b64encode(pictures[name]).decode("ascii")
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (f'<figure><div class="wide"><img alt="{escape(alternative)}" src="data:image/svg+xml;base64,{data}"></div>'
            f"{below}</figure>")


def table(caption: str, head: Sequence[str], lines: Sequence[Sequence[str]], file: str = "",
          ends: tuple[int, int] = (MOST, 0)) -> str:
    """A table whose first column names the row. What follows a line break in a cell stands small below the rest.

    Of a long table that lies in `file` too only the first and last rows are shown, as many as `ends` says, and where
    they are cut it says how many more there are.
    """
    first, last = ends
    cut = bool(file) and len(lines) > max(LONG, sum(ends))
    words = {at for line in lines for at, cell in enumerate(line) if len(cell) > SENTENCE and "\n" not in cell}
    rows = [_row(line, words, head if len(head) > NARROW else ()) for line in lines]
    if cut:
        rest = (f'<tr class="rest"><td colspan="{len(head)}">{len(lines) - first - last} more in '
                f"<code>tables/{escape(file)}.csv</code></td></tr>")
        rows = [*rows[:first], rest, *rows[len(rows) - last:]]
    top = "".join(f'<th{" class=t" if at in words else ""} scope="col">{_cell(name)}</th>'
                  for at, name in enumerate(head))
    shape = ' class="cards"' if len(head) > NARROW else ""
    return (f'<div class="wide"><table{shape}>\n<caption>{escape(caption)}</caption>\n'
            f"<thead><tr>{top}</tr></thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody></table></div>")


def folded(summary: str, *parts: str) -> str:
    """What only some readers want, behind a line that opens it; nothing where there is nothing."""
    inner = [part for part in parts if part]
    return "\n".join([f"<details><summary>{escape(summary)}</summary>", *inner, "</details>"]) if inner else ""


def _row(line: Sequence[str], words: Collection[int], head: Sequence[str] = ()) -> str:
    """A row; with `head` each cell also says what it is, for screens on which a row stands as a block of its own."""
    cells = "".join(f'<th scope="row">{_cell(cell)}</th>' if at == 0 else
                    f"<td{_shape(cell, at in words)}{_said(head, at)}>{_cell(cell)}</td>"
                    for at, cell in enumerate(line))
    return f"<tr>{cells}</tr>"


def _shape(cell: str, words: bool) -> str:
    """Cells of words begin at the left; numbers are not broken."""
    if words:
        return " class=t"
    return " class=n" if NUMBER.match(cell) and len(cell) <= WIDEST else ""


def _said(head: Sequence[str], at: int) -> str:
    """What a cell is, as an attribute."""
    return ' data-is="' + escape(head[at].replace("\n", " ")) + '"' if head else ""


def _cell(text: str) -> str:
    above, _, below = text.partition("\n")
    first = JOINT.sub(r"\1<wbr>", escape(above))
    return f"{first}<br><small>{escape(below)}</small>" if below else first


def entries(manifest: Mapping[str, Any]) -> str:
    """By what a run was played, and where all of it is written, for the end of a page."""
    chosen = dict(manifest.get("options") or {})
    options = ", ".join(f"{name} {value}" for name, value in chosen.items() if name != "rules")
    facts = [f"ludosoph {manifest['program']}" if manifest.get("program") else "",
             f"version {manifest['version']} of the rules" if "version" in manifest else "",
             f"seed {manifest['seed']}" if "seed" in manifest else "", f"options: {options}" if options else ""]
    told = "; ".join(each for each in facts if each)
    played = f"Played by {told}. " if told else ""
    return (f"<p>{escape(played)}All that was asked for is in <code>manifest.json</code> in the folder of the run, for "
            "programs.</p>")
