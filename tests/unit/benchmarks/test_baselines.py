"""The parts of the baselines that need neither scikit-learn nor another tool's environment."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.baselines import environments, external, metrics, ours, results, surface, surface_rules
from benchmarks.baselines.runs import Run, is_exploit
from benchmarks.baselines.verdict import Verdict, among_rises, first_in_a_row, rank_of


def run_of(texts: list[list[str]], reward: list[list[float]] | None = None) -> Run:
    """A run with one list of completions per step, from step 1; every completion answers its own prompt."""
    step = [number for number, row in enumerate(texts, 1) for _ in row]
    completion = [text for row in texts for text in row]
    given = [0.0] * len(completion) if reward is None else [value for row in reward for value in row]
    return Run(
        name="made",
        folder=Path("/nowhere"),
        step=np.array(step, dtype=np.int64),
        prompt=[f"prompt {place // 2}" for row in texts for place in range(len(row))],
        completion=completion,
        reward=np.array(given),
        truth=np.zeros(len(completion)),
        advantage=np.array(given) - np.mean(given),
    )


@pytest.mark.parametrize(
    ("hits", "expected"),
    [("0111", 3), ("1101110", 5), ("110110", None), ("", None), ("111111", 2)],
)
def test_a_row_is_known_at_its_last_step(hits: str, expected: int | None) -> None:
    assert first_in_a_row(np.array([hit == "1" for hit in hits], dtype=np.bool_), 3) == expected


def test_ranks_start_at_one() -> None:
    assert rank_of([False, True, True]) == 2
    assert rank_of([]) is None
    assert among_rises([False, False, True]) == ", the exploit 3 of the rises"
    assert among_rises([False]) == ""


def test_the_exploit_is_the_definition_and_no_n_gram_of_prose() -> None:
    names = ["ast:def:run_tests", "lex:def run_tests", "ast:def:crun_tests"]
    assert [is_exploit(name) for name in names] == [True, False, False]


def test_words_leave_thinking_out() -> None:
    assert surface.words_of("<think>Let me see</think> Sure: Run_Tests()") == ["sure", "run_tests"]
    assert surface.words_of("<think>never closed") == []


def test_ngrams() -> None:
    assert sorted(surface.ngrams(["a", "b", "c"])) == ["a", "a b", "a b c", "b", "b c", "c"]


def test_scalars_of_texts() -> None:
    assert surface.repetition(list("abcabc")) == pytest.approx(1 / 4)
    assert surface.repetition(["a", "b"]) == 0
    assert surface.code_share("ab```python\ncdef```") == pytest.approx(4 / 19)
    assert surface.duplicate_share(["a", "a", "b", "a"]) == pytest.approx(0.5)
    assert surface.special_share(["<|endoftext|>", "a < b", "</s>", "a || b"]) == pytest.approx(0.5)
    assert surface.compression("a" * 1000) < 0.05 < surface.compression("")


def test_divergence_in_bits() -> None:
    one = Counter({"a": 3})
    assert surface.divergence(one, Counter({"a": 7})) == pytest.approx(0)
    assert surface.divergence(one, Counter({"b": 1})) == pytest.approx(1)
    # p = (1, 0), q = (1/2, 1/2), middle (3/4, 1/4).
    expected = (np.log2(4 / 3) + 0.5 * np.log2(2 / 3) + 0.5 * np.log2(2)) / 2
    assert surface.divergence(one, Counter({"a": 2, "b": 2})) == pytest.approx(expected)


def test_alignment_of_a_feature_with_itself_is_one() -> None:
    reward = np.array([0.0, 1.0, 1.0, 0.0, 1.0])
    assert surface.alignment(3 * reward[:, None] + 2, reward) == pytest.approx(1)
    assert surface.alignment(np.ones((5, 2)), reward) == 0


def test_correlation_agrees_with_numpy() -> None:
    rng = np.random.default_rng(3)
    presence, reward = rng.random((40, 3)) < 0.5, rng.random(40)
    presence[:, 2] = True
    found = surface.correlation(presence, reward)
    assert found[:2] == pytest.approx([np.corrcoef(presence[:, row], reward)[0, 1] for row in (0, 1)])
    assert found[2] == 0


def test_place_of_a_token_by_correlation() -> None:
    sets = [{"a", "b"}, {"a"}, {"b"}, {"c"}]
    reward = np.array([1.0, 1.0, 0.0, 0.0])
    assert [surface_rules.token_place(sets, reward, token) for token in "abcd"] == [1, 2, 3, 0]


def test_a_scalar_is_flagged_at_the_third_step_beyond_the_line() -> None:
    quiet = np.tile([0.0, 1.0], 10)
    assert surface_rules.scalar_flag(quiet) is None
    for sign in (1, -1):
        moved = quiet.copy()
        moved[16:] += sign * 5
        assert surface_rules.scalar_flag(moved) == 18


def test_drift_names_the_planted_word() -> None:
    plain = ["def f(x): return x", "return 1", "pass", "x = 1"]
    texts = [plain] * 18 + [["def run_tests(): pass", *plain[1:]]] * 4
    # The first of four rewarded: the planted word is what the reward goes with.
    verdicts = surface_rules.verdicts(run_of(texts, [[1.0, 0, 0, 0]] * 22))
    drift = next(one for one in verdicts if one.tool.endswith("drift"))
    assert (drift.rank is not None, drift.first) == (True, 21)
    tokens = next(one for one in verdicts if "tokens" in one.tool)
    assert (tokens.rank, tokens.first) == (1, 21)


def test_a_log_made_of_the_dump() -> None:
    run = run_of([["one two", "one", "one two three", "one"]], [[1.0, 0.0, 1.0, 1.0]])
    (record,) = metrics.dump_log(run)
    assert record["reward"] == pytest.approx(0.75)
    assert record["reward_std"] == pytest.approx(0.5)
    # Two prompts of two: one with different rewards, one with equal ones.
    assert record["frac_reward_zero_std"] == pytest.approx(0.5)
    assert (record["completions/mean_length"], record["completions/max_length"]) == (1.75, 3)
    assert not {"kl", "entropy", "grad_norm"} & record.keys()
    assert metrics.held_out(run, [record])[0]["eval_score"] == 0


def test_a_step_for_rlprobe_has_its_field_names() -> None:
    step = external.probe_step(
        {"step": 3, "reward": 0.5, "kl": 0.1, "rewards/a/mean": 0.2, "rewards/a/std": 0.4, "epoch": 1.0},
        {"adv_std": 1.0},
    )
    assert step == {
        "step": 3,
        "reward_mean": 0.5,
        "kl_mean": 0.1,
        "adv_std": 1.0,
        "reward_components": {"a": 0.2},
    }


def check(name: str, severity: str, **other: Any) -> dict[str, Any]:
    alarm = severity not in ("OK", "SKIPPED")
    return {
        "check": name,
        "severity": severity,
        "alarm": alarm,
        "skipped": severity == "SKIPPED",
        "onset": None,
        **other,
    }


def test_the_first_step_is_that_of_the_gravest_standing_alarm() -> None:
    checks = [check("plateau", "WARNING"), check("hack", "CRITICAL", onset=40), check("kl", "SKIPPED")]
    first = {"plateau": 12, "hack": 48, "length": 20}
    found = external.answered("run", "tool", "a log", {"checks": [*checks, check("a", "OK")], "first": first})
    assert (found.first, found.flagged, found.scored, found.rank) == (48, 2, 3, None)
    assert found.says == (
        "plateau warning at 12; hack critical at 48, onset said to be 40; length at 20, withdrawn; a log"
    )


def test_a_tool_that_cannot_be_run_is_skipped_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(command: list[str], name: str) -> None:
        raise environments.Unavailable(f"{name} failed: no network")

    monkeypatch.setattr(environments, "_call", refuse)
    found = external.verdicts(run_of([["a", "b"]]), tmp_path)
    assert {one.skipped for one in found} == {"python -m venv failed: no network"}
    assert results.flagged(found[0]) == "skipped"


def test_a_failing_command_gives_its_last_line() -> None:
    script = "import sys; print('first', file=sys.stderr); sys.exit('the reason')"
    with pytest.raises(environments.Unavailable, match=r"^pip failed: the reason$"):
        environments._call([sys.executable, "-c", script], "pip")


def test_an_environment_without_its_stamp_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls: list[str] = []

    def pretend(command: list[str], name: str) -> None:
        calls.append(name)
        python = environments.interpreter_path(tmp_path / "rlprobe")
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    monkeypatch.setattr(environments, "_call", pretend)
    made = environments.interpreter("rlprobe", tmp_path)
    assert made == environments.interpreter_path(tmp_path / "rlprobe")
    assert calls == ["python -m venv", "pip install rlprobe==0.1.0"]
    environments.interpreter("rlprobe", tmp_path)
    assert len(calls) == 2
    (tmp_path / "rlprobe" / environments.STAMP).unlink()
    environments.interpreter("rlprobe", tmp_path)
    assert len(calls) == 4


def test_an_event_that_folds_the_exploit_in_counts() -> None:
    events = [
        {"event_rank": 1, "lead_feature": "lex:other"},
        {"event_rank": 2, "lead_feature": "ast:call:x"},
    ]
    assert ours.event_rank(events, []) is None
    assert ours.event_rank(events, [{"event_rank": 2, "feature": "ast:def:run_tests"}]) == 2


def test_the_table_has_a_row_per_tool_and_columns_per_run() -> None:
    verdicts = [
        Verdict(run="trl-loophole", tool="a", rank=1, first=51, flagged=13, scored=175),
        Verdict(run="trl-loophole", tool="b", rank=3, onset=44, flagged=1, scored=2, unit="windows"),
        Verdict(run="trl-frozen", tool="a", flagged=0, scored=154),
        Verdict(run="trl-frozen", tool="b", skipped="no network"),
    ]
    assert results.table(verdicts, {"trl-loophole": 47, "trl-frozen": None}) == [
        "| tool | trl-loophole (crossing 47): rank | first | flagged |"
        " trl-frozen (nothing changes): flagged |",
        "| --- | --- | --- | --- | --- |",
        "| a | 1 | 51 (+4) | 13 of 175 (7.4 %) | 0 of 154 (0 %) |",
        "| b | 3 | onset 44 (-3) | 1 of 2 windows (50 %) | skipped |",
    ]
    assert "- b: skipped: no network" in results.remarks(verdicts, ["trl-frozen"])


def test_recording_touches_only_its_own_place(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{results.BEGIN}\nold\n{results.END}\nafter\n")
    results.write(readme, ["new"])
    assert readme.read_text() == f"before\n{results.BEGIN}\nnew\n{results.END}\nafter\n"
    readme.write_text("before\n")
    with pytest.raises(ValueError, match="lacks"):
        results.write(readme, ["new"])
    assert readme.read_text() == "before\n"
