"""The vocabulary of real runs that never looks ahead, against the oracle and against shorter runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, load_trl
from rolloutdiff.pipeline.vocabulary import Admission, choose_tokens
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner
from tests.oracle.admission import Admitted, Document, admission
from tests.oracle.text import FLAGS, SIZES
from tests.oracle.whole_run import WholeRun

REWARD = "training_passed"
SETTINGS = AnalysisSettings(vocabulary="prefix")
FIXED = {*FLAGS, *SIZES}


@dataclass(frozen=True)
class Case:
    """One analysed run and where its dump is."""

    con: duckdb.DuckDBPyConnection
    folder: Path

    def features(self) -> dict[str, Admitted]:
        """Admitted tokens of the analysis by tier."""
        query = (
            "select tier, name, admitted_index, document_frequency from rolloutdiff.feature"
            " where origin = 'vocabulary'"
        )
        return by_tier(self.con.execute(query).fetchall())

    def chosen(self, last_step: int, rule: Admission) -> dict[str, Admitted]:
        """What the steps up to one admit, from the texts already extracted."""
        self.con.execute(
            "create or replace temp table run_rollout as select rollout_id, run, step, prompt_id"
            " from rolloutdiff.analysis_rollout where step <= ?",
            [last_step],
        )
        choose_tokens(StageRunner(self.con), rule)
        query = "select tier, name, admitted_index, document_frequency from admitted_token"
        return by_tier(self.con.execute(query).fetchall())


def by_tier(rows: list[tuple[str, str, int, int]]) -> dict[str, Admitted]:
    found: dict[str, Admitted] = {"ast": {}, "lexical": {}}
    for tier, name, index, rollouts in rows:
        found[tier][name] = (index, rollouts)
    return found


@pytest.fixture(scope="module", params=["trl-loophole", "trl-collapse"])
def case(
    request: pytest.FixtureRequest, loophole_path: Path, data_dir: Callable[[str], Path]
) -> Iterator[Case]:
    folder = loophole_path if request.param == "trl-loophole" else data_dir(request.param)
    with duckdb.connect() as con:
        rollouts = load_trl(folder, run="run", reward_column=REWARD)
        analyze_rollouts(rollouts, con=con, settings=SETTINGS)
        yield Case(con, folder)


def test_every_token_is_admitted_when_the_rule_says(case: Case) -> None:
    oracle = WholeRun(case.folder, REWARD, SETTINGS.frozen_z, 2000, 3)
    for tier, prefix in (("ast", "ast:"), ("lexical", "lex:")):
        documents = [
            Document("run", rollout.step, [n for n in counts if n.startswith(prefix) and n not in FIXED])
            for rollout, counts in zip(oracle.rollouts, oracle.counts, strict=True)
        ]
        wanted = admission(
            documents,
            places=2000 - sum(name.startswith(prefix) for name in FIXED),
            baseline_steps=15,
            least_rollouts=3,
            min_change=Fraction(2, 100),
        )
        assert case.features()[tier] == wanted


@pytest.mark.parametrize("vocabulary_size", [70, 2000])
def test_steps_that_follow_change_nothing_before_them(case: Case, vocabulary_size: int) -> None:
    rule = Admission(vocabulary_size=vocabulary_size, min_document_frequency=3, baseline_steps=15)
    steps = [
        step
        for (step,) in case.con.execute("from rolloutdiff.analysis_step select step order by 1").fetchall()
    ]
    whole = case.chosen(steps[-1], rule)
    for count in (16, 40, 60):
        cut = case.chosen(steps[:count][-1], rule)
        for tier, tokens in whole.items():
            assert cut[tier] == {name: row for name, row in tokens.items() if row[0] < count}


def test_what_does_not_depend_on_texts_is_known_from_the_start(case: Case) -> None:
    query = "select distinct admitted_index from rolloutdiff.feature where origin = 'fixed'"
    assert case.con.execute(query).fetchall() == [(0,)]
    indices = Counter(index for tokens in case.features().values() for index, _ in tokens.values())
    assert min(indices) == 14 and len(indices) > 3
