"""Feature names as phrases, also where a report holds hashes instead of names."""

from __future__ import annotations

import re

from rolloutdiff.report.rows import Row
from rolloutdiff.wording import Part, Wording, wording

# Starts of names that are not the tier itself.
_TIERS = {"lex": "lexical"}
_HASHED = re.compile(r"[a-z]+:h([0-9a-f]{4})[0-9a-f]{4,}")


def words(row: Row, *, hashed: bool) -> Wording:
    """The phrases for the feature of a row.

    Args:
        row: A row with the columns `feature`, `kind` and `tier`.
        hashed: Whether the report was written with names replaced by hashes.
    """
    match = _HASHED.fullmatch(row["feature"]) if hashed else None
    if match is None:
        return wording(row["feature"], row["kind"])
    name = Part(f"behaviour {match[1]} (tier {row['tier']})")
    return Wording(title=(name,), plural=(Part("show "), name) if row["kind"] == "binary" else ())


def feature_words(feature: str, *, hashed: bool) -> Wording:
    """The phrases for a yes/no feature of which only the name is known.

    Args:
        feature: Name with its tier.
        hashed: Whether names were replaced by hashes.
    """
    prefix = feature.partition(":")[0]
    row = {"feature": feature, "kind": "binary", "tier": _TIERS.get(prefix, prefix)}
    return words(row, hashed=hashed)
