"""The rules of a game as its options make them: read from it, compared with another value, as JSON and as a page."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import games as library
from games.api import Game, InputError, RulesPage, RulesSection
from games.pieces import pictures
from games.rules_text import there
from games.speech import ENGLISH, saying
from reports.documents import web


@dataclass(frozen=True)
class Rulebook:
    """A page of rules, and what it was asked for."""

    game: Game
    seats: int
    options: Mapping[str, str]
    page: RulesPage
    only: str = ""              # "world=617": the page holds only what another value has not; empty: it is whole
    language: str = ENGLISH     # that the page is in

    def say(self, words: str) -> str:
        """Words of a printed page in its language."""
        return saying(self.language)(words)

    @property
    def heading(self) -> str:
        """The title of the page, or what it holds of another."""
        return f"{self.say(f'Only with {self.only}')}: {self.page.title}" if self.only else self.page.title


def read_rules(game: Game, seats: int | None, options: Mapping[str, str], against: str | None = None,
               language: str = ENGLISH) -> tuple[Rulebook, ...]:
    """The rules of a game, in English where it has no page in the language. With `against`, another value of the first
    option that shapes it: what holds with one value only, first that of the options, then the other one.

    Raises InputError for a game without rules, or seats or options that it does not take.
    """
    book = _whole(game, seats, options, language)
    if against is None:
        return (book,)
    shaping = [option for option in game.options if option.shapes]
    if not shaping:
        raise InputError(f"--against: {game.name} has no option that makes another game of it")
    name = shaping[0].name
    other = _whole(game, seats, {**options, name: against}, language)
    values = (options.get(name, shaping[0].default), against)
    return tuple(replace(each, page=_without(each.page, its.page), only=f"{name}={value}")
                 for each, its, value in zip((book, other), (other, book), values, strict=True))


def _whole(game: Game, seats: int | None, options: Mapping[str, str], language: str) -> Rulebook:
    if game.rules.page is None:
        having = [each.name for each in library.playable()[0] if each.rules.page is not None]
        raise InputError(f"rules: {game.name} has no rules page; games with one: {', '.join(having) or 'none'}")
    count, given = game.checked(seats, options)
    page = game.rules.said(count, given, language)
    assert page is not None
    return Rulebook(game, count, given, page, language=language if there(game.name, language) else ENGLISH)


def _without(page: RulesPage, other: RulesPage) -> RulesPage:
    """What this page alone has. A paragraph that the other one has under the same heading counts as the same, whatever
    its number there.
    """
    there = {(section.heading, entry.text) for section in other.sections for entry in section.entries}
    sections = (RulesSection(section.heading, tuple(entry for entry in section.entries
                                                    if (section.heading, entry.text) not in there))
                for section in page.sections)
    facts = {name: value for name, value in page.facts.items()
             if name not in other.facts or other.facts[name] != value}
    return RulesPage(page.title, tuple(section for section in sections if section.entries), facts)


def as_json(books: Sequence[Rulebook]) -> dict[str, Any]:
    """One JSON object: the whole page, or under `only` what each of two has alone."""
    return _as_json(books[0]) if len(books) == 1 else {"only": [_as_json(book) for book in books]}


def _as_json(book: Rulebook) -> dict[str, Any]:
    sections = [{"heading": section.heading,
                 "entries": [{"number": each.number, "text": each.text} for each in section.entries]}
                for section in book.page.sections]
    return {"game": book.game.name, "version": book.game.version, "seats": book.seats, "options": dict(book.options),
            "title": book.page.title, "sections": sections, "facts": dict(book.page.facts)}


def as_html(books: Sequence[Rulebook]) -> str:
    """A page of its own, which needs no other file."""
    if len(books) == 1:
        book, number = books[0], 0
        drawn = pictures(book.game, book.options, book.page)
        parts = []
        for section in book.page.sections:
            parts.append(web.section(section.heading, _entries(section, drawn, number)))
            number += len(section.entries)
        return web.document(book.page.title, parts, book.language)
    parts = [web.section(book.heading,
                         *(f"<h3>{escape(each.heading)}</h3>\n{_entries(each)}" for each in book.page.sections),
                         "" if book.page.sections else f"<p>{book.say('Nothing.')}</p>") for book in books]
    first, other = books
    return web.document(first.say(f"{first.only} against {other.only}"), parts, first.language)


def _entries(section: RulesSection, drawn: Mapping[int, str] | None = None, first: int = 0) -> str:
    """Paragraphs with the pictures of what they are about; `first` is the number of the first one in the page."""
    shown = drawn or {}
    return "<dl>\n" + "\n".join(f"<dt>{escape(each.number)}</dt><dd>{shown.get(number, '')}{escape(each.text)}</dd>"
                                for number, each in enumerate(section.entries, start=first)) + "\n</dl>"
