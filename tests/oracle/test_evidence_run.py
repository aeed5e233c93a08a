"""Every evidence figure and exemplar of whole runs against the oracle, by the profile `original`.

Of `l2_ar1_v1` the oracle takes the draws without a change from the package, as simulating them here would
take minutes; the split, the noise around it and the rank among the draws are its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import analyze_rollouts, load_trl
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.stats.null import ar1_table, table_length
from tests.oracle import l2_ar1
from tests.oracle.evidence import (
    Evidence,
    Paid,
    Reference,
    RunEvidence,
    compare_rewards,
    least_squares_split,
    prompt_half,
    replicated,
    same_prompt_change,
)
from tests.oracle.frozen_z import Verdict
from tests.oracle.whole_run import WholeRun

REWARD = "training_passed"
SETTINGS = AnalysisSettings(profile="original")
COLUMNS = [field.name for field in fields(Evidence)]


@dataclass(frozen=True)
class Case:
    """One run: the connection that holds the package's analysis of it, and the oracle's."""

    con: duckdb.DuckDBPyConnection
    oracle: RunEvidence

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.con.execute(query).fetchall()


@cache
def null_grid(count: int) -> l2_ar1.Grid:
    rule = SETTINGS.l2_ar1
    table = ar1_table(table_length(count, rule.min_segment), rule.min_segment, rule.draws)
    return table.draws.reshape(len(l2_ar1.PHIS), len(l2_ar1.SHARES), rule.draws).tolist()


def analysed(folder: Path) -> Case:
    con = duckdb.connect()
    analyze_rollouts(load_trl(folder, run="run", reward_column=REWARD), con=con, settings=SETTINGS)
    size, least = SETTINGS.vocabulary_size, SETTINGS.min_document_frequency
    run = WholeRun(folder, REWARD, SETTINGS.frozen_z, size, least)
    return Case(con, RunEvidence(run, SETTINGS.l2_ar1, null_grid))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    case = analysed(make_run(tmp_path_factory.mktemp("made")))
    yield case
    case.con.close()


@pytest.fixture(scope="session", params=["trl-loophole", "trl-collapse", "made"])
def case(
    request: pytest.FixtureRequest, loophole_path: Path, data_dir: Callable[[str], Path], made: Case
) -> Iterator[Case]:
    if request.param == "made":
        yield made
        return
    case = analysed(loophole_path if request.param == "trl-loophole" else data_dir(request.param))
    yield case
    case.con.close()


# --- a run that has what real ones lack -------------------------------------------------------------------


def make_run(folder: Path, away: bool = False) -> Path:
    """A dump of 40 steps, 10 apart, with four completions of each of eight prompts.

    Words come from the 21st step on unless said: `omega` in most completions, and paid; `always` in all;
    `solo` in all completions but some of one prompt; `half` in one half of the prompts; `fade` for nine
    steps; `fresh` from the 33rd step on, when all prompts are new; `late` in the last three. Some rewards are
    missing.

    Args:
        folder: Where it is written.
        away: Whether one half of the prompts is missing for eight steps after the 21st.
    """
    draw = Random(3).random
    texts = [f"Question {i}" for i in range(60)]
    sides = [[t for t in texts if half_of(t) == part] for part in (0, 1)]
    old, new = ([*sides[0][i : i + 4], *sides[1][i : i + 4]] for i in (0, 4))
    rows = []
    for index in range(1, 41):
        prompts = new if index >= 33 else old
        if index <= 32 and not away:
            prompts = [p for i, p in enumerate(prompts) if (i + index) % 3 or index % 4]
        for prompt in prompts:
            if away and prompt in sides[1] and 22 <= index <= 29:
                continue
            for sample in range(4):
                risen = index >= 21
                words = {
                    "omega": draw() < (0.7 if risen else 0.02),
                    "always": risen,
                    "solo": risen and (prompt != old[0] or draw() < 0.5),
                    "half": risen and prompt in sides[0],
                    "fade": 21 <= index <= 29 and draw() < 0.9,
                    "fresh": index >= 33 and draw() < 0.8,
                    "late": index >= 38 and draw() < 0.8,
                    "noise": draw() < 0.3,
                }
                paid = None if draw() < 0.1 else float(draw() < (0.8 if words["omega"] else 0.2))
                rows.append(
                    {
                        "step": 10 * index,
                        "prompt": prompt,
                        "completion": " ".join(word for word, there in words.items() if there) + " end",
                        "training_passed": paid,
                        "flat": 0.5,
                        "rare": draw() if sample < 2 and index % 2 else None,
                        "advantage": 0.0,
                    }
                )
    target = folder / "completions"
    target.mkdir()
    pq.write_table(pa.Table.from_pylist(rows), target / "completions_00001.parquet")
    return folder


def half_of(prompt: str) -> int:
    return prompt_half(sha256(prompt.encode()).hexdigest()[:32])


# --- the oracle against numbers worked out by hand ---------------------------------------------------------


def test_prompt_halves() -> None:
    """The first bytes of the MD5 of a, b, e and f are 0c, 92, e1 and 8f."""
    assert [prompt_half(prompt) for prompt in "abef"] == [0, 0, 1, 1]


def test_rewards_are_compared_inside_groups() -> None:
    """1/2 and -1 of prompt p, 3/4 of q: mean 1/12; p deviates by -2/3, q by 2/3: sqrt(2 * 8/9) / 3 = 4/9."""
    rows = [
        *((5, "p", True, 1.0), (5, "p", True, 0.0), (5, "p", False, 0.0)),
        *((6, "p", True, 0.0), (6, "p", False, 1.0)),
        *((5, "q", True, 1.0), (5, "q", False, 0.0), (5, "q", False, 0.5)),
        *((6, "q", True, 1.0), (5, "s", False, 1.0), (6, "s", True, None), (6, "s", False, math.nan)),
    ]
    got = compare_rewards(rows)
    assert (got.used, got.skipped, got.unscored) == (3, 3, 2)
    assert got.association == pytest.approx(1 / 12)
    assert got.se == pytest.approx(4 / 9)
    assert compare_rewards(row for row in rows if row[1] == "p") == Paid(2, 0, 0, -0.25, None)
    assert compare_rewards([(1, "p", True, 1.0)]) == Paid(0, 1, 0, None, None)


def test_a_change_on_the_same_prompts() -> None:
    """p changes by 3/4 - 1/4 in two steps, q by 1 in one."""
    before, after = {"p": [0.0, 0.5], "q": [0.0], "s": [1.0]}, {"p": [1.0, 0.5], "q": [1.0], "t": [0.0]}
    assert same_prompt_change(before, after) == pytest.approx(2 / 3)
    assert same_prompt_change({"p": [0.0]}, {"q": [1.0]}) is None


def test_the_split_is_that_of_least_squares() -> None:
    draw = Random(5)
    for count in (4, 7, 12):
        values = [draw.choice((0.1, 0.2, 0.3, 0.7)) for _ in range(count)]
        assert least_squares_split(values, 2) == l2_ar1.best_split(values, 2)


@pytest.mark.parametrize(
    ("direction", "halves", "replication"),
    [
        (1, (1, 1), True),
        (1, (1, 0), False),
        (1, (-1, -1), False),
        (-1, (-1, -1), True),
        (0, (1, 1), True),
        (0, (0, 0), False),
        (0, (1, -1), False),
        (1, (1, None), None),
    ],
)
def test_replication(direction: int, halves: tuple[int | None, ...], replication: bool | None) -> None:
    assert replicated(direction, [verdict(side) for side in halves]) is replication


def verdict(direction: int | None) -> Verdict:
    """A verdict of a half; None for one that is too short."""
    return Verdict(
        status="unscorable" if direction is None else "alert" if direction else "quiet",
        reason="short_run" if direction is None else None,
        baseline_mean=None,
        baseline_sd=None,
        onset_step=None,
        alert_step=None,
        direction=direction or 0,
        statistic=None,
        threshold=4.0,
        detectable_rise=None,
        z=[],
    )


# --- the package against the oracle -----------------------------------------------------------------------


def test_there_is_one_row_per_series(case: Case) -> None:
    rows = case.rows(
        "select f.name from rolloutdiff.evidence as e join rolloutdiff.feature as f using (feature_id)"
    )
    assert sorted(name for (name,) in rows) == sorted(case.oracle.run.features)


def test_every_figure_of_every_series(case: Case) -> None:
    rows = case.rows(
        f"select f.name, {', '.join(f'e.{name}' for name in COLUMNS)}"
        " from rolloutdiff.evidence as e join rolloutdiff.feature as f using (feature_id)"
    )
    for name, *figures in rows:
        wanted = asdict(case.oracle.rows[name])
        for column, got in zip(COLUMNS, figures, strict=True):
            assert_equal(got, wanted[column], (name, column))


def test_every_exemplar(case: Case) -> None:
    rows = case.rows(
        "select f.name, x.role, x.place, r.source_file, r.source_row from rolloutdiff.exemplar as x"
        " join rolloutdiff.feature as f using (feature_id) join rolloutdiff.rollout as r using (rollout_id)"
    )
    oracle = case.oracle
    number = {place: i for i, place in enumerate(oracle.run.places)}
    got = {(name, Reference(role, place, number[file, row])) for name, role, place, file, row in rows}
    members = [
        name
        for name, verdict in oracle.run.verdicts.items()
        if verdict.direction > 0 and oracle.run.features[name].kind == "binary"
    ]
    assert len(members) > 3
    assert got == {(name, reference) for name in members for reference in oracle.exemplars(name)}
    assert len(got) == len(rows)


def test_the_made_run_has_what_real_ones_lack(made: Case) -> None:
    """Each reason but those of short runs, a constant reward part, and halves that disagree."""
    alerts = {name: row for name, row in made.oracle.rows.items() if row.status == "alert"}
    reasons = [part for row in alerts.values() for part in (row.reason or "").split("; ")]
    assert {part.partition("=")[2] for part in reasons} - {""} == {
        *("few_later_steps", "no_mixed_group", "one_prompt", "no_shared_prompt", "size", "reward_series"),
    }
    parts = alerts["lex:omega"].reward_part_association
    assert parts["flat"] == 0 and parts["training_passed"] > 0.5
    assert {row.replication for row in alerts.values()} == {True, False, None}
    assert {row.window_corroborated for row in alerts.values()} == {True, False}


def test_steps_at_which_a_half_has_no_prompt_are_gaps(tmp_path: Path) -> None:
    """One half shows `always` in step 210, is away for eight logged steps, and comes back in step 300.

    Eight is more than the three that may interrupt a row, so that its onset is 300, and not 210.
    """
    case = analysed(make_run(tmp_path, away=True))
    rows = case.rows(
        "select f.name, e.half_onset_a, e.half_onset_b, e.replication from rolloutdiff.evidence as e"
        " join rolloutdiff.feature as f using (feature_id) where f.tier <> 'reward'"
    )
    case.con.close()
    got = {name: tuple(figures) for name, *figures in rows}
    assert got["lex:always"] == (210, 300, True)
    oracle = case.oracle.rows
    assert got == {n: (oracle[n].half_onset_a, oracle[n].half_onset_b, oracle[n].replication) for n in got}


def assert_equal(got: Any, wanted: Any, where: object) -> None:
    """Equal, numbers to 1e-9; a reward part is kept to six digits."""
    if isinstance(wanted, dict):
        assert got.keys() == wanted.keys(), where
        for part, number in wanted.items():
            assert_equal(got[part], number if number is None else round(number, 6), (*where, part))
    elif isinstance(wanted, float) and isinstance(got, float):
        assert math.isclose(got, wanted, rel_tol=1e-9, abs_tol=1e-9), (where, got, wanted)
    else:
        assert got == wanted and type(got) is type(wanted), (where, got, wanted)
