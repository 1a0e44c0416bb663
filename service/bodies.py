"""What the text of a body may be, before anybody reads it as JSON."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from starlette.types import Message, Receive

FIRST, SECOND = rb"[dD][89abAB][0-9a-fA-F]{2}", rb"[dD][c-fC-F][0-9a-fA-F]{2}"      # of what \u writes in two halves
HALF = re.compile(rb"\\u(?:" + FIRST + rb"(?!\\u" + SECOND + rb")|(?<!\\u" + FIRST + rb"\\u)" + SECOND + b")")
SIGNS = np.isin(np.arange(256), list(b'"[]{},'))       # what is looked at, by its byte
LARGE = 50_000              # bytes of a body that others need not wait for while it is looked through


def shape(body: bytes) -> tuple[int, int]:
    """How deep lists and objects are nested in a JSON text, and how many values it has, about."""
    text = np.frombuffer(body.replace(b"\\\\", b"--").replace(b'\\"', b"--"), dtype=np.uint8)
    text = text[SIGNS[text]]
    outside = np.cumsum(text == ord('"'), dtype=np.int32) % 2 == 0      # of texts
    text = text[outside]
    opened = (text == ord("[")) | (text == ord("{"))
    closed = (text == ord("]")) | (text == ord("}"))
    depth = int((opened.astype(np.int32) - closed).cumsum().max(initial=0))
    return depth, int(opened.sum()) + int((text == ord(",")).sum())


def unfit(body: bytes) -> str:
    """What no text may hold, as no database keeps it and no UTF-8 writes it: a null or half a character; or nothing."""
    plain = body.replace(b"\\\\", b"--")       # a backslash that is left begins an escape
    if b"\\u0000" in plain or b"\0" in plain:
        return "a null character"
    return "half a character" if HALF.search(plain) else ""


def replayed(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then what comes after it."""
    given = False

    async def receiving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
