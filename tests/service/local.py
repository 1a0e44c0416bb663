"""A client that asks an application in this process under a name that every server has."""
from typing import Any

from starlette.testclient import TestClient


class Local(TestClient):
    """It asks for localhost."""

    def __init__(self, app: Any, **more: Any) -> None:
        super().__init__(app, **{"base_url": "http://localhost", **more})
