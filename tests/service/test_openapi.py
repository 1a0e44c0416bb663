"""Requests made up from the OpenAPI schema: every answer is one that the schema tells, and none is a fault.

`bench/service/service_fuzz.py` makes thousands of them.
"""
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings

from bench.service.service_fuzz import Service

pytest_plugins = ("schemathesis.pytest.plugin",)
FOLDER = TemporaryDirectory()
SERVICE = Service(Path(FOLDER.name))
OPERATIONS = [result.ok() for result in SERVICE.schema.get_all_operations()]
EACH_TIME = {"GET /api/v1/games", "GET /api/v1/seats/{secret}/log", "POST /api/v1/seats/{secret}/moves"}
EXAMPLES = settings(max_examples=12, deadline=None, derandomize=True, database=None,
                    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))


def asks(method: str, path: str) -> Callable[..., None]:
    """The test of one operation."""
    @SERVICE.schema.include(method=method, path=path).parametrize()
    @EXAMPLES
    def answered(case) -> None:
        assert SERVICE.answered(case) < 500

    return answered


# A test function for each, as schemathesis gives all cases of one function the same id, and of those pytest-xdist runs
# but one.
for each in OPERATIONS:
    asked = asks(each.method.upper(), each.path)
    name = re.sub(r"\W+", "_", each.label).strip("_").lower()
    globals()[f"test_{name}_answers_as_the_schema_tells"] = (
        asked if each.label in EACH_TIME else pytest.mark.whole(asked))


def test_the_operations_that_are_asked_each_time_are_there():
    assert {each.label for each in OPERATIONS} > EACH_TIME
