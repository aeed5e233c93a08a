"""Linkage is complete, and each ranking key decides a pair."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.pipeline.events import Alert, link, strength

NUMBER = itertools.count(1)


def alert(name="ast:def:a", onset=10, **changes):
    values = {
        "run": "r",
        "feature_id": next(NUMBER),
        "name": name,
        "tier": {"lex": "lexical"}.get(name.split(":")[0], name.split(":")[0]),
        "kind": "binary",
        "direction": "rise",
        "onset_step": onset,
        "alert_step": onset + 2,
        "onset_index": onset,
        "headline": True,
        "replication": True,
        "persistence": 1.0,
        "reward_association": 0.5,
        "prompt_breadth": 0.5,
    }
    return Alert(**values | changes)


def overlaps(*triples):
    return {frozenset((a.feature_id, b.feature_id)): j for a, b, j in triples}


def names(events):
    return [[m.name for m in e.members] for e in events]


def test_onsets_ten_thirteen_sixteen_are_not_one_event():
    a, b, c = alert("ast:def:a", 10), alert("ast:def:b", 13), alert("ast:def:c", 16)
    events = link([a, b, c], overlaps((a, b, 1.0), (b, c, 1.0), (a, c, 1.0)))
    assert names(events) == [["ast:def:a", "ast:def:b"], ["ast:def:c"]]


def test_linkage_is_complete_in_overlap_too():
    a, b, c = (alert(f"ast:def:{n}") for n in "abc")
    chain = overlaps((a, b, 0.9), (b, c, 0.9), (a, c, 0.49))
    assert names(link([c, b, a], chain)) == [["ast:def:a", "ast:def:b"], ["ast:def:c"]]


@pytest.mark.parametrize(("jaccard", "events"), [(0.5, 1), (0.499, 2)])
def test_the_line_of_overlap(jaccard, events):
    a, b = alert("ast:def:a"), alert("ast:def:b")
    assert len(link([a, b], overlaps((a, b, jaccard)))) == events


@pytest.mark.parametrize("change", [{"kind": "continuous"}, {"direction": "fall"}])
def test_sizes_and_alerts_of_another_direction_do_not_join(change):
    a, b = alert("ast:def:a"), alert("ast:def:b", **change)
    assert names(link([a, b], overlaps((a, b, 1.0)))) == [["ast:def:a"], ["ast:def:b"]]
    a, c = alert("ast:def:a", kind="continuous"), alert("ast:def:c", kind="continuous")
    assert names(link([a, c], overlaps((a, c, 1.0)))) == [["ast:def:a"], ["ast:def:c"]]


def test_falls_of_yes_no_features_join_one_another_and_follow_by_onset():
    a, b = alert("ast:node:A", 12, direction="fall"), alert("ast:def:b", 11, direction="fall")
    c, size = alert("lex:c", 15, direction="fall"), alert("shape:chars", 10, kind="continuous")
    rise = alert("shape:x", 30)
    events = link([a, b, c, size, rise], overlaps((a, b, 0.9), (b, c, 0.9), (a, c, 0.9)))
    assert names(events) == [["shape:x"], ["shape:chars"], ["ast:def:b", "ast:node:A"], ["lex:c"]]


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ({"name": "shape:z", "replication": False}, {"name": "ast:def:a", "headline": False}),
        ({"name": "ast:def:z", "replication": False}, {"name": "lex:a"}),
        ({"name": "lex:z", "replication": False}, {"name": "shape:a"}),
        ({"name": "custom:z", "replication": False}, {"name": "lex:a"}),
        ({"persistence": 0.1}, {"replication": False}),
        ({"persistence": 0.1}, {"replication": None}),
        ({"persistence": 0.9, "reward_association": -1.0}, {"persistence": 0.8}),
        ({"persistence": 0.0}, {"persistence": None}),
        ({"reward_association": 0.6, "prompt_breadth": 0.1}, {"reward_association": 0.5}),
        ({"reward_association": 0.1}, {"reward_association": -0.9}),
        ({"reward_association": -0.9}, {"reward_association": None}),
        ({"prompt_breadth": 0.6, "onset": 20}, {"prompt_breadth": 0.5}),
        ({"name": "ast:def:z"}, {"name": "ast:node:A"}),
        ({"name": "ast:node:Z"}, {"name": "ast:edge:A>B"}),
        ({"name": "ast:def:z"}, {"name": "ast:def:a", "onset": 11}),
        ({"name": "ast:def:a"}, {"name": "ast:def:b"}),
    ],
)
def test_each_key_decides(stronger, weaker):
    a, b = alert(**stronger), alert(**weaker)
    assert strength(a) < strength(b)
    assert [e.lead for e in link([b, a], {})] == [a, b]


def test_events_with_a_rising_yes_no_member_come_first_then_the_rest_by_onset():
    late = alert("shape:x", 50, persistence=None, replication=False)
    size = alert("shape:chars", 12, kind="continuous", prompt_breadth=None)
    fall = alert("ast:depth", 11, kind="continuous", direction="fall", prompt_breadth=None)
    assert names(link([size, fall, late], {})) == [["shape:x"], ["ast:depth"], ["shape:chars"]]


def test_headline_alerts_come_before_all_others():
    small = alert("ast:def:a", 10, headline=False)
    small_fall = alert("shape:x", 10, kind="continuous", direction="fall", headline=False)
    large = alert("lex:z", 20)
    large_fall = alert("shape:y", 20, kind="continuous", direction="fall")
    assert names(link([small, small_fall, large, large_fall], {})) == [
        ["lex:z"],
        ["shape:y"],
        ["ast:def:a"],
        ["shape:x"],
    ]


def test_one_headline_member_makes_an_event_a_headline_and_leads_it():
    small, large, other = (
        alert("ast:def:a", headline=False),
        alert("lex:z"),
        alert("ast:def:b", headline=False),
    )
    events = link([small, large, other], overlaps((small, large, 0.9)))
    assert names(events) == [["lex:z", "ast:def:a"], ["ast:def:b"]]


def test_the_strongest_member_leads_and_names_the_event():
    a = alert("ast:def:run_tests", 12)
    b = alert("ast:edge:Return>Constant", 10, reward_association=0.4)
    c = alert("ast:return:True", 11, reward_association=0.3)
    (event,) = link([a, b, c], overlaps((a, b, 0.6), (a, c, 0.7), (b, c, 0.8)))
    assert event.lead is a
    assert event.name == "defines run_tests(), returns the literal True"


@given(st.data())
def test_every_alert_is_in_one_event_and_order_of_input_does_not_matter(data):
    alerts = [
        alert(
            f"ast:def:n{i}",
            data.draw(st.integers(10, 18)),
            kind=data.draw(st.sampled_from(["binary", "binary", "continuous"])),
            persistence=data.draw(st.sampled_from([None, 0.5, 1.0])),
        )
        for i in range(7)
    ]
    overlap = {
        frozenset((a.feature_id, b.feature_id)): data.draw(st.sampled_from([0.0, 0.5, 1.0]))
        for a, b in itertools.combinations(alerts, 2)
    }
    events = link(alerts, overlap)
    assert sorted(m.name for e in events for m in e.members) == sorted(a.name for a in alerts)
    assert names(link(data.draw(st.permutations(alerts)), overlap)) == names(events)
    for event in events:
        for a, b in itertools.combinations(event.members, 2):
            assert abs(a.onset_index - b.onset_index) <= 3
            assert overlap[frozenset((a.feature_id, b.feature_id))] >= 0.5


def size(name, onset=10, **changes):
    return alert(name, onset, kind="continuous", prompt_breadth=None, reward_association=None, **changes)


def test_figures_of_trainer_and_engine_are_one_event_whatever_their_direction():
    ess = size("mismatch:is_ess", 10, direction="fall")
    spread, k3, gap = (
        size(f"mismatch:{n}", at) for n, at in (("is_std", 11), ("k3_kl", 13), ("prob_diff_mean", 12))
    )
    assert names(link([ess, spread, k3, gap], {})) == [
        ["mismatch:prob_diff_mean", "mismatch:k3_kl", "mismatch:is_ess", "mismatch:is_std"]
    ]


def test_figures_of_trainer_and_engine_far_apart_or_beside_others_are_not():
    early, late = size("mismatch:k3_kl", 10), size("mismatch:prob_diff_mean", 14)
    chars, seen = size("shape:chars", 10), alert("ast:def:a", 10)
    events = link([early, late, chars, seen], overlaps((seen, early, 1.0)))
    assert sorted(names(events)) == [
        ["ast:def:a"],
        ["mismatch:k3_kl"],
        ["mismatch:prob_diff_mean"],
        ["shape:chars"],
    ]
