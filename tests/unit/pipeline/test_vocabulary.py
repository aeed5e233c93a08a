"""How many tokens a step admits, and which settings make which rule."""

from __future__ import annotations

import pytest

from rolloutdiff.pipeline.vocabulary import Admission, admit
from rolloutdiff.settings import AnalysisSettings, AnchoredSettings


def indices(rising: list[tuple[str, int, int, int]], **free: int) -> dict[int, int]:
    return {row["token_id"]: row["admitted_index"] for row in admit(rising, free)}


def test_a_step_takes_its_share_of_the_free_places() -> None:
    # 100 free places at the 20th logged step: 5. Then 95 at the 21st: 4.5, rounded up.
    burst = [("lexical", index, token, 9) for index in (19, 20) for token in range(1000)]
    found = indices(burst, lexical=100)
    assert found == {token: 19 for token in range(5)} | {token: 20 for token in range(5, 10)}


def test_a_token_that_found_no_place_competes_again() -> None:
    assert indices([("ast", 15, 1, 9), ("ast", 15, 2, 9), ("ast", 16, 2, 8)], ast=10) == {1: 15, 2: 16}


def test_rows_hold_the_count_of_the_step_that_admitted() -> None:
    rising = [("ast", 15, 1, 9), ("ast", 16, 1, 50)]
    assert list(admit(rising, {"ast": 1})) == [{"token_id": 1, "admitted_index": 15, "document_frequency": 9}]


def test_tiers_have_places_of_their_own() -> None:
    rising = [("ast", 15, 1, 9), ("lexical", 15, 2, 9), ("lexical", 16, 3, 9), ("lexical", 17, 4, 9)]
    assert indices(rising, ast=0, lexical=2) == {2: 15, 3: 16}


def test_steps_that_always_have_more_leave_half_for_as_many_steps_again() -> None:
    rising = [("ast", index, 1000 * index + token, 9) for index in range(15, 240) for token in range(100)]
    found = indices(rising, ast=1000)
    early = sum(index < 30 for index in found.values())
    assert early == pytest.approx(500, abs=15)
    assert max(found.values()) > 200


def test_the_settings_say_which_steps_compete() -> None:
    settings = AnalysisSettings(vocabulary_size=101, min_document_frequency=4)
    whole = Admission.of(settings)
    assert whole == Admission(vocabulary_size=101, min_document_frequency=4)
    assert whole.first_places() == whole.places() == {"ast": 95, "lexical": 101}
    anchored = AnchoredSettings(baseline_steps=12, min_change=0.05)
    prefix = Admission.of(AnalysisSettings(vocabulary_size=101, vocabulary="prefix", anchored=anchored))
    assert (prefix.baseline_steps, prefix.min_change) == (12, 0.05)
    assert prefix.first_places() == {"ast": 48, "lexical": 51}


def test_fixed_features_take_their_places_first() -> None:
    few = Admission(vocabulary_size=3, baseline_steps=15)
    assert few.places() == {"ast": 0, "lexical": 3}
    assert few.first_places() == {"ast": 0, "lexical": 2}
