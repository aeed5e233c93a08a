"""Admission of tokens, step by step, against the rule worked out token by token."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rolloutdiff.features import FIXED_FEATURES
from rolloutdiff.pipeline.vocabulary import Admission, choose_tokens
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner
from tests.oracle.admission import Admitted, Document, admission

FIXED = {feature.name for feature in FIXED_FEATURES}
FIXED_AST = sum(name.startswith("ast:") for name in FIXED)


@dataclass(frozen=True)
class Text:
    """One completion: where it stands, the words of its prose, and its structural tokens."""

    run: str
    step: int
    words: Sequence[str] = ()
    tokens: Sequence[str] = ()

    def held(self) -> dict[str, set[str]]:
        """What it holds, by tier."""
        grams = {
            "lex:" + " ".join(self.words[at : at + size])
            for size in (1, 2, 3)
            for at in range(len(self.words) - size + 1)
        }
        return {"lexical": grams, "ast": {t for t in self.tokens if t.startswith("ast:")} - FIXED}


@pytest.fixture(scope="module")
def runner() -> Iterator[StageRunner]:
    """A warehouse for the whole module: every call of `admitted` fills it anew."""
    with duckdb.connect(config={"threads": 2}) as con:
        install(con)
        yield StageRunner(con)


def fill(con: duckdb.DuckDBPyConnection, texts: Mapping[int, Text]) -> None:
    """Store the extraction of completions, by number."""
    rows = {
        "rollout_id": pa.array(texts, pa.int64()),
        "prose": pa.array([", ".join(t.words) for t in texts.values()], pa.string()),
        "feature": pa.array([sorted(set(t.tokens)) for t in texts.values()], pa.list_(pa.string())),
        "run": pa.array([t.run for t in texts.values()], pa.string()),
        "step": pa.array([t.step for t in texts.values()], pa.int64()),
    }
    con.register("given", pa.table(rows))
    con.execute("delete from rolloutdiff.extraction")
    con.execute(
        "insert into rolloutdiff.extraction"
        " select rollout_id, 'v', 'ok', prose, feature, [1 for f in feature] from given"
    )
    con.execute(
        "create or replace temp table run_rollout as"
        " select rollout_id, run, step, 'p' as prompt_id from given"
    )


def admitted(
    runner: StageRunner,
    texts: Sequence[Text],
    rule: Admission,
    *,
    chunk_bytes: int = 1 << 20,
    numbers: Sequence[int] = (),
) -> dict[str, Admitted]:
    """What the stages admit, by tier."""
    fill(runner.cursor, dict(zip(numbers or range(len(texts)), texts, strict=True)))
    choose_tokens(runner, rule, chunk_bytes=chunk_bytes)
    found: dict[str, Admitted] = {"ast": {}, "lexical": {}}
    query = "select tier, name, admitted_index, document_frequency from admitted_token"
    for tier, name, index, rollouts in runner.cursor.execute(query).fetchall():
        assert name not in found[tier]
        found[tier][name] = (index, rollouts)
    return found


def wanted(texts: Sequence[Text], rule: Admission) -> dict[str, Admitted]:
    """What the rule says, by tier."""
    assert rule.baseline_steps is not None
    return {
        tier: admission(
            [Document(text.run, text.step, text.held()[tier]) for text in texts],
            places=rule.vocabulary_size - (FIXED_AST if tier == "ast" else 0),
            baseline_steps=rule.baseline_steps,
            least_rollouts=rule.min_document_frequency,
            min_change=Fraction(str(rule.min_change)),
        )
        for tier in ("ast", "lexical")
    }


def most_frequent(texts: Sequence[Text], rule: Admission) -> dict[str, Admitted]:
    """The choice that sees all steps at once, by tier."""
    found: dict[str, Admitted] = {}
    for tier, places in (("ast", rule.vocabulary_size - FIXED_AST), ("lexical", rule.vocabulary_size)):
        held = Counter(token for text in texts for token in text.held()[tier])
        frequent = sorted(held, key=lambda token: (-held[token], token.encode()))[: max(places, 0)]
        found[tier] = {t: (0, held[t]) for t in frequent if held[t] >= rule.min_document_frequency}
    return found


def made_up(seed: int, *, steps: int = 24, per_step: int = 30, runs: Sequence[str] = ("r",)) -> list[Text]:
    """Completions with frequent, rare, passing and rising tokens; steps have gaps and differ in size."""
    rng = random.Random(seed)
    words = [f"w{i}" for i in range(40)] + ["äpfel", "数", "\U00010428b", "\uf900c"]
    weights = [1 / (i + 1) for i in range(len(words))]
    texts = []
    for run in runs:
        for step in range(steps):
            for _ in range(per_step + rng.randint(-8, 8)):
                drawn = rng.choices(words, weights, k=rng.randint(0, 12))
                if rng.random() < max(0.0, (step - 10) / 20):
                    drawn += ["late", "phrase", f"tail{step % 3}"]
                if step == 13:
                    drawn += [f"burst{rng.randint(0, 9)}", "burst"]
                tokens = [f"ast:call:{word}" for word in drawn[:6]]
                texts.append(
                    Text(run, 3 * step + (step > 7), drawn, [*tokens, *rng.sample(sorted(FIXED), 2)])
                )
    return texts


SMALL = Admission(vocabulary_size=60, min_document_frequency=3, baseline_steps=6, min_change=0.05)


@pytest.mark.parametrize("vocabulary_size", [1, 2, 9, 60, 2000])
@pytest.mark.parametrize("baseline_steps", [1, 6, 15, 40])
def test_equals_the_rule_worked_out_token_by_token(
    runner: StageRunner, vocabulary_size: int, baseline_steps: int
) -> None:
    rule = Admission(
        vocabulary_size=vocabulary_size,
        min_document_frequency=2,
        baseline_steps=baseline_steps,
        min_change=0.05,
    )
    texts = made_up(seed=vocabulary_size)
    assert admitted(runner, texts, rule, chunk_bytes=3000) == wanted(texts, rule)


@pytest.mark.parametrize("vocabulary_size", [1, 9, 60, 2000])
def test_without_a_baseline_all_steps_compete_at_once(runner: StageRunner, vocabulary_size: int) -> None:
    rule = Admission(vocabulary_size=vocabulary_size, min_document_frequency=2)
    texts = made_up(seed=vocabulary_size, steps=9, runs=("a", "b"))
    assert admitted(runner, texts, rule, chunk_bytes=3000) == most_frequent(texts, rule)


def test_admits_what_rises_and_when(runner: StageRunner) -> None:
    found = admitted(runner, made_up(seed=4), SMALL)
    assert {"lex:w0", "lex:w1"} <= {name for name, (index, _) in found["lexical"].items() if index == 5}
    assert 10 < found["lexical"]["lex:late"][0] < 20
    assert found["ast"]["ast:call:burst"][0] >= 13
    assert not {name for tier in found.values() for name in tier} & FIXED


def test_later_steps_change_nothing_before_them(runner: StageRunner) -> None:
    texts = made_up(seed=5, steps=30)
    steps = sorted({text.step for text in texts})
    whole = admitted(runner, texts, SMALL)
    for count in range(7, len(steps), 4):
        cut = admitted(runner, [t for t in texts if t.step < steps[count]], SMALL)
        for tier in whole:
            known = {name: row for name, row in whole[tier].items() if row[0] < count}
            assert cut[tier] == known


def test_several_runs_share_their_features(runner: StageRunner) -> None:
    texts = made_up(seed=6, steps=16, runs=("a", "b")) + made_up(seed=7, steps=24, per_step=70, runs=("c",))
    assert admitted(runner, texts, SMALL, chunk_bytes=5000) == wanted(texts, SMALL)
    alone = [Text("b", t.step, t.words, t.tokens) for t in texts if t.run == "b"]
    assert admitted(runner, alone, SMALL) == wanted(alone, SMALL)


def test_a_token_of_one_run_alone_is_admitted(runner: StageRunner) -> None:
    flat = [Text(run, step, ["same"]) for run in "ab" for step in range(10) for _ in range(50)]
    new = [Text("b", 10, ["same", "new"])] * 10 + [Text("b", 10, ["same"])] * 40
    found = admitted(runner, [*flat, *[Text("a", 10, ["same"])] * 500, *new], SMALL)
    assert found["lexical"]["lex:new"] == (10, 10)


@pytest.mark.parametrize(("rollouts", "index"), [(1, None), (2, None), (3, 8)])
def test_the_bar_is_a_rise_of_so_many_points(runner: StageRunner, rollouts: int, index: int | None) -> None:
    # 3 of 100 is a rise of exactly the bar; 3 of 10,000 is none.
    rule = Admission(vocabulary_size=50, baseline_steps=5, min_change=0.03)
    texts = [Text("r", step, ["x"]) for step in range(8) for _ in range(100)]
    texts += [Text("r", 8, ["x", "new"] if i < rollouts else ["x"]) for i in range(100)]
    texts += [Text("r", 9, ["x", "other"] if i < 3 else ["x"]) for i in range(10_000)]
    found = admitted(runner, texts, rule)["lexical"]
    assert found.get("lex:new", (None,))[0] == index
    assert "lex:other" not in found


def test_fluctuation_of_a_frequent_token_is_no_rise(runner: StageRunner) -> None:
    rule = Admission(vocabulary_size=4, baseline_steps=5, min_change=0.02)
    texts = [
        Text("r", step, ["x"] if i % 2 else ["y"] if i % 4 else ["z"]) for step in range(9) for i in range(40)
    ]
    texts += [Text("r", 9, ["y"] if i < 15 else ["z"] if i < 20 else ["x"]) for i in range(40)]
    # Places are x and one of y, z; the other went from a quarter to three eighths: less than 3 errors.
    assert admitted(runner, texts, rule)["lexical"].keys() == {"lex:x", "lex:y"}
    texts += [Text("r", 10, ["z"]) for i in range(40)]
    assert admitted(runner, texts, rule)["lexical"]["lex:z"] == (10, 40)


def test_a_run_shorter_than_the_baseline_is_all_baseline(runner: StageRunner) -> None:
    texts = made_up(seed=8, steps=4)
    rule = Admission(vocabulary_size=50, baseline_steps=15)
    found = admitted(runner, texts, rule)
    assert found == wanted(texts, rule)
    assert {index for index, _ in found["lexical"].values()} == {14}


def test_chunks_and_numbers_of_rollouts_change_nothing(runner: StageRunner) -> None:
    texts = made_up(seed=9)
    whole = admitted(runner, texts, SMALL)
    for chunk_bytes in (200, 2500, 1 << 30):
        assert admitted(runner, texts, SMALL, chunk_bytes=chunk_bytes) == whole
    # Neighbours in number are then of different steps, so that every chunk holds a part of most steps.
    numbers = random.Random(3).sample(range(-(10**9), 2**60), len(texts))
    assert admitted(runner, texts, SMALL, chunk_bytes=2500, numbers=numbers) == whole


def test_without_texts_nothing_is_admitted(runner: StageRunner) -> None:
    assert admitted(runner, [Text("r", step) for step in range(9)], SMALL) == {"ast": {}, "lexical": {}}
    assert admitted(runner, [], SMALL) == {"ast": {}, "lexical": {}}


TEXTS = st.builds(
    Text,
    run=st.sampled_from(["a", "b"]),
    step=st.integers(0, 5),
    words=st.lists(st.sampled_from(["a", "b", "c", "é", "_"]), max_size=5),
    tokens=st.lists(st.sampled_from(["ast:x", "ast:y", "ast:parse:ok", "shape:fences"]), max_size=3),
)


@settings(max_examples=60)
@given(
    texts=st.lists(TEXTS, max_size=40),
    vocabulary_size=st.integers(1, 20),
    baseline_steps=st.integers(1, 4),
    min_document_frequency=st.integers(1, 3),
    chunk_bytes=st.integers(1, 60),
)
def test_any_small_analysis(
    runner: StageRunner,
    texts: list[Text],
    vocabulary_size: int,
    baseline_steps: int,
    min_document_frequency: int,
    chunk_bytes: int,
) -> None:
    rule = Admission(
        vocabulary_size=vocabulary_size,
        min_document_frequency=min_document_frequency,
        baseline_steps=baseline_steps,
        min_change=0.1,
    )
    assert admitted(runner, texts, rule, chunk_bytes=chunk_bytes) == wanted(texts, rule)
