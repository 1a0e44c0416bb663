"""Whether a server can take requests, and which part of it cannot."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

PATIENCE = 4.0              # seconds that one who asks waits for an answer


class Readiness:
    """Asks the parts one after the other in a thread of its own, as each may keep it waiting."""

    def __init__(self, parts: dict[str, Callable[[], str]]) -> None:
        """Each part says what is wrong with it, in words, or nothing."""
        self.parts = parts
        self._thread = ThreadPoolExecutor(1, "readiness")
        self._asked: Future[str] | None = None
        self._asking = ""

    async def trouble(self) -> str:
        """Which part is not ready and why; empty: all are. Whoever comes while the parts are asked waits with them."""
        if self._asked is None or self._asked.done():
            self._asked = self._thread.submit(self._look)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), PATIENCE)
        except TimeoutError:
            return f"{self._asking}: has not answered for {PATIENCE:g} s"

    def close(self) -> None:
        """Ask no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _look(self) -> str:
        for name, part in self.parts.items():
            self._asking = name
            if wrong := part():
                return f"{name}: {wrong}"
        return ""
