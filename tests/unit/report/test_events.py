"""Events put together from the rows of several arrays."""

from __future__ import annotations

from typing import Any

import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.model import RunModel, run_models
from tests.unit.report.fixture_report import Builder, loophole, report


@pytest.fixture(scope="module")
def model() -> RunModel:
    return run_models(report(loophole()))[0]


def test_events_come_by_rank_whatever_the_order_of_the_rows(model: RunModel) -> None:
    whole = report(loophole())
    for name in ("event", "event_member", "exemplar"):
        whole[name] = whole[name][::-1]
    turned = run_models(whole)[0]
    assert [event.rank for event in turned.events] == list(range(1, 10))
    for one, other in zip(model.events, turned.events, strict=True):
        assert [m.row for m in one.members] == [m.row for m in other.members]
        assert one.exemplars == other.exemplars


def test_the_lead_is_the_first_member(model: RunModel) -> None:
    first, *_ = model.events
    assert [m.row["feature"] for m in first.members] == ["ast:def:run_tests", "ast:return:True"]
    (passing,) = [event for event in model.events if event.alert["feature"] == "ast:node:Pass"]
    assert [(m.row["feature"], m.folded) for m in passing.members] == [
        ("ast:node:Pass", False),
        ("ast:edge:FunctionDef>Pass", True),
    ]


def test_an_event_has_the_exemplars_of_its_lead_in_reading_order(model: RunModel) -> None:
    rows = model.events[0].exemplars
    assert {row["feature"] for row in rows} == {"ast:def:run_tests"}
    assert [(row["place"], row["role"]) for row in rows] == [
        (place, role) for place in (1, 2, 3) for role in ("exemplar", "pair", "before")
    ]
    (size,) = [event for event in model.events if event.alert["feature"] == "shape:lines"]
    assert size.exemplars == [] and not size.rising and not size.binary


def test_a_split_has_a_set_only_when_it_stands_out_from_noise() -> None:
    def bounds(**change: Any) -> tuple[int, int] | None:
        b = Builder("r", list(range(1, 41)))
        b.add("lex:x", before=0.0, after=0.6, middle=20, alert=True)
        b.shifts = [row | change for row in b.shifts]
        return run_models(report(b))[0].events[0].onset.bounds

    assert bounds() == (22, 24)
    assert bounds(shape=None) is None
    assert bounds(onset_low=None, onset_high=None) is None
    assert bounds(rule="another_v1") is None


@pytest.mark.parametrize("array", ["alert", "evidence"])
def test_an_event_whose_lead_is_not_in_the_report_is_refused(array: str) -> None:
    whole = report(loophole())
    whole[array] = [row for row in whole[array] if row["feature"] != "ast:def:run_tests"]
    with pytest.raises(ReportError) as caught:
        run_models(whole)
    assert caught.value.message == (
        f"Event 1 of run 'trl-loophole' holds the feature 'ast:def:run_tests', which has no row in {array!r}."
    )


def test_events_of_other_runs_and_rules_are_not_mixed() -> None:
    whole = report(loophole("a"), loophole("b", steps=60))
    whole["event"].append(whole["event"][0] | {"rule": "another_v1"})
    whole["evidence"].append(whole["evidence"][4] | {"rule": "another_v1", "persistence": 0.0})
    first, second = run_models(whole)
    assert (len(first.events), len(second.events)) == (9, 9)
    assert all(row["run"] == "b" for event in second.events for row in event.exemplars)
    assert [e.evidence["rule"] for e in first.events] == ["frozen_z_v1"] * 9
