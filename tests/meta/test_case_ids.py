"""Every known trouble with inputs has tests named by its id, or stands in the table of limits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"

# By what is in trouble; a number that is missing was found to be another case.
NUMBERS = {
    # Dumps of verl, logs of TRL, files and folders, text and code.
    "V": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 17, 19, 20, 22, 23),
    "T": (1, 3, 4, 5, 6, 7, 8, 9, 10, 12),
    "G": (1, 3, 4, 5, 7, 8, 9),
    "A": (1, 2, 3, 4, 7, 10, 12, 13, 14),
    # DuckDB, Python functions in it, SQL, terminal and page, series.
    "D": (1, 2, 3, 4, 5, 6, 7),
    "U": (1, 2, 3),
    "Q": (1, 2),
    "C": (1, 2, 3, 5, 6, 7, 8),
    "S": (1, 2, 3, 4, 5, 7, 8, 9),
}
IDS = [f"{kind}{number:02d}" for kind, numbers in NUMBERS.items() for number in numbers]

LIMITS = {
    "G09": "More than 2 GiB of text in one row group: DuckDB streams it in batches of rows, so that no array"
    " holds it at once; a test would write and read 6 GB.",
    "Q02": "No SQL for another engine is offered: our statements run on DuckDB.",
}
"""What no test asserts, with the reason."""

NAME = re.compile(r"^def test_([a-z]\d\d)_", re.M)


def named() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in CASES.glob("test_*.py"))
    return {name.upper() for text in texts for name in NAME.findall(text)}


def test_ids_are_distinct() -> None:
    assert len(set(IDS)) == len(IDS) == 72


@pytest.mark.parametrize("name", IDS)
def test_case_is_tested_or_a_documented_limit(name: str) -> None:
    assert (name in named()) != (name in LIMITS)


def test_no_test_and_no_folder_names_an_unknown_case() -> None:
    folders = {path.name.split("-")[0] for path in CASES.iterdir() if path.is_dir() and "-" in path.name}
    assert (named() | folders | LIMITS.keys()) <= set(IDS)
