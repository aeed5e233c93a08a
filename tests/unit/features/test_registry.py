from __future__ import annotations

import re

from rolloutdiff.features import EXTRACTOR_VERSION, FIXED_FEATURES
from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.specials import KNOWN_SPECIAL_TOKENS
from rolloutdiff.features.think import THINK_SHAPES

NAMES = [feature.name for feature in FIXED_FEATURES]


def test_names_are_unique_and_start_with_their_tier() -> None:
    assert len(NAMES) == len(set(NAMES))
    for feature in FIXED_FEATURES:
        assert feature.name.startswith(f"{feature.tier}:")


def test_kinds_scales_and_summaries() -> None:
    for feature in FIXED_FEATURES:
        assert feature.kind in ("binary", "continuous")
        assert feature.scale in (1, 10_000)
        assert feature.scale == 1 or feature.unit == "share"
        assert feature.kind == "continuous" or (feature.unit, feature.scale) == ("share", 1)
        assert feature.summary.endswith(".")
        assert feature.unit


def test_every_outcome_shape_and_token_has_its_feature() -> None:
    assert {f"ast:parse:{outcome.value}" for outcome in Outcome} <= set(NAMES)
    assert {f"shape:{shape}" for shape in THINK_SHAPES} <= set(NAMES)
    assert {f"shape:special:{token}" for token in KNOWN_SPECIAL_TOKENS} <= set(NAMES)


def test_version() -> None:
    assert re.fullmatch(r"extract_v\d+", EXTRACTOR_VERSION)
