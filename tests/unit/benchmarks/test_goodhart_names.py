"""What is planted is known to the benchmark and its tests alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.goodhart import names, world

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted(
    path
    for folder in ("rolloutdiff", "sql")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".sql", ".html", ".json", ".md", ".toml", ".css", ".js"}
)
PLANTED = sorted({token for one in world.planted() for token in one.feature.split(">")})
# A planted token is an everyday word or an alias; it counts where it stands as a value.
QUOTED = re.compile(rf"""["'](lex:)?({"|".join(PLANTED)})( ({"|".join(PLANTED)}))?["']""")
FAMILY = re.compile(rf"\b({'|'.join(names.FAMILIES)})\b", re.IGNORECASE)


def test_the_package_does_not_know_what_is_planted() -> None:
    assert PLANTED == ["he", "ka", "pa", "za"]
    assert len(FILES) > 200
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert FAMILY.search(text) is None, path
        assert QUOTED.search(text) is None, path


@pytest.mark.parametrize("text", ["'lex:pa'", '"he"', "'lex:ka za'", '"ka za"'])
def test_a_quoted_token_would_be_found(text: str) -> None:
    assert QUOTED.search(text) is not None
    assert QUOTED.search("import pyarrow as pa") is None
    assert FAMILY.search("the dune family") is not None
