"""A DuckDB session without our package: every view and every macro works on a warehouse that we filled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, audit_rollouts, compare_dumps, from_table
from rolloutdiff.sqlfiles import load_all
from tests.warehouse.small import FAST, TRUTH, audited_dump, small_dump

MACROS = sorted(file.header.name for file in load_all(kinds=("macro", "table_macro")))
VIEWS = sorted(file.header.name for file in load_all(kinds=("view",)))

# Only duckdb is imported; queries come and results go as JSON.
PLAIN = """
import json, sys
import duckdb
path, queries = json.load(sys.stdin)
con = duckdb.connect(path, read_only=True)
functions = con.execute("select count(*) from duckdb_functions() where function_name like 'rolloutdiff%'")
found = {"functions": functions.fetchall()}
for name, query in queries.items():
    try:
        found[name] = [list(map(str, row)) for row in con.execute(query).fetchall()]
    except duckdb.Error as error:
        found[name] = str(error)
assert not [name for name in sys.modules if name.startswith("rolloutdiff")]
json.dump(found, sys.stdout)
"""

# A call of every scalar macro with its value.
VALUES = {
    "audit_ess_v1": ("2.0::double", "1.0"),
    "audit_logw_v1": ("-2.0::double, -3.5::double", "1.5"),
    "audit_risk_v1": ("-0.1::double, 0.2::double", "0.0"),
    "audit_snips_v1": ("2.0::double, 0.25::double", "0.25"),
    "cons_act_v1": ("'a.SiluAndMul', true", "True"),
    "cons_block_v1": ("'M.layers.0.mlp.A'", "mlp"),
    "cons_bucket_rank_v1": (
        "'normal_aligned'",
        "{'module_priority_rank': 4, 'module_status': 'normal', 'focus_level': 'normal'}",
    ),
    "cons_bucket_v1": ("'aligned', 'aligned', 'aligned', false, false", "normal_aligned"),
    "cons_call_v1": ("'a.B.forward.3'", "forward.3"),
    "cons_classification_v1": (
        "'module_impl_mismatch', false, false",
        "{'classification': 'in_module_impl_difference', 'rationale_code': 'only_output_differs'}",
    ),
    "cons_fragment_v1": ("'Module.model.layers.1.mlp.down_proj.B.forward.0'", "down_proj.B"),
    "cons_fused_v1": ("'linear_q_down_proj', 'fused_qkv_a_proj'", "True"),
    "cons_hypothesis_v1": ("'input_differs'", "upstream_difference"),
    "cons_input_v1": ("'aligned', 'missing'", "aligned"),
    "cons_layer_v1": ("'M.layers.12.A'", "12"),
    "cons_milder_v1": ("'ok', 'alert'", "ok"),
    "cons_numel_v1": ("[2, 3]", "6"),
    "cons_ok_v1": ("'torch.float16'", "0.001"),
    "cons_path_v1": (
        "'Module.model.layers.1.self_attn.o_proj.B.forward.0', true",
        "layers.1.self_attn.o_proj",
    ),
    "cons_rank_v1": (
        "true, 'exact_match'",
        "{'priority_rank': 1, 'priority_bucket': 'value_mismatch_shape_match', 'value_status': 'alert'}",
    ),
    "cons_rel_v1": ("3.0::double, 2.0::double, 1e-12", "0.5"),
    "cons_rms_v1": ("1.0::double, 2.0::double, 16, 8.0::double, 1e-12", "0.5"),
    "cons_shape_v1": ("[2, 3], [3, 2]", "numel_match"),
    "cons_status_v1": ("0.5::double, 0.1, 1.0", "warn"),
    "cons_strip_v1": ("[1, 2]", "[2]"),
    "cons_struct_reason_v1": (
        "'linear_q_down_proj', 'fused_qkv_a_proj'",
        "structural fusion pattern: linear_q_down_proj -> fused_qkv_a_proj",
    ),
    "cons_worst_v1": ("['ok', 'warn']", "warn"),
    "dump_change_near_v1": ("'a', 'r', 1", "None"),
    "extras_v1": ("""['a', 'b'], ['1'::json, null]""", '{"a":1}'),
    "finite_number_v1": ("'1.5'", "1.5"),
    "messages_call_v1": (
        """'{"name": "f", "arguments": {}}'::json""",
        '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
    ),
    "messages_kept_v1": (
        """'[{"role": "user", "content": "hi", "tool_calls": [1]}]'::json""",
        '[{"role": "user", "content": "hi", "tool_calls": [1]}]',
    ),
    "messages_prompt_v1": ("""'[{"role": "user", "content": "hi"}]'::json""", "hi"),
    "messages_response_v1": ("""'[{"role": "assistant", "content": "ho"}]'::json""", "ho"),
    "messages_response_v2": ("""'[{"role": "assistant", "content": "ho"}]'::json""", "ho"),
    "mismatch_delta_v1": ("[-1.0::double], [-1.5::double]", "[0.5]"),
    "mismatch_divergence_v1": (
        "[0.0::double]",
        "{'logprob_abs': 0.0, 'kl': 0.0, 'k3_kl': 0.0, 'log_ppl_diff': 0.0, 'log_ppl_abs': 0.0,"
        " 'chi2_token': 0.0, 'chi2_seq': 0.0}",
    ),
    "mismatch_fault_v1": ("[-1.0::double], null", "one_side"),
    "mismatch_given_v1": (
        "1.0::double, 0.5::double, 0.5::double, null::double",
        "{'prob_diff_mean': 0.5, 'prob_diff_max': 0.5, 'prob_diff_std': None}",
    ),
    "mismatch_logprobs_v1": ("'[-1, -2]'::json", "[-1.0, -2.0]"),
    "mismatch_probability_v1": (
        "[0.0::double], [0.0::double]",
        "{'prob_diff_mean': 0.0, 'prob_diff_max': 0.0, 'prob_diff_std': None}",
    ),
    "mismatch_values_v1": ("[-1.0::double], [-1.0::double, -2.0]", "None"),
    "mismatch_weight_v1": ("[0.0::double], 2.0", "{'is_mean': 1.0, 'is_std': 0.0, 'is_ess': 1.0}"),
    "number_fault_v1": ("'\"high\"'::json", "text, not a number"),
    "public_name_v1": ("'shape:chars', true", "shape:chars"),
    "text_hash_v1": ("'p', 'r', null", "8786452528257588904"),
    "weighted_sum_v1": ("[1.0::double, 2.0], [1.0::double, 0.5]", "2.0"),
    "whole_number_v1": ("'7'", "7"),
}
# Arguments of every table macro; each gives rows on the warehouse of this module.
ROWS = {
    "alert_window_v1": "$analysis, 'anchored_seq_v1', 15, 3, 1",
    "audit_excess_v1": "$audit",
    "audit_gram_v1": "$audit, 'audited', 'south', 'gap', 1, 24, [$feature]",
    "audit_slope_v1": "$audit, 'audited', 'reward', $feature",
    "jaccard_v1": "$analysis, 'anchored_seq_v1', 3",
    "mismatch_health_v1": "$analysis",
    "mismatch_step_mean_v1": "$analysis, 'r', 1, 24, false",
    "persistence_v1": "$analysis, 'frozen_z_v1', 15, 4.0, 0.1, 0.0",
    "persistence_v2": "$analysis, 'anchored_seq_v1', 0.02, 0.05",
    "prompt_mean_v1": "$analysis, 'r', 1, 24",
    "prompt_shift_v1": "$analysis, 'anchored_seq_v1', 15, 1",
    "reward_association_v1": "$analysis, 'anchored_seq_v1', 15, 3, 1",
    "reward_step_mean_v1": "$analysis, 'r'",
    "split_step_mean_v1": "$analysis, 'r', 1, 24, true",
    "step_mean_v1": "$analysis, 'r', 1, 24",
}


def plain(db: Path, queries: dict[str, str]) -> dict[str, Any]:
    """Results of queries in a fresh interpreter that knows only DuckDB; a text is an error."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", PLAIN],
        input=json.dumps([str(db), queries]),
        cwd=db.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module", params=["rolloutdiff", "other schema"])
