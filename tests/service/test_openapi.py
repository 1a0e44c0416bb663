"""Requests made up from the OpenAPI schema: every answer is one that the schema tells, and none is a fault.

`bench/service_fuzz.py` makes thousands of them.
"""
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings

from bench.service_fuzz import Service

FOLDER = TemporaryDirectory()
SERVICE = Service(Path(FOLDER.name))


FEW = "^/api/v1/(games|seats/[^/]+/(moves|log))$"     # paths that are asked each time
EXAMPLES = settings(max_examples=12, deadline=None, derandomize=True, database=None,
                    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))


@SERVICE.schema.include(path_regex=FEW).parametrize()
@EXAMPLES
def test_every_answer_is_one_that_the_schema_tells(case):
    assert SERVICE.answered(case) < 500


@pytest.mark.whole
@SERVICE.schema.exclude(path_regex=FEW).parametrize()
@EXAMPLES
def test_every_other_answer_is_one_that_the_schema_tells(case):
    assert SERVICE.answered(case) < 500
