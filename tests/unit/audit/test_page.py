"""Pages of audits about which little can be said: each is a page with its reason, never an error."""

from __future__ import annotations

import json

import jsonschema
import pyarrow as pa
import pytest

from rolloutdiff import audit_rollouts, from_table
from rolloutdiff.report.audit_html import render_audit_html
from rolloutdiff.report.schema import audit_schema
from tests.unit.audit.conftest import FAST


def table(samples: int, *, constant: bool = False, steps: int = 20) -> pa.Table:
    """Three prompts a step; every second completion says `yes`, which is worth 1."""
    rows = []
    for step in range(1, steps + 1):
        for prompt in range(3):
            for sample in range(samples):
                yes = (step + prompt + sample) % 2
                text = "yes indeed" if yes else "no never"
                reward = 0.5 if constant else float(yes)
                rows.append({"step": step, "prompt": f"q{prompt}", "response": text, "reward": reward})
    return pa.Table.from_pylist(rows)


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (table(1), "no_rows", "no two completions of one prompt and step can be compared"),
        (table(4, constant=True), "constant_reward", "the reward never differs"),
        (table(4), "no_reference", "whether that is too much cannot be said"),
        (table(4, steps=2), "no_reference", "whether that is too much cannot be said"),
    ],
)
def test_a_degenerate_run_has_a_page_with_its_reason(data: pa.Table, code: str, said: str) -> None:
    with audit_rollouts(from_table(data, run="r", reward_column="reward"), settings=FAST) as audit:
        made = audit.report()
        assert {row["reason"] for row in made["slice_risk"]} == {code}
        jsonschema.Draft202012Validator(audit_schema()).validate(json.loads(json.dumps(made)))
        page = " ".join(render_audit_html(made).split())
    assert said in page
    assert "<strong>Overpaid" not in page
