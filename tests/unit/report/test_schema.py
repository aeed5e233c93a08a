"""The JSON Schema that ships: valid itself, true of reports, and in step with the SQL views."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rolloutdiff.report.schema import ARRAYS, OPTIONAL_ARRAYS, SCHEMA_VERSION, report_schema, row_types
from tests.unit.report.fixture_report import finding, loophole, report

CONTRACT = {
    "run": "analysis_id run rows steps first_step last_step prompts files reward_formula unscored rejected",
    "series": "analysis_id run feature tier kind step mean se prompts samples",
    "screening": "analysis_id run rule feature tier kind status reason baseline_mean baseline_sd onset_step "
    "alert_step direction statistic threshold p_value q_value detectable_rise e_value change headline",
    "alert": "status peak_mean peak_step rise folded_under e_value change headline dump_change",
    "calibration": "analysis_id run rule series alerts headlines alpha threshold expected_false_alerts "
    "bulk_ratio deff kappa_squared kappa_squared_high drift prompts",
    "shift": "analysis_id run rule feature tier shape onset_step onset_low onset_high start_step half_step "
    "end_step before_mean after_mean statistic threshold p_value q_value place onset_at",
    "evidence": "analysis_id run rule feature tier status replication window_corroborated persistence "
    "reward_association reward_association_se same_prompt_shift prompt_mix_shift prompt_breadth "
    "half_onset_a half_onset_b groups_used groups_skipped reward_part_association "
    "baseline_prompts_showing reason later_steps beyond_steps split_step split_p_value whole_shift "
    "alert_prompts alert_prompts_showing baseline_prompts unscored_skipped",
    "event": "analysis_id run rule event_rank name onset_step alert_step direction members "
    "lead_feature lead_tier dump_change",
    "event_member": "analysis_id run event_rank feature tier onset_step jaccard_with_lead",
    "event_consistency": "analysis_id run rule event_rank side comparison_id step profile pairs mismatched "
    "suspects hypothesis_code train_key rollout_key",
    "exemplar": "analysis_id run event_rank feature role step prompt_id sample_id source_file source_row "
    "place reward",
    "file": "analysis_id run source_file sha256 bytes rows rejected format",
    "coverage": "analysis_id run column_name rows filled full_steps empty_steps first_step last_step shares",
    "integrity": "analysis_id run code severity count first_step last_step files message file_names",
}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    b = loophole(steps=20)
    return report(b, integrity=[finding(b.run, first_step=None, last_step=None, files=None)])


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(report_schema())


def test_the_schema_is_a_schema_of_this_version() -> None:
    jsonschema.Draft202012Validator.check_schema(report_schema())
    assert report_schema()["properties"]["schema_version"]["const"] == SCHEMA_VERSION
    assert set(ARRAYS) <= set(report_schema()["required"])
    assert {*report_schema()["required"], *OPTIONAL_ARRAYS} == set(report_schema()["properties"])
    assert not set(OPTIONAL_ARRAYS) & set(report_schema()["required"])
    assert ARRAYS[0] == "event"


def test_a_report_is_valid(whole: dict[str, Any]) -> None:
    validator().validate(whole)


@pytest.mark.parametrize(
    ("array", "change"),
    [
        ("alert", {"status": "quiet"}),
        ("screening", {"tier": "astral"}),
        ("screening", {"direction": "sideways"}),
        ("series", {"mean": "much"}),
        ("integrity", {"message": None}),
    ],
)
def test_a_wrong_value_is_not_valid(whole: dict[str, Any], array: str, change: dict[str, object]) -> None:
    wrong = copy.copy(whole)
    wrong[array] = [whole[array][0] | change]
    assert not validator().is_valid(wrong)


@pytest.mark.parametrize("array", [*ARRAYS, *OPTIONAL_ARRAYS])
def test_every_contract_column_is_required_of_its_array(array: str) -> None:
    row = report_schema()["$defs"][array]
    assert set(CONTRACT[array].split()) <= set(row["required"])
    assert set(row["required"]) == set(row["properties"]) == set(row_types(array))


@pytest.mark.parametrize("array", [*ARRAYS, *OPTIONAL_ARRAYS])
def test_arrays_have_the_columns_of_their_views(array: str, root: Path) -> None:
    header = (root / "sql" / "views" / f"report_{array}.sql").read_text(encoding="utf-8")
    returns = re.search(r"-- returns: (.*?)\n-- requires", header, re.S)
    assert returns is not None
    columns = [item.split(":")[0].strip() for item in returns[1].replace("\n--   ", " ").split(";")]
    assert columns == list(row_types(array))


def test_types_are_pythons() -> None:
    assert row_types("series")["mean"] == {int, float, type(None)}
    assert row_types("series")["step"] == {int}
    assert row_types("evidence")["replication"] == {bool, type(None)}
