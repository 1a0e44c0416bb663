"""The program that attacks a server, on a small scale."""
import pytest

from bench.service.service_attack import deleted, inputs
from tests.whole import amount


def test_bad_inputs_are_answered_in_words_and_in_time(tmp_path):
    count = amount(300, few=60)
    row = inputs(count, tmp_path)
    assert row.tried == count
    assert (row.tried - row.well, row.note) == (0, row.note)


@pytest.mark.whole
def test_a_deleted_database_confirms_nothing(tmp_path):
    row = deleted(tmp_path)
    assert (row.well, row.lost) == (10, 0)
