"""Answers in the language that a request asks for with `lang`: moves, labels, sentences and pictures.

What an endpoint answers is made in English and then said in that language, whole: so no answer tells more in one
language than in another. Without `lang` answers stay as they are.
"""
from __future__ import annotations

import json
import re
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

import games
from games.speech import COMMON, ENGLISH, Speech, languages, speech
from service.places import path_of, place_of

# fields whose texts are said in the language asked for, wherever they stand
FIELDS = frozenset((
    "move", "moves", "pv", "who", "when", "place", "error", "message", "warning", "headline", "verdict", "why", "order",
    "contrast", "next", "rough", "best", "drawn", "biggest", "outcomes", "title", "help", "label", "labels", "hidden",
    "about", "source"))
LINE = re.compile(r"line \d+")
LISTED = r"[$\w-]+(?:, [$\w-]+)+"
# what stands in a position as it does there: a text in quotes, the place of a field, a stage or phase, a list of names
QUOTED = re.compile(r"'[^']*'|\b\w+(?:\.\w+|\[\d+\])+(?!\w)"
                    r"|(?<=at stage )[\w-]+|(?<=in phase )[\w-]+|(?<=expected )[a-z-]+(?: or [a-z-]+)+(?= in phase)"
                    rf"|(?<=one of ){LISTED}|(?<=\(){LISTED}(?=\))|(?<=: ){LISTED}(?=;|$)")
GAME = re.compile(r'^\s*\{[^\n]*?"game": *"([\w:.-]+)"')
FIRST = 2_000                   # characters of a record that name its game
HELD = re.compile(r"⟨(\d+)⟩")
NAMES = "names"                 # a table of them
SOURCES = "sources"             # the names of its fields are said, too
PICTURE = "image/svg+xml"
JSON = "application/json"


def asked_in(request: Request, lang: Annotated[str | None, Query(
        pattern=f"^({'|'.join(languages())})$",
        description="the language of moves, labels and sentences in the answer; moves are read in every one",
        )] = None) -> None:
    """Which language a request asks for, for `answer`."""
    request.state.language = lang


def about(request: Request, game: str) -> None:
    """The answer is about this game, whose words it is said in."""
    request.state.game = game


def about_given(request: Request, given: Any) -> None:
    """The answer is about the game that a request names, which may be wrong in all else."""
    name = _game_in(given)
    if name is not None and games.known(name):
        about(request, name)


def _game_in(given: Any) -> str | None:
    match given:
        case {"game": str(name)}:
            return name
        case {"position": inner} | {"record": inner} | [inner, *_]:
            return _game_in(inner)
        case str(text) if (found := GAME.search(text, 0, FIRST)):       # of a record
            return found[1]
    return None


def words_for(request: Request) -> Speech | None:
    """The words of an answer; None: it stays in English."""
    known = request.scope.get("state", {})
    return speech(known.get("language") or ENGLISH, known.get("game", COMMON))


def document(words: Speech | None, given: Any) -> Any:
    """A JSON document in another language."""
    return given if words is None else _said(words, given)


async def answer(request: Request, made: Response) -> Response:
    """A response in the language of the request."""
    words, body = words_for(request), getattr(made, "body", None)
    kind = made.headers.get("content-type", "").partition(";")[0]
    if words is None or not body or kind not in (PICTURE, JSON):
        return made
    made.body = await run_in_threadpool(_body, words, bytes(body), kind)
    made.headers["content-length"] = str(len(made.body))
    return made


def _body(words: Speech, body: bytes, kind: str) -> bytes:
    if kind == PICTURE:
        return words.picture(body.decode()).encode()
    return json.dumps(_said(words, json.loads(body)), ensure_ascii=False, separators=(",", ":")).encode()


def _said(words: Speech, given: Any) -> Any:
    if isinstance(given, list | tuple):
        return [_said(words, each) for each in given]
    if not isinstance(given, dict):
        return given
    game = given.get("game", given.get("name") if "sources" in given else None)     # one of the list of games
    if isinstance(game, str) and game.isidentifier():
        words = speech(words.language, game) or words
    said = {key: _field(words, key, value, "column" in given) for key, value in given.items()}
    return said | _named(words, given)


def _named(words: Speech, given: dict[str, Any]) -> dict[str, Any]:
    """The names of fields of a position, by their places; those of values."""
    if "column" in given and given.get("place"):
        return {"name": words.field(path_of(given["place"]))}
    if "listed" in given:
        return {"name": words.field(given["path"])}
    if "fits" in given and isinstance(given["value"], str):
        return {"label": words(given["value"])}
    if "fieldNames" in given:
        return {"fieldNames": [words.field(path) for path in given["fields"]]}
    return {}


def _field(words: Speech, key: str, value: Any, fault: bool) -> Any:
    """One field. `fault`: it is of what is wrong with a position, whose `place` is that of a field."""
    if key == "position" or key == "record" or key == "options" and isinstance(value, dict):
        return value                    # what is handed back to the service, and read by programs
    if key == "svg" and isinstance(value, str):
        return words.picture(value)
    if key == SOURCES and isinstance(value, list | tuple):
        return [words(each) if isinstance(each, str) else {words(name): worth for name, worth in each.items()}
                if isinstance(each, dict) else each for each in value]
    if key == NAMES and isinstance(value, dict):
        return {name: words(each) for name, each in value.items()}
    if key == "message" and fault:
        return fault_in(words, value)
    if key in FIELDS and not (key == "place" and fault):
        if isinstance(value, str):
            return words(value)
        if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return [words(each) for each in value]
    return _said(words, value)


def fault_in(words: Speech, message: str) -> str:
    """What is wrong with a field: its name and what is quoted stay as the position has them."""
    place, colon, _ = message.partition(": ")
    before = place + colon if place_of(message) and not LINE.match(place) else ""
    quoted = list[str]()

    def kept(found: re.Match[str]) -> str:
        quoted.append(found[0])
        return f"⟨{len(quoted) - 1}⟩"

    said = words(QUOTED.sub(kept, message.removeprefix(before)))
    return before + HELD.sub(lambda found: quoted[int(found[1])], said)
