"""Every SQL file that ships passes the gate, and sql/README.md describes them as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rolloutdiff.sqlfiles import control, load_all, sql_root
from rolloutdiff.sqlfiles.judge import judge
from rolloutdiff.sqlfiles.lint import Finding, lint_all
from rolloutdiff.sqlfiles.readme import render
from rolloutdiff.sqlfiles.store import FOLDER_KINDS
from rolloutdiff.sqlfiles.upgrades import upgrade_steps

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    return lint_all()


@pytest.fixture(scope="module")
def columns() -> dict[str, list[tuple[str, str]]]:
    return judge(load_all()).columns


@pytest.mark.parametrize("path", [file.path for file in load_all()])
def test_file_passes_the_gate(findings: list[Finding], path: str) -> None:
    assert [str(finding) for finding in findings if finding.path == path] == []


def test_no_sql_file_stands_where_nobody_reads_it() -> None:
    read = {file.path for file in load_all()} | {"control.toml", "README.md", "questions.sql"}
    read |= {step.path for step in upgrade_steps(1, control().schema_version)}
    found = {p.relative_to(sql_root()).as_posix() for p in sql_root().rglob("*") if p.is_file()}
    assert found - read == set()
    assert {path.split("/")[0] for path in read if "/" in path} <= {*FOLDER_KINDS, "upgrades"}


def test_readme_is_up_to_date() -> None:
    written = (ROOT / "sql" / "README.md").read_text(encoding="utf-8")
    assert written == render(), "run: python -m rolloutdiff.sqlfiles.readme"


SCREENING = (
    "analysis_id run rule feature tier kind status reason baseline_mean baseline_sd onset_step alert_step"
    " direction statistic threshold p_value q_value detectable_rise"
)
# Names that people and other tools rely on: more may follow, none is renamed, dropped or moved.
CONTRACT = {
    "report_run": "analysis_id run rows steps first_step last_step prompts files reward_formula unscored"
    " rejected",
    "report_series": "analysis_id run feature tier kind step mean se prompts samples",
    "report_screening": f"{SCREENING} e_value change headline",
    "report_alert": f"{SCREENING} peak_mean peak_step rise folded_under e_value change headline dump_change",
    "report_calibration": "analysis_id run rule series alerts headlines alpha threshold expected_false_alerts"
    " bulk_ratio deff kappa_squared kappa_squared_high drift prompts",
    "report_shift": "analysis_id run rule feature tier shape onset_step onset_low onset_high start_step"
    " half_step end_step before_mean after_mean statistic threshold p_value q_value place onset_at",
    "report_evidence": "analysis_id run rule feature tier status replication window_corroborated persistence"
    " reward_association reward_association_se same_prompt_shift prompt_mix_shift prompt_breadth"
    " half_onset_a half_onset_b groups_used groups_skipped reward_part_association"
    " baseline_prompts_showing reason",
    "report_event": "analysis_id run rule event_rank name onset_step alert_step direction members"
    " lead_feature lead_tier dump_change",
    "report_event_member": "analysis_id run event_rank feature tier onset_step jaccard_with_lead",
    "report_event_consistency": "analysis_id run rule event_rank side comparison_id step profile pairs"
    " mismatched suspects hypothesis_code train_key rollout_key",
    "report_exemplar": "analysis_id run event_rank feature role step prompt_id sample_id source_file"
    " source_row",
    "report_consistency": "comparison_id run step profile automatic_mapping ok warn eps train_path"
    " train_sha256 train_modules train_unpaired rollout_path rollout_sha256 rollout_modules"
    " rollout_unpaired pairs aligned mismatched not_comparable premise_incomplete tensors"
    " without_statistics one_sided dtype_differs structural suspects hypothesis_code hypothesis_pair"
    " evidence boundary_pair first_divergence_pair package_version",
    "report_consistency_mapping": "comparison_id train_ord train_key rollout_keys layer_index block"
    " cardinality confidence note train_fragment rollout_fragments",
    "report_consistency_value": "comparison_id pair_ord slot_ord train_key rollout_key layer_index block"
    " compare_target compat_subset dtype_train dtype_rollout shape_train shape_rollout shape_relation"
    " numel_train numel_rollout max_train max_rollout max_err max_status min_train min_rollout"
    " min_err min_status mean_train mean_rollout mean_err mean_status norm_train norm_rollout"
    " norm_err norm_status mean_rms ok warn numeric_consistency priority_rank priority_bucket"
    " metric_status value_status",
    "report_consistency_module": "comparison_id pair_ord train_key rollout_key layer_index block"
    " output_consistency output_priority_bucket parameter_consistency parameter_priority_bucket"
    " input_args_consistency input_args_priority_bucket input_kwargs_consistency"
    " input_kwargs_numeric_consistency input_kwargs_shape_relation input_kwargs_compared_keys"
    " input_kwargs_missing_train_keys input_kwargs_missing_rollout_keys input_consistency"
    " premise_incomplete module_bucket module_priority_rank module_status focus_level container"
    " skip_reason",
    "report_consistency_suspect": "comparison_id place pair_ord train_key rollout_key layer_index block"
    " module_priority_rank module_bucket input_consistency parameter_consistency container"
    " classification rationale_code hypothesis_code boundary_ord boundary_train_key"
    " boundary_rollout_key unmatched_train unmatched_rollout missing_train_activation"
    " missing_rollout_activation realigns_after confidence",
    "report_file": "analysis_id run source_file sha256 bytes rows rejected format",
    "report_audit": "audit_id analysis_id rollouts slices scored with_gold sources settings",
    "report_audit_premium": "audit_id analysis_id run slice span outcome kind feature support_rollouts"
    " support_prompts premium se t crit lower placebo_p effect_rm strength status shadow_of reason",
    "report_audit_premium_series": "audit_id analysis_id run slice feature step slope se z",
    "report_audit_premium_screening": "audit_id analysis_id run slice rule feature status reason onset_step"
    " alert_step direction statistic threshold e_value change",
    "report_audit_dose": "audit_id analysis_id run slice span outcome feature dose n mean_excess",
    "report_audit_slice_risk": "audit_id analysis_id run slice span outcome strength_single strength_pair"
    " risk flag status top_single top_pair onset_step leads reason",
    "report_audit_divergence": "audit_id analysis_id run slice step proxy gold corr dproxy dgold diverging"
    " reason",
    "report_audit_correction": "audit_id analysis_id run slice place span kind feature premium reason",
    "report_audit_corrected_reward": "audit_id analysis_id run slice step sample_id correction corrected",
    "report_audit_ope": "audit_id analysis_id run slice target n ref_mean snips ess gain ci_lo ci_hi direct"
    " residual_adjusted verdict reason",
    "report_audit_run_assessment": "audit_id analysis_id run slice flag marker marker_shift kl ess gain ship"
    " issues",
    "report_audit_auc": "audit_id analysis_id auc n_pos n_neg tpr fpr",
    "report_coverage": "analysis_id run column_name rows filled full_steps empty_steps first_step last_step"
    " shares",
    "report_integrity": "analysis_id run code severity count first_step last_step files message file_names",
}


@pytest.mark.parametrize("view", CONTRACT)
def test_report_view_keeps_its_contract(columns: dict[str, list[tuple[str, str]]], view: str) -> None:
    promised = CONTRACT[view].split()
    assert [name for name, _ in columns[view] if name in promised] == promised


def test_every_report_view_has_a_contract() -> None:
    views = {file.name for file in load_all(kinds=("view",)) if file.name.startswith("report_")}
    assert views == CONTRACT.keys()
