"""What is fuzzed: a function per part that takes one drawn input and raises where something is wrong."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz.dumps import hostile_dump, rows_of_text
from benchmarks.fuzz.texts import texts
from rolloutdiff import analyze_rollouts, load
from rolloutdiff.errors import InputError
from rolloutdiff.features import STATUSES, extract
from rolloutdiff.features.layout import read_layout
from rolloutdiff.features.locate import locate
from rolloutdiff.inspection import visible
from rolloutdiff.scan import scan
from tests.properties.dumps import WRITERS
from tests.unit.ingest.conftest import Staging

Draw = Callable[[st.SearchStrategy[Any]], Any]
Part = Callable[[Draw], bool]
"""Takes one input; whether it was taken, and not refused in words."""

_ACTS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@cache
def _staging() -> Staging:
    """One per process: the threads of a DuckDB do not outlive a fork."""
    return Staging()


def _reading(name: str) -> Part:
    """A damaged dump is read, or refused by an error that is one sentence with a remedy."""

    def part(draw: Draw) -> bool:
        skip = draw(st.booleans())
        with tempfile.TemporaryDirectory() as folder:
            hostile_dump(Path(folder), name, draw)
            form = WRITERS[name][0] if draw(st.booleans()) else "auto"
            try:
                if draw(st.integers(0, 3)) == 0:
                    scan(folder)
                rollouts = load(folder, form, run="r", skip_bad_rows=skip, skip_unreadable=skip)
                rows = _staging().read(rollouts)
            except InputError as error:
                assert error.message and error.hint, "an error without a remedy"
                str(error).encode()
                return False
            for row in rows:
                assert row["step"] is not None or row["reject_reason"], "a row without a step"
        return True

    return part


def features(draw: Draw) -> bool:
    """A text has features, all of which are names and counts, and their places lie in it."""
    text = draw(texts(long=25))
    opened = draw(st.sampled_from([None, "think", "thinking"]))
    found = extract(text, opened)
    assert found.status in STATUSES
    assert all(type(count) is int and count > 0 for count in found.counts.values())
    spans = read_layout(text, opened).spans
    assert "".join(text[span.start : span.end] for span in spans) == text
    for name in list(found.counts)[:8]:
        assert all(0 <= start < end <= len(text) for start, end in locate(text, opened, name))
    shown = "".join(piece.text for piece in visible(text[:20_000]))
    assert _ACTS.search(shown) is None, "a sign that acts on a terminal"
    return True


def whole(draw: Draw) -> bool:
    """A run of hostile texts goes from the dump to report and page, and none of its markup acts there."""
    chosen = draw(st.lists(texts(long=200), min_size=3, max_size=8))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "run.jsonl").write_text(rows_of_text(chosen), encoding="utf-8")
        with analyze_rollouts(load(root / "run.jsonl", "jsonl")) as analysis:
            analysis.write_json(root / "r.json")
            analysis.write_html(root / "r.html")
        json.loads((root / "r.json").read_text(encoding="utf-8"))
        page = (root / "r.html").read_text(encoding="utf-8")
        assert "<script>alert" not in page and "<img" not in page, "markup of a text"
        assert not any(sign in page for sign in "\x00\x1b\x9b\x07"), "a control character of a text"
    return True


PARTS: dict[str, Part] = {
    "features": features,
    **{f"read {name}": _reading(name) for name in WRITERS},
    "whole run": whole,
}
"""The parts by name."""
