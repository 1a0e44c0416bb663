"""The errors that endpoints answer with, for the schema of the API."""
from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class Error(BaseModel):
    """What is wrong with a request."""

    field: str | None = Field(description="the field at fault, where it is one", examples=["maxSeconds"])
    error: str = Field(description="what was found, and what was expected", examples=["found 1e9, expected at most 60"])


WORDS = {
    400: "the request cannot be used", 401: "an API token is needed", 403: "another site asks",
    404: "there is no such thing, or no more", 409: "not in this state of things", 413: "the body is too large",
    415: "the body is no JSON", 422: "the request is not of the form that the schema tells",
    429: "too many requests or searches; Retry-After says when to come back",
    500: "a fault of the server", 503: "the server is stopping or not ready",
}


def errors(*more: int) -> dict[int | str, dict[str, Any]]:
    """For `responses`: what every endpoint may answer, and what this one may besides."""
    usual = (400, 401, 403, 413, 415, 422, 429)
    return {status: {"model": Error, "description": WORDS[status]} for status in (*usual, *more)}
