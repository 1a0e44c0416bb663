"""How errors are answered: {"field": ..., "error": ...} in JSON, whatever raised them."""
from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from games.api import InputError
from games.faults import of_the_rules
from games.fields import one_line, shown
from games.speech import Speech
from service.headers import HEADERS
from service.logs import NAME
from service.refusals import Refused
from service.said import document, words_for
from service.searches import Busy

log = logging.getLogger(f"{NAME}.requests")


def install(app: FastAPI) -> None:
    """All errors that endpoints raise are answered."""
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(InputError, _input)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Exception, _fault)


def error_response(status: int, error: str, field: str | None = None, headers: Mapping[str, str] | None = None,
                   words: Speech | None = None) -> JSONResponse:
    """An error as all of them are told, in these words."""
    return JSONResponse(document(words, {"field": field, "error": error}), status, headers)


def _invalid(request: Request, error: Any) -> JSONResponse:
    first = error.errors()[0]
    place = [part for part in first["loc"] if part not in ("body", "path", "query")]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
    if first["type"] == "json_invalid":
        return error_response(422, f"the body is no JSON: {first['ctx']['error']}", words=words_for(request))
    found = "" if first["type"] == "missing" else f"found {shown(first.get('input'))}: "
    return error_response(422, f"{found}{first['msg']}", field or None, words=words_for(request))


def _http(request: Request, error: Any) -> JSONResponse:
    said = {404: "there is nothing here", 405: "this cannot be done here"}
    usual = error.detail in ("Not Found", "Method Not Allowed", None, "")
    headers = dict(error.headers or {})
    if error.status_code == 405 and (methods := allowed(request)):
        headers["Allow"] = ", ".join(methods)
    return error_response(error.status_code, said.get(error.status_code, "refused") if usual else str(error.detail),
                          headers=headers, words=words_for(request))


def allowed(request: Request) -> list[str]:
    """The methods that the schema tells of this path, all of them: a router knows those of one endpoint alone."""
    paths = request.app.openapi()["paths"]
    return sorted({method.upper() for path, methods in paths.items() for method in methods
                   if re.fullmatch(re.sub(r"\\{[^/]*?\\}", "[^/]+", re.escape(path)), request.url.path)})


def _input(request: Request, error: Any) -> JSONResponse:
    return error_response(400, one_line(error), error.field if isinstance(error, Refused) else None,
                          words=words_for(request))


def _busy(request: Request, error: Any) -> JSONResponse:
    return error_response(503 if error.stopping else 429, str(error), headers={"Retry-After": str(error.retry)},
                          words=words_for(request))


def _fault(request: Request, error: Exception) -> JSONResponse:
    """The server logs what happened; who asked learns its number, and where rules of a game of others raised it."""
    if theirs := of_the_rules(error):
        log.error("a game raised an error", exc_info=error, extra={"id": request.state.request_id})
        return error_response(500, one_line(theirs), headers=HEADERS | {"X-Request-ID": request.state.request_id})
    log.error("a fault of the server", exc_info=error, extra={"id": request.state.request_id})
    return error_response(500, "a fault of the server; its log has more about request " + request.state.request_id,
                          headers=HEADERS | {"X-Request-ID": request.state.request_id})
