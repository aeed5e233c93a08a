"""Events and their references out of a report."""

from __future__ import annotations

import copy

import pytest

from rolloutdiff.errors import ReportError, UsageError
from rolloutdiff.inspection import find_event
from rolloutdiff.report.load import load_report


@pytest.fixture(scope="module")
def report(loophole):
    return load_report(loophole.report)


def test_references_of_the_event(report):
    event = find_event(report, None, 1)
    assert (event.run, event.rank, event.hashed) == ("loophole", 1, False)
    assert event.members[0] == "ast:def:run_tests"
    assert event.of == len(report["event"])
    mine = [r for r in report["exemplar"] if r["event_rank"] == 1]
    assert len(event.references) == len(mine)
    assert {r.key for r in event.references} == {(r["source_file"], r["source_row"]) for r in mine}
    assert all(file.sha256 and file.bytes for file in event.files.values())
    assert len(event.files) == 40


def test_the_lead_is_shown_unless_another_member_is_asked_for(report):
    event = find_event(report, "loophole", 1)
    assert event.choose(None) == "ast:def:run_tests"
    other = event.shown_members[-1]
    assert event.choose(other) == other
    with pytest.raises(UsageError, match=r"no exemplars of 'ast:def:run_test'.*mean ast:def:run_tests"):
        event.choose("ast:def:run_test")
    with pytest.raises(UsageError, match="Give one of: ast:def:run_tests"):
        event.choose("zzz")


def test_limits_are_those_of_the_analysis(report):
    changed = copy.deepcopy(report)
    changed["settings"] |= {"fragment_max_bytes": 7, "fragment_max_depth": 3}
    limits = find_event(changed, None, 1).limits
    assert (limits.max_bytes, limits.max_depth) == (7, 3)


@pytest.mark.parametrize(
    ("changes", "run", "rank", "kind", "message"),
    [
        ({"event": []}, None, 1, ReportError, "Run 'loophole' has no events"),
        ({}, None, 99, ReportError, r"no event of rank 99; it has 1 to \d+\. Give one of these"),
        ({}, "other", 1, ReportError, "no run 'other'. Give one of these with --run: loophole"),
    ],
)
def test_what_is_not_there(report, changes, run, rank, kind, message):
    with pytest.raises(kind, match=message):
        find_event({**report, **changes}, run, rank)


def test_several_runs_need_a_name(report):
    both = {**report, "run": [*report["run"], {**report["run"][0], "run": "b\x1b"}]}
    with pytest.raises(UsageError, match=r"2 runs\. Choose with --run: loophole, b\ufffd"):
        find_event(both, None, 1)
    assert find_event(both, "loophole", 1).run == "loophole"


def test_ranks_with_gaps_are_listed(report):
    events = [e for e in report["event"] if e["event_rank"] in (1, 3)]
    with pytest.raises(ReportError, match="it has 1, 3"):
        find_event({**report, "event": events}, None, 2)
    with pytest.raises(ReportError, match="it has only 1"):
        find_event({**report, "event": events[:1]}, None, 2)


def test_an_event_without_exemplars_says_why(report):
    kinds = {a["feature"]: a["kind"] for a in report["alert"]}
    size = next(e for e in report["event"] if kinds[e["lead_feature"]] == "continuous")
    with pytest.raises(ReportError, match=r"no exemplars: it is a change of a size \(.*exemplars: 1"):
        find_event(report, None, size["event_rank"])
    lead = report["event"][0]
    bare = {**report, "exemplar": []}
    with pytest.raises(ReportError, match=r"no completion that shows it was chosen.*step by step\.$"):
        find_event(bare, None, 1)
    with pytest.raises(ReportError, match="it is a fall"):
        find_event({**bare, "event": [{**lead, "direction": "fall"}]}, None, 1)


def test_hashed_names_cannot_be_looked_for(loophole):
    event = find_event(load_report(loophole.hashed), None, 1)
    assert event.hashed
    assert event.is_hidden(event.members[0])
    assert not event.is_hidden("ast:return:True")
    assert not find_event(load_report(loophole.report), None, 1).is_hidden("ast:h01234567")
