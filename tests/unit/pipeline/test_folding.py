"""Folding is greedy in the given order; no lead is itself folded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.pipeline.folding import fold


def test_a_near_duplicate_goes_under_the_first_lead_it_pairs_with():
    assert fold(["a", "b", "c", "d"], [("b", "a"), ("c", "b"), ("d", "c")]) == {"b": "a", "d": "c"}


def test_nothing_folds_without_pairs():
    assert fold([1, 2, 3], []) == {}


@given(st.permutations(range(8)), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_leads_are_never_folded_and_every_fold_is_a_pair(order, pairs):
    pairs = [(a, b) for a, b in pairs if a != b]
    under = fold(order, pairs)
    assert not set(under.values()) & set(under)
    assert all((a, b) in pairs or (b, a) in pairs for a, b in under.items())
    leads = [a for a in order if a not in under]
    assert not any((a, b) in pairs for a in leads for b in leads)
