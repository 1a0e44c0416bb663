"""Files: what a person hands in is read with limits and refused with the place of a fault; writes are whole."""
from __future__ import annotations

import json
import math
import os
import stat
import sys
from collections import deque
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from games.api import InputError
from games.fields import shown, step

LIMIT = 1_000_000       # bytes; a position has a few thousand, a record of a game some tens of thousands
DIGITS = 30             # longest whole number worth reading: all that are used have far fewer


def name_of(path: str | Path) -> str:
    """What messages call a file, `-` being standard input."""
    return "standard input" if str(path) == "-" else str(path)


def read_text(path: str | Path, limit: int = LIMIT) -> str:
    """The UTF-8 text of a file, `-` being standard input. At most `limit` bytes are ever read.

    Raises InputError for a file that is missing, no file, unreadable, larger than `limit` or not text.
    """
    name = name_of(path)
    try:
        data = _bytes(path, name, limit)
    except (OSError, ValueError) as error:      # ValueError: a path with a null character in it
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{name}: cannot be read: {reason}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: byte {error.start} is {data[error.start]:#04x}, which is no UTF-8 text; expected a JSON file"
        ) from None


def read_file(path: str | Path, limit: int = LIMIT) -> Any:
    """The JSON document in a file, `-` being standard input. Raises InputError naming the file and the place in it."""
    return read_document(read_text(path, limit), name_of(path))


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, in its place: a link stays a link, and what the file allows to whom stays.

    A device or a pipe, such as /dev/stdout, is no file to be replaced: it takes the data. Raises InputError.
    """
    partial = None
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder, expected a file")
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        file = Path(os.path.realpath(path))
        partial = file.with_name(f".{file.name}.{os.getpid()}.part")
        partial.write_bytes(data)
        if file.exists():
            partial.chmod(stat.S_IMODE(file.stat().st_mode))
        partial.replace(file)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        if partial is not None:
            partial.unlink(missing_ok=True)


def read_document(text: str, name: str = "document") -> Any:
    """The value of a JSON text.

    Raises InputError, with line and column where there is one, for text that is cut off or is no JSON, and for what
    JSON readers often let pass: a key that stands twice in one object, NaN and infinities, numbers of absurd length.
    """
    repeated: list[tuple[dict[str, Any], str]] = []     # objects with a key that stands in them twice, and that key

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys: set[str] = set()
            for key, _ in pairs:
                if key in keys:
                    repeated.append((found, key))
                    break
                keys.add(key)
        return found

    try:
        value = json.loads(
            text, object_pairs_hook=collect, parse_constant=_no_constant, parse_int=_whole, parse_float=_fraction
        )
    except json.JSONDecodeError as error:
        raise InputError(f"{name}: {_why(error, text)}") from None
    except RecursionError:
        raise InputError(f"{name}: lists or objects are nested too deeply; a position needs four levels") from None
    except _NumberError as error:
        raise InputError(f"{name}: {error}") from None
    if repeated:
        place, key = _find_repeated(value, repeated)
        raise InputError(f"{name}: {place}the key {shown(key)} stands there twice, expected once")
    return value


class _NumberError(ValueError):
    """A number that JSON readers may let pass, and that nothing here can use."""


def _no_constant(word: str) -> NoReturn:
    raise _NumberError(f"found {word}, expected a finite number")


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise _NumberError(f"found a number of {len(digits)} digits ({digits[:12]}...), expected at most {DIGITS}")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _NumberError(f"found {shown(digits)}, expected a finite number")
    return number


def _bytes(path: str | Path, name: str, limit: int) -> bytes:
    if str(path) == "-":
        return _at_most(sys.stdin.buffer, name, limit)
    if os.path.isdir(path):
        raise InputError(f"{name}: is a folder, expected a file")
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise InputError(f"{name}: has {size:,} bytes, expected at most {limit:,}")
        return _at_most(file, name, limit)      # a device has no size of its own and may never end


def _at_most(file: BinaryIO, name: str, limit: int) -> bytes:
    data = file.read(limit + 1)
    if len(data) > limit:
        raise InputError(f"{name}: has more than {limit:,} bytes, expected at most that")
    return data


def _why(error: json.JSONDecodeError, text: str) -> str:
    if not text.strip():
        return "is empty, expected a JSON object"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        lines = text.rstrip().split("\n")
        return f"line {len(lines)}, column {len(lines[-1]) + 1}: the text ends here, in the middle of the JSON"
    found = text[error.pos:error.pos + 20]
    return f"line {error.lineno}, column {error.colno}: found {shown(found)}, which is no JSON there: {error.msg}"


def _find_repeated(value: Any, repeated: list[tuple[dict[str, Any], str]]) -> tuple[str, str]:
    """Where the first of these objects stands in `value`, as the beginning of a message, and its repeated key.

    An object hidden by a later one of the same key is not in `value` any more; then the key comes without a place.
    """
    keys = {id(found): key for found, key in repeated}
    waiting = deque([("", value)])
    while waiting:
        place, at = waiting.popleft()
        if isinstance(at, dict):
            if id(at) in keys:
                return f"{place}: " if place else "", keys[id(at)]
            waiting.extend((step(place, key), below) for key, below in at.items())
        elif isinstance(at, list):
            waiting.extend((f"{place}[{n}]", below) for n, below in enumerate(at))
    return "", repeated[0][1]
