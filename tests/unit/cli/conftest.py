from __future__ import annotations

import pytest

from tests.unit.inspection.cases import hostile_case, loophole_case


@pytest.fixture(scope="package")
def hostile(tmp_path_factory):
    return hostile_case(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="package")
def loophole(loophole_path, tmp_path_factory):
    return loophole_case(loophole_path, tmp_path_factory.mktemp("loophole"))
