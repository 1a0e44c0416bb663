"""Whether a server is alive and ready, and what it is doing, for those who run it."""
from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from service.api.errors import Error
from service.errors import error_response

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """It is well."""

    ok: bool = True


@router.get("/healthz")
def healthz() -> Health:
    """The server answers."""
    return Health()


@router.get("/readyz", response_model=Health, responses={503: {"model": Error}})
def readyz(request: Request) -> Health | Response:
    """The server can be given requests: it is not stopping, and its database answers."""
    state = request.app.state
    if state.searches.stopping:
        return error_response(503, "the server is stopping")
    try:
        state.store.ping()
    except SQLAlchemyError as error:
        return error_response(503, f"the database does not answer: {type(error).__name__}")
    return Health()


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request) -> Response:
    """Counts and times in the form of Prometheus."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
