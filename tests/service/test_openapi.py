"""Requests made up from the OpenAPI schema: every answer is one that the schema tells, and none is a fault."""
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.searches import Limits
from tests.service.house import app_of

LIMITS = Limits(seconds=0.02, simulations=20, review_simulations=2)
schema = schemathesis.openapi.from_asgi("/openapi.json", app_of(limits=LIMITS))


@schema.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, database=None,
          phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_schema_tells(case):
    # what is wrong with a game or a position no schema can tell: that is refused with 400
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
