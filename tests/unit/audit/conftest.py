from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from rolloutdiff import AuditSettings, analyze_rollouts, audit_rollouts, from_table
from rolloutdiff.audit import Audit
from rolloutdiff.ingest import Rollouts

from .world import World, world

COLUMNS = {"slice": "family"}
FAST = AuditSettings(placebo_draws=60, bootstrap=200)


def dump(data: World, **columns: str) -> Rollouts:
    """The run as rollouts; `gold=expert` and the like map further columns."""
    return from_table(data.table, run="r", name="dump", columns=COLUMNS | columns)


@pytest.fixture(scope="session")
def run() -> World:
    return world()


@pytest.fixture(scope="session")
def warehouse(run: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run analysed, with all its columns kept; tests work on copies."""
    path = tmp_path_factory.mktemp("audit") / "run.duckdb"
    mapped = {"gold": "expert", "logprob": "lp", "ref_logprob": "rlp", "target_logprob": "tlp"}
    with analyze_rollouts(dump(run, **mapped), db=path):
        return path


@pytest.fixture(scope="session")
def audited(
    warehouse: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Audit, duckdb.DuckDBPyConnection]]:
    """An audit of the run with everything the dump holds, and a connection to look behind it."""
    copy = tmp_path_factory.mktemp("audited") / "run.duckdb"
    copy.write_bytes(warehouse.read_bytes())
    with duckdb.connect(str(copy)) as con, audit_rollouts(con=con, settings=FAST) as audit:
        yield audit, con
