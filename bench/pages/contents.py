"""The sections of a page in Markdown as links below its title, for who looks for one of them."""
from __future__ import annotations

import re
from textwrap import fill

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LISTED = re.compile(r"^On this page: .*?\n\n", re.MULTILINE | re.DOTALL)
WIDTH = 120             # columns of a line
SPOKEN = re.compile(r"[^\w\- ]")        # what is left out of the name of a heading


def with_contents(page: str) -> str:
    """The page with its sections listed below the title, or as it is where it has fewer than two."""
    page = without_contents(page)
    found = HEADING.findall(page)
    title, gap, rest = page.partition("\n\n")
    return f"{title}{gap}{listed(found)}\n\n{rest}" if len(found) > 1 else page


def without_contents(page: str) -> str:
    """The page as it was before."""
    return LISTED.sub("", page, count=1)


def listed(headings: list[str]) -> str:
    """Headings as links to them."""
    links = " · ".join(f"[{each}](#{anchor(each)})" for each in headings)
    return fill(f"On this page: {links}", WIDTH, break_long_words=False, break_on_hyphens=False)


def anchor(heading: str) -> str:
    """The name that sites give a heading: small letters, words joined by dashes, nothing else."""
    return SPOKEN.sub("", heading.lower()).strip().replace(" ", "-")
