"""Reading report.json: what is refused, and how the refusal reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.load import load_report
from tests.unit.report.fixture_report import finding, loophole, report


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    b = loophole(steps=20)
    return report(b, integrity=[finding(b.run)])


def saved(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "report.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def refusal(path: Path) -> ReportError:
    with pytest.raises(ReportError) as caught:
        load_report(path)
    assert caught.value.hint
    return caught.value


def test_a_good_report_is_read_as_it_is(tmp_path: Path, whole: dict[str, Any]) -> None:
    assert load_report(saved(tmp_path, whole)) == whole


def test_columns_and_top_level_names_may_be_added(tmp_path: Path, whole: dict[str, Any]) -> None:
    more = whole | {"lineage": [], "integrity": [whole["integrity"][0] | {"more": 1}]}
    assert load_report(saved(tmp_path, more)) == more


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON or cut short (line 1"),
        ('{"schema_version": 1, "run": [', "not JSON or cut short"),
        ("[]", "its top level is not an object"),
        ("{}", "it has no schema_version"),
        ('{"schema_version": NaN}', "it holds the token NaN"),
        ('{"schema_version": 2}', "this rolloutdiff reads version 1"),
        ('{"schema_version": true}', "schema_version true, not a version number"),
        ('{"schema_version": "1"}', 'schema_version "1", not a version number'),
        ("[" * 100_000, "not strict JSON"),
    ],
)
def test_what_is_not_a_report_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = saved(tmp_path, text)
    error = refusal(path)
    assert words in error.message and str(path) in error.message


def test_missing_files_folders_and_other_encodings_are_named(tmp_path: Path) -> None:
    assert "There is no file" in refusal(tmp_path / "none.json").message
    assert "is a folder" in refusal(tmp_path).message
    path = tmp_path / "latin.json"
    path.write_bytes(b'{"a": "\xe9"}')
    assert "not a text in UTF-8" in refusal(path).message


@pytest.mark.parametrize(
    ("array", "row", "column", "value", "words"),
    [
        (
            "series",
            7,
            "mean",
            "0.5",
            "Row 7 of 'series' in {path!r}: column 'mean' is \"0.5\", of another type.",
        ),
        ("series", 3, "step", 1.5, "column 'step' is 1.5"),
        ("screening", 0, "detectable_rise", [], "column 'detectable_rise' is an array"),
        ("alert", 1, "onset_step", None, "Row 1 of 'alert' in {path!r}: column 'onset_step' is null"),
        ("run", 0, "rows", True, "column 'rows' is true"),
    ],
)
def test_a_value_of_another_type_is_named(
    tmp_path: Path, whole: dict[str, Any], array: str, row: int, column: str, value: object, words: str
) -> None:
    changed = [*whole[array]]
    changed[row] = changed[row] | {column: value}
    path = saved(tmp_path, whole | {array: changed})
    assert words.format(path=str(path)) in refusal(path).message


def test_a_missing_column_a_row_that_is_none_and_a_missing_array_are_named(
    tmp_path: Path, whole: dict[str, Any]
) -> None:
    short = [{k: v for k, v in row.items() if k != "se"} for row in whole["series"]]
    path = saved(tmp_path, whole | {"series": short})
    assert refusal(path).message == f"Row 0 of 'series' in {str(path)!r} has no column 'se'."
    path = saved(tmp_path, whole | {"run": [whole["run"][0], 3]})
    assert refusal(path).message == f"Row 1 of 'run' in {str(path)!r} is 3, not an object."
    path = saved(tmp_path, {k: v for k, v in whole.items() if k != "shift"})
    assert refusal(path).message == f"{str(path)!r} has no 'shift' at its top level."
    path = saved(tmp_path, whole | {"event": {}})
    assert refusal(path).message == f"'event' in {str(path)!r} is an object, not an array."


def test_a_report_without_a_run_is_refused(tmp_path: Path, whole: dict[str, Any]) -> None:
    path = saved(tmp_path, whole | {"run": []})
    assert refusal(path).message == f"{str(path)!r} holds no run."


def test_settings_without_the_rule_are_named(tmp_path: Path, whole: dict[str, Any]) -> None:
    path = saved(tmp_path, whole | {"settings": whole["settings"] | {"frozen_z": {}}})
    assert "'frozen_z'" in refusal(path).message


def test_an_array_that_may_be_absent_is_checked_where_it_is(tmp_path: Path, whole: dict[str, Any]) -> None:
    path = saved(tmp_path, whole | {"event_consistency": {}})
    assert refusal(path).message == f"'event_consistency' in {str(path)!r} is an object, not an array."
    path = saved(tmp_path, whole | {"event_consistency": [{"run": "r"}]})
    assert "Row 0 of 'event_consistency'" in refusal(path).message
