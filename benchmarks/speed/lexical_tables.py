"""The tables that the lexical stages read, filled from the prose of the synthetic run."""

from __future__ import annotations

import duckdb

from rolloutdiff.pipeline.lexical import count_features
from rolloutdiff.pipeline.vocabulary import Admission, choose_tokens
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner, transaction

VOCABULARY_SIZE = 2000

# scikit-learn knows no boundary, so that none is left for either.
PROSE = "select rollout_id, replace(prose, chr(1), ' ') as prose from read_parquet($prose)"


def fill(con: duckdb.DuckDBPyConnection, prose: str, documents: int, per_step: int) -> StageRunner:
    """Install our schema and give it the first `documents` texts as extracted prose."""
    con.execute("set enable_progress_bar = false")
    install(con)
    keys = {"prose": prose, "documents": documents}
    source = f"select rollout_id, 'speed', 'ok', prose, [], [] from ({PROSE}) where rollout_id < $documents"
    con.execute(f"insert into rolloutdiff.extraction {source}", keys)
    member = "select rollout_id, 'speed' as run, 1 + rollout_id // $per_step as step,"
    member += " (rollout_id // 8)::varchar as prompt_id from rolloutdiff.extraction"
    con.execute(f"create temp table run_rollout as {member}", {"per_step": per_step})
    return StageRunner(con)


def select(runner: StageRunner) -> None:
    """Choose the vocabulary and number it."""
    with transaction(runner.cursor):
        choose_tokens(runner, Admission(vocabulary_size=VOCABULARY_SIZE))
        numbered = (
            "select substr(name, 5) as name, (row_number() over (order by name))::integer as feature_id"
        )
        source = "admitted_token where tier = 'lexical'"
        runner.cursor.execute(f"create temp table lexical_feature as {numbered} from {source}")


def count(runner: StageRunner) -> None:
    """Count the vocabulary per rollout."""
    with transaction(runner.cursor):
        count_features(runner)