def warehouse(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A warehouse that we filled, and its schema as SQL."""
    folder = tmp_path_factory.mktemp("plain")
    dump = small_dump(folder / "dump.parquet")
    with duckdb.connect() as con:
        # One completion without a reward, so that there is a finding about the dump as well.
        con.execute(f"create table d as from '{dump}'; update d set reward = null where rowid = 1")
        # Trainer and engine come apart in the second half.
        con.execute(
            "create table t as select *, [-1.0, -2.0] as rollout_logprobs,"
            " [-1.0 - hash(rowid) % 97 / 970 - if(step > 16, 0.4, 0.0), -2.0] as train_logprobs from d"
        )
        con.execute("drop table d; alter table t rename to d")
        con.execute(f"copy d to '{dump}' (format parquet)")
    settings = AnalysisSettings(unscored="keep")
    analyze_rollouts(
        from_table(dump, run="r"), db=folder / "w.duckdb", schema=request.param, settings=settings
    ).close()
    dumps = Path(__file__).parents[1] / "data" / "glm5"
    where = {"db": folder / "w.duckdb", "schema": request.param}
    compare_dumps(dumps / "train", dumps / "rollout", run="r", step=20, **where).close()
    audit_rollouts(audited_dump("audited"), truth=TRUTH, settings=FAST, **where).close()
    return folder / "w.duckdb", f'"{request.param}"'


@pytest.fixture(scope="module")
def calls(warehouse: tuple[Path, str]) -> dict[str, str]:
    """A call of every table macro, with what it is asked about in this warehouse."""
    db, schema = warehouse
    queries = {
        "$analysis": f"select r.analysis_id from {schema}.report_run as r where r.run = 'r'",
        "$audit": f"select a.audit_id from {schema}.report_audit as a",
        "$feature": f"select f.feature_id from {schema}.feature as f where f.name = 'lex:w3'",
    }
    calls = {name: f"from {schema}.{name}({given})" for name, given in ROWS.items()}
    with duckdb.connect(str(db), read_only=True) as con:
        for place, query in queries.items():
            ((value,),) = con.execute(query).fetchall()
            calls = {name: call.replace(place, repr(value)) for name, call in calls.items()}
    return calls


def test_every_registered_object_is_called_here(warehouse: tuple[Path, str]) -> None:
    db, schema = warehouse
    with duckdb.connect(str(db), read_only=True) as con:
        query = f"select o.kind, o.name from {schema}.object as o"
        registered = con.execute(query).fetchall()
    assert sorted(name for kind, name in registered if kind == "view") == VIEWS
    assert sorted(name for kind, name in registered if "macro" in kind) == MACROS
    assert sorted({**VALUES, **ROWS}) == MACROS


def test_every_view_has_rows(warehouse: tuple[Path, str]) -> None:
    db, schema = warehouse
    found = plain(db, {view: f"select * from {schema}.{view}" for view in VIEWS})
    assert found.pop("functions") == [[0]]
    assert {view: rows for view, rows in found.items() if isinstance(rows, str) or not rows} == {}


def test_every_view_works_on_an_attached_warehouse(warehouse: tuple[Path, str]) -> None:
    db, schema = warehouse
    with duckdb.connect() as con:
        con.execute(f"attach '{db}' as lab (read_only)")
        counts = [con.execute(f"select count(*) from lab.{schema}.{v}").fetchall()[0][0] for v in VIEWS]
    assert min(counts) > 0


def test_every_scalar_macro_gives_its_value(warehouse: tuple[Path, str]) -> None:
    db, schema = warehouse
    found = plain(db, {name: f"select {schema}.{name}({given})" for name, (given, _) in VALUES.items()})
    assert {name: found[name] for name in VALUES} == {name: [[value]] for name, (_, value) in VALUES.items()}


def test_all_of_it_works_in_the_command_line_of_duckdb(
    warehouse: tuple[Path, str], calls: dict[str, str]
) -> None:
    """DuckDB's own program, of whatever release is installed: no Python at all."""
    program = shutil.which(os.environ.get("ROLLOUTDIFF_DUCKDB", "duckdb"))
    if program is None:
        pytest.skip("DuckDB's command line is not installed; ROLLOUTDIFF_DUCKDB names it")
    db, schema = warehouse
    queries = {view: f"select * from {schema}.{view}" for view in VIEWS} | calls
    counts = [f"select '{name}', count(*) > 0 from ({query})" for name, query in queries.items()]
    values = [f"select '{name}', {schema}.{name}({given})::varchar" for name, (given, _) in VALUES.items()]
    done = subprocess.run(
        [program, "-readonly", "-batch", "-bail", "-list", "-noheader", str(db)],
        input=";\n".join([*counts, *values]) + ";\n",
        cwd=db.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    expected = [f"{name}|true" for name in queries]
    expected += [f"{name}|{value}" for name, (_, value) in VALUES.items()]
    assert done.stdout.splitlines() == expected


def test_every_table_macro_gives_its_columns_and_rows(
    warehouse: tuple[Path, str], calls: dict[str, str]
) -> None:
    db, _ = warehouse
    found = plain(db, calls | {f"{name} columns": f"describe {call}" for name, call in calls.items()})
    assert {name: found[name] for name in ROWS if isinstance(found[name], str) or not found[name]} == {}
    for file in load_all(kinds=("table_macro",)):
        said = [column.split(":")[0].strip() for column in file.header.returns.split(";")]
        assert [column[0] for column in found[f"{file.header.name} columns"]] == said
