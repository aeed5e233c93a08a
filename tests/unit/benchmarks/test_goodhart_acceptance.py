"""What is required of planted runs, on evidence made by hand, and the options of the command line."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.goodhart import __main__ as command
from benchmarks.goodhart import acceptance, gather, world
from benchmarks.goodhart.evidence import RULES, Evidence, Premiums
from benchmarks.goodhart.names import FAMILIES
from benchmarks.goodhart.product import Alert
from benchmarks.goodhart.training import Recipe, train

FIRST, SECOND = RULES


def seen(
    size: float, onset: float, crossing: int | None, alert: int | None, behaviour: int | None
) -> Premiums:
    planted = next(one for one in world.planted() if one.size == size)
    return Premiums(
        planted=planted,
        onset=onset,
        onset_se=0.01,
        whole=onset,
        crossing=crossing,
        premium_alert={FIRST: alert, SECOND: None},
        behaviour_alert={FIRST: behaviour, SECOND: None},
    )


def certificate(value: float, small: str) -> list[dict[str, object]]:
    verdicts = {
        family: ("insufficient_overlap", 4.0) if family == small else ("improved", 40.0)
        for family in FAMILIES
    }
    rows = [{"slice": name, "ess": ess, "verdict": word} for name, (word, ess) in verdicts.items()]
    return [*rows, {"slice": None, "ess": 4.0, "verdict": "insufficient_overlap", "snips": value}]


@pytest.fixture
def evidence() -> Evidence:
    """One run of which every requirement holds."""
    quality = {"reference": 0.27, "default": 0.36, "corrected": 0.46, "ideal": 0.47}
    return Evidence(
        seed=1,
        deployed=25,
        premiums=(
            seen(1.45, 1.40, 34, 28, 44),
            seen(0.47, 0.43, 33, 26, 45),
            seen(1.0, 0.9, None, None, None),
        ),
        early={rule: [] for rule in RULES},
        stray={rule: [] for rule in RULES},
        series={rule: 1000 for rule in RULES},
        stray_premiums={rule: [] for rule in RULES},
        premium_series={rule: 144 for rule in RULES},
        flagged=["cobalt", "dune", "ember"],
        correction={"pa@dune": 1.4},
        raw=np.full(6, 0.2),
        corrected=np.full(6, 0.7),
        quality={name: np.full(6, value) for name, value in quality.items()},
        copies={"pa@dune": 0.4, "he@ember": 0.5},
        diverging=["dune", "ember"],
        diagnosis={"dune": 0.999},
        pilot_flagged=["dune"],
        pilot_correlation=0.6,
        even_correlation=np.full(6, 0.9),
        pilot_ratio=1.8,
        ratio=np.full(6, 12.0),
        certificates={"default": certificate(0.38, "dune"), "corrected": certificate(0.44, "dune")},
    )


def missed(evidence: Evidence) -> list[str]:
    return [f"{one.part}: {one.name}" for one in acceptance.of_runs([evidence]) if not one.met]


def test_all_may_hold(evidence: Evidence) -> None:
    assert missed(evidence) == []


def test_premiums_must_be_near(evidence: Evidence) -> None:
    bad = replace(
        evidence,
        premiums=(seen(1.45, 1.36, 34, 28, 44), seen(0.47, float("nan"), 33, 26, 45), *evidence.premiums[2:]),
        flagged=["dune", "ember"],
    )
    assert missed(bad) == [
        "premiums: pa@dune, seed 1",
        "premiums: he@ember, seed 1",
        "premiums: families flagged, seed 1",
    ]


def test_alerts_must_be_in_time(evidence: Evidence) -> None:
    stray = Alert(family="anvil", feature="ba", step=20, direction="fall")
    bad = replace(
        evidence,
        premiums=(seen(1.45, 1.40, 34, 29, 47), seen(0.47, 0.43, None, 24, 45), *evidence.premiums[2:]),
        early={FIRST: [stray], SECOND: []},
        stray={FIRST: [stray] * 6, SECOND: []},
        stray_premiums={FIRST: [], SECOND: [stray]},
    )
    assert missed(bad) == [
        "alerts: premium, pa@dune, seed 1",
        "alerts: behaviour, pa@dune, seed 1",
        "alerts: premium, he@ember, seed 1",
        "alerts: behaviour, he@ember, seed 1",
        "alerts: before the deployment, seed 1",
        "alerts: behaviours without a planted token",
    ]


def test_a_correction_must_help_every_family(evidence: Evidence) -> None:
    quality = dict(evidence.quality)
    quality["corrected"] = np.array([0.5, 0.5, 0.4, 0.34, 0.3, 0.5])
    bad = replace(evidence, quality=quality, corrected=np.full(6, 0.4), copies={"pa@dune": 1.2})
    assert missed(bad) == [
        "correction: reward and gold, dune, seed 1",
        "correction: reward and gold, ember, seed 1",
        "correction: mean quality, seed 1",
        "correction: gain of every family, seed 1",
        "correction: copies of planted tokens, seed 1",
    ]


def test_certificates_must_be_right_and_careful(evidence: Evidence) -> None:
    careless = certificate(0.30, "dune")
    careless[FAMILIES.index("dune")]["verdict"] = "improved"
    bad = replace(evidence, certificates={"default": certificate(0.38, "dune"), "corrected": careless})
    assert missed(bad) == [
        "certification: error of the value, corrected, seed 1",
        "certification: families with a sample size below 10, corrected, seed 1",
    ]


def test_a_masked_family_must_be_flagged(evidence: Evidence) -> None:
    assert missed(replace(evidence, pilot_flagged=["ember"])) == ["pilot mix: families flagged, seed 1"]


def test_the_crossing_is_exact_and_after_the_deployment() -> None:
    made = world.planted_world(np.random.default_rng(3))
    run = train(np.random.default_rng(4), made, Recipe(steps=45))
    step = gather.crossing(run, made.premiums[0])
    assert step is not None
    assert 25 <= step < 45
    exact = [gather.prevalence(policy, made.premiums[0]) for policy in run.policies]
    line = np.mean(exact[:15]) + 0.10
    assert exact[step] >= line
    assert all(value < line for value in exact[25:step])
    assert (
        gather.crossing(train(np.random.default_rng(4), made, Recipe(steps=30, rate=0.0)), made.premiums[0])
        is None
    )


@pytest.mark.parametrize("arguments", [["--only", "runs"], ["--worlds", "10"], ["--seeds", "1"]])
def test_only_a_whole_run_is_recorded(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["goodhart", "--record", *arguments])
    with pytest.raises(SystemExit):
        command.main()
    assert "only a whole run is recorded" in capsys.readouterr().err
