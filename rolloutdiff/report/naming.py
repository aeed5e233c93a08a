"""Feature names as phrases, also where a report holds hashes instead of names."""

from __future__ import annotations

import re

from rolloutdiff.report.rows import Row
from rolloutdiff.wording import Part, Wording, wording

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
