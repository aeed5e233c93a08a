"""The JSON Schema of audit.json: valid itself, true of audits, in step with the SQL views, and enforced."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.audit_export import AUDIT_ARRAYS, AUDIT_SCHEMA_VERSION
from rolloutdiff.report.audit_load import load_audit, parse_audit, require_same_analysis
from rolloutdiff.report.schema import audit_row_types, audit_schema
from rolloutdiff.settings import AuditSettings
from tests.unit.report.fixture_audit import audit, one_slice, three_slices
from tests.unit.report.fixture_report import loophole, report


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(audit_schema())


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return audit(three_slices(gold=True))


def test_the_schema_is_a_schema_of_this_version() -> None:
    jsonschema.Draft202012Validator.check_schema(audit_schema())
    assert audit_schema()["properties"]["schema_version"]["const"] == AUDIT_SCHEMA_VERSION
    assert set(AUDIT_ARRAYS) <= set(audit_schema()["required"]) == set(audit_schema()["properties"])


def test_audits_are_valid(whole: dict[str, Any]) -> None:
    for one in (whole, audit(one_slice()), audit(three_slices("a"), one_slice("b"))):
        validator().validate(one)
        assert parse_audit(json.dumps(one)) == one


@pytest.mark.parametrize(
    ("array", "change"),
    [
        ("premium", {"status": "stolen"}),
        ("premium", {"outcome": "silver"}),
        ("slice_risk", {"span": "sometimes"}),
        ("premium_screening", {"direction": "sideways"}),
        ("divergence", {"proxy": "much"}),
        ("run_assessment", {"issues": "none"}),
    ],
)
def test_a_wrong_value_is_not_valid(whole: dict[str, Any], array: str, change: dict[str, object]) -> None:
    wrong = copy.copy(whole)
    wrong[array] = [whole[array][0] | change]
    assert not validator().is_valid(wrong)


@pytest.mark.parametrize("array", AUDIT_ARRAYS)
def test_arrays_have_the_columns_of_their_views(array: str, root: Path) -> None:
    types = audit_row_types(array)
    definition = audit_schema()["$defs"][array]
    assert set(definition["required"]) == set(definition["properties"]) == set(types)
    if array == "behavior":
        assert list(types) == ["run", "slice", "feature", "step", "mean"]
        return
    header = (root / "sql" / "views" / f"report_audit_{array}.sql").read_text(encoding="utf-8")
    returns = re.search(r"-- returns: (.*?)\n-- requires", header, re.S)
    assert returns is not None
    assert re.findall(r"(?:^|; )([a-z_]+): ", returns[1].replace("\n--   ", " ")) == list(types)


def test_settings_are_those_of_an_audit() -> None:
    known = audit_schema()["$defs"]["settings"]
    assert set(known["required"]) == set(known["properties"]) == set(AuditSettings().as_dict())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema_version": None}, "is not an audit: it has no schema_version"),
        ({"schema_version": 2}, "this rolloutdiff reads version 1"),
        ({"hashed": 1}, "'hashed' in 'audit.json' is 1, not true or false"),
        ({"rollouts": "many"}, "'rollouts' in 'audit.json' is \"many\", not an integer"),
        ({"premium": {}}, "'premium' in 'audit.json' is an object, not an array"),
        ({"premium": [7]}, "Row 0 of 'premium' in 'audit.json' is 7, not an object"),
        ({"settings": {}}, "Row 0 of 'settings' in 'audit.json' has no column 'baseline_steps'"),
        ({"slice_risk": []}, "'audit.json' holds no slice"),
    ],
)
def test_what_is_wrong_is_named_with_the_remedy(
    whole: dict[str, Any], change: dict[str, object], message: str
) -> None:
    with pytest.raises(ReportError, match=re.escape(message)) as caught:
        parse_audit(json.dumps(whole | change))
    assert caught.value.hint in (
        "Write it again with: rolloutdiff audit … --output audit.json",
        "Update rolloutdiff.",
    )


def test_a_missing_file_says_which_command_writes_it(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="There is no file") as caught:
        load_audit(tmp_path / "audit.json")
    assert caught.value.hint == "Give the audit.json that audit wrote."


def test_an_audit_of_something_else_is_not_shown_with_a_report(whole: dict[str, Any]) -> None:
    made = report(loophole(steps=20))
    require_same_analysis(made, whole)
    with pytest.raises(ReportError, match="of analysis 'other'") as caught:
        require_same_analysis(made, whole | {"analysis_id": "other"})
    assert "audit of the analysis that the report shows" in caught.value.hint
    # Hidden names would be told by the other file.
    with pytest.raises(ReportError, match="The report hides names and the audit does not"):
        require_same_analysis(made | {"hashed": True}, whole)
    with pytest.raises(ReportError, match="The audit hides names and the report does not"):
        require_same_analysis(made, whole | {"hashed": True})
