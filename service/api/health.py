"""Whether a server is alive and ready, for those who run it."""
from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from service.api.errors import Error
from service.errors import error_response

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """It is well."""

    ok: bool = True


@router.get("/healthz")
async def healthz() -> Health:
    """The server answers, whatever its database and its searches do."""
    return Health()


@router.get("/readyz", response_model=Health, responses={503: {"model": Error}})
async def readyz(request: Request) -> Health | Response:
    """The server can be given requests; else which part of it is not ready."""
    state = request.app.state
    if state.searches.stopping:
        return error_response(503, "the server is stopping")
    if trouble := await state.readiness.trouble():
        return error_response(503, trouble)
    return Health()
