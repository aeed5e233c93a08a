"""From text to tokens: pure Python, no database.

`extract_batch` and `opened_tags` need Arrow and are loaded when first used; everything else runs on the
standard library alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rolloutdiff.features.extract import MISSING, NO_CODE, STATUSES, Extraction, extract
from rolloutdiff.features.reading import Limits
from rolloutdiff.features.registry import EXTRACTOR_VERSION, FIXED_FEATURES, FixedFeature
from rolloutdiff.features.specials import BOUNDARY
from rolloutdiff.features.think import opened_tag

if TYPE_CHECKING:
    from rolloutdiff.features.batch import EXTRACTION_SCHEMA, extract_batch, opened_tags

__all__ = [
    "BOUNDARY",
    "EXTRACTION_SCHEMA",
    "EXTRACTOR_VERSION",
    "FIXED_FEATURES",
    "MISSING",
    "NO_CODE",
    "STATUSES",
    "Extraction",
    "FixedFeature",
    "Limits",
    "extract",
    "extract_batch",
    "opened_tag",
    "opened_tags",
]

_NEEDS_ARROW = frozenset({"EXTRACTION_SCHEMA", "extract_batch", "opened_tags"})


def __getattr__(name: str) -> Any:
    if name in _NEEDS_ARROW:
        from rolloutdiff.features import batch

        return getattr(batch, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
