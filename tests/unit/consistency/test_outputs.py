"""The files of a comparison: keys in their order, CSV heads, sentences with codes, pages that stand alone."""

from __future__ import annotations

import csv
import json
import re

import pytest

from rolloutdiff import compare_dumps
from rolloutdiff.report.consistency_text import MARKDOWN_NAME
from rolloutdiff.report.consistency_words import NEXT, catalogue, coded
from rolloutdiff.sqlfiles import load
from tests.oracle.glm5 import LAYER, dump, right_pairs, texts
from tests.unit.report.browser import open_browser

from .small import ROLLOUT, TRAIN, equal, module, tensor, write

ACTIVATION = "Module.model.layers.0.mlp.act_fn.AscendSiluAndMul.forward.0"
KEYS = {
    1: "train_key rollout_keys layer_index block cardinality confidence notes",
    3: "train_key rollout_key compare_target dtype_train dtype_rollout dtype_status shape_train shape_rollout"
    " shape_status shape_relation numel_train numel_rollout metrics diff_Max% diff_Min% diff_Mean% diff_Norm%"
    " numeric_consistency priority_rank priority_bucket metric_status value_status focus_level focus_reason",
    4: "train_key rollout_key output_consistency output_priority_bucket parameter_consistency"
    " parameter_priority_bucket input_args_consistency input_args_priority_bucket input_kwargs_consistency"
    " input_kwargs_numeric_consistency input_kwargs_shape_relation input_kwargs_compared_keys"
    " input_kwargs_missing_train_keys input_kwargs_missing_rollout_keys input_kwargs_notes"
    " module_priority_rank module_bucket module_status focus_level reasoning premise_flags",
    5: "train_path rollout_path out_dir structural_false_positives root_cause_suspects top_hypothesis"
    " top_evidence next_checks",
    "suspect": "train_key rollout_key module_priority_rank module_bucket classification rationale"
    " previous_aligned_boundary unmatched_train_between_boundary unmatched_rollout_between_boundary"
    " likely_missing_train_activation likely_missing_rollout_activation",
    "skip": "train_key rollout_key module_bucket skip_reason",
}
MORE = {
    3: "compat_subset mean_rms_err ok warn",
    4: "input_consistency container",
    5: "top_hypothesis_ext first_divergence profile comparison_id",
    "suspect": "hypothesis_code realigns_after confidence",
}
HEADS = {
    "output_1_key_mapping": "train_key,rollout_key,cardinality,layer_index,block,confidence,notes",
    "output_2_mapping": "mapping_type,train_fragment,rollout_fragment,layer_index,block,confidence,notes",
    "output_3_value_compare": "train_key,rollout_key,compare_target,dtype_status,shape_status,shape_relation,"
    "numeric_consistency,priority_rank,priority_bucket,metric_status,value_status,metric_summary",
    "output_4_module_analysis": "train_key,rollout_key,module_priority_rank,module_status,reasoning",
}


@pytest.fixture(scope="module", params=["strict", "compat"])
def case(request, root, tmp_path_factory):
    """The outputs of the GLM-5-like pair, read back, by their number."""
    folder = tmp_path_factory.mktemp("case")
    dumps = root / "tests" / "data" / "glm5"
    mapping = dumps / "output_0_key_mapping.json"
    options = {"mapping_key": mapping, "profile": request.param}
    with compare_dumps(dumps / "train", dumps / "rollout", **options) as comparison:
        files = comparison.write_outputs(folder / "a" / "b")
        comparison.write_html(folder / "page.html")
    held = {int(p.name[7]): json.loads(p.read_text(encoding="utf-8")) for p in files if p.suffix == ".json"}
    return {
        "profile": request.param,
        "folder": folder / "a" / "b",
        "files": files,
        "page": folder / "page.html",
    } | held


def test_the_files_on_disk_are_those_of_the_generator(root):
    for name, text in texts().items():
        assert (root / "tests" / "data" / "glm5" / name).read_text(encoding="utf-8") == text


def test_the_missing_activation_is_found(case):
    report = case[5]
    first = report["root_cause_suspects"][0]
    assert first["train_key"].endswith("layers.0.mlp.linear_fc2.TERowParallelLinear.forward.0")
    assert first["rollout_key"].endswith("layers.0.mlp.down_proj.AscendRowParallelLinear.forward.0")
    assert first["classification"] == "missing_or_extra_op_between_aligned_boundary"
    assert ".mlp.linear_fc1." in first["previous_aligned_boundary"]["train_key"]
    assert report["top_evidence"] == [ACTIVATION] == first["likely_missing_train_activation"]
    assert report["top_hypothesis"] == coded("hypothesis", "missing_activation_on_train")
    assert report["next_checks"] == [coded("check", code) for code in NEXT["missing_activation_on_train"]]
    assert len(report["structural_false_positives"]) == 6


def test_records_have_their_keys_in_order(case):
    records = {1: case[1]["rows"], 3: case[3]["records"], 4: case[4]["records"], 5: [case[5]]}
    records |= {"suspect": case[5]["root_cause_suspects"], "skip": case[5]["structural_false_positives"]}
    for name, rows in records.items():
        wanted = KEYS[name].split() + (MORE.get(name, "").split() if case["profile"] == "strict" else [])
        assert rows and {tuple(row) for row in rows} == {tuple(wanted)}
    assert list(case[1]["meta"]) == ["train_path", "rollout_path", "order_basis", "left_key"]
    meta = ["eps", "thresholds", "order_basis", "left_key", "priority_counts", "missing_compare_target"]
    assert list(case[3]["meta"]) == meta
    assert list(case[3]["records"][0]["metrics"]) == ["Max", "Min", "Mean", "Norm"]
    assert list(case[3]["records"][0]["metrics"]["Max"]) == [
        "train",
        "rollout",
        "rel_err",
        "diff_pct",
        "status",
    ]
    counts = case[3]["meta"]["priority_counts"]
    assert sum(counts.values()) + case[3]["meta"]["missing_compare_target"] == len(case[3]["records"])


def test_csv_heads_and_rows(case):
    for name, head in HEADS.items():
        path = case["folder"] / f"{name}.csv"
        text = path.read_text(encoding="utf-8")
        assert text.splitlines()[0] == head and text.endswith("\n")
    with (case["folder"] / "output_3_value_compare.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == len(case[3]["records"])
    assert re.fullmatch(r"Max:ok@0; Min:ok@0; Mean:ok@0; Norm:ok@0", rows[0]["metric_summary"])


def test_files_are_nine_and_end_with_a_line_feed(case):
    names = [p.name for p in case["files"]]
    assert len(names) == 10 and names[-1] == MARKDOWN_NAME
    assert all(p.read_bytes().endswith(b"\n") and b"\r" not in p.read_bytes() for p in case["files"])


def test_long_outputs_have_one_record_a_line(case):
    for number, name in ((1, "rows"), (3, "records"), (4, "records")):
        (path,) = case["folder"].glob(f"output_{number}_*.json")
        lines = path.read_text(encoding="utf-8").splitlines()
        assert sum(line.startswith('    {"train_key": ') for line in lines) == len(case[number][name])


def test_output_2_holds_kinds_of_modules(case):
    kinds = case[2]
    assert kinds["linear_fc2.TERowParallelLinear"] == "down_proj.AscendRowParallelLinear"
    assert len(kinds) < len(case[1]["rows"])


def test_markdown_has_its_sections_and_codes(case):
    text = (case["folder"] / MARKDOWN_NAME).read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.M) == [
        "Context",
        "Verdict",
        "Chain of evidence",
        "Key doubts",
        "Excluded candidates",
        "Hypotheses",
        "Next checks",
    ]
    for code in ("missing_activation_on_train", "check_activation", "inputs_differ", "upstream_difference"):
        assert f"`{code}`" in text
    assert "`layers.0.mlp.act_fn.AscendSiluAndMul`" in text
    assert ("`original_rules`" in text) == (case["profile"] == "compat")


def test_page_stands_alone(case):
    page = case["page"].read_text(encoding="utf-8")
    assert "default-src &#39;none&#39;" in page and "script-src" not in page and "<script" not in page
    assert re.findall(r"(?:src|href)=\"(?!#)[^\"]*", page) == []
    assert "style=" not in page.replace("<style>", "")
    assert "layers.0.mlp.act_fn.AscendSiluAndMul" in page
    assert len(page) < 200_000


def test_page_draws_in_silence_and_never_scrolls_sideways(case, chromium, tmp_path):
    with open_browser(chromium, tmp_path / "profile") as browser:
        for width in (1280, 420):
            browser.open(case["page"], width=width)
            assert browser.value("document.documentElement.scrollWidth") <= width
        assert browser.messages() == []
        assert browser.requests() == [case["page"].as_uri()]


def test_markup_in_a_key_is_text(tmp_path):
    name = "<b>`|x|`</b>"
    train = {f"{TRAIN}mlp.{name}.A.forward.0": equal()}
    rollout = {f"{ROLLOUT}mlp.{name}.A.forward.0": module(tensor(2.0), tensor(), tensor())}
    with compare_dumps(*write(tmp_path, train, rollout), run="<i>r", step=3) as comparison:
        comparison.write_html(tmp_path / "p.html")
        text = comparison.markdown()
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "<b>" not in page and "&lt;b&gt;" in page and "<i>" not in page
    assert "`layers.0.mlp.<b>'\\|x\\|'</b>" in text and "\\<i\\>r" in text


def test_automatic_pairs_of_a_glm5_tree(tmp_path):
    # Both sides show their activation: it has another name and stays alone.
    wanted = right_pairs()
    with compare_dumps(*write(tmp_path, dump("train")["data"], dump("rollout")["data"])) as comparison:
        rows = comparison.mapping.rows()
    found = {row["train_key"]: row["rollout_keys"] for row in rows if row["rollout_keys"]}
    right = {key for key, peer in wanted.items() if found.get(key) == [peer]}
    wrong = {key for key in found if found[key] != [wanted.get(key)]}
    assert wrong == set()
    assert len(right) / len(wanted) >= 0.95
    assert right == wanted.keys()
    assert sum("Identity" in train for train, *_ in LAYER) == 3


CODES = [(kind, code) for kind, sentences in catalogue().items() for code in sentences]


@pytest.mark.parametrize(("kind", "code"), CODES)
def test_every_code_has_one_sentence_of_ours(kind, code):
    text = catalogue()[kind][code]
    assert re.fullmatch(r"[a-z][a-z0-9_]*", code)
    if kind == "verdict":
        assert text[0].islower() and len(text) < 45
    else:
        assert text[0].isupper() or text.startswith("{")
        assert text[-1] in ".?" and coded(kind, code) == f"{code}: {text}"


def test_codes_are_those_of_the_sql():
    def quoted(name):
        return set(re.findall(r"'([a-z0-9_]+)'", load(name).body))

    words = catalogue()
    assert set(words["rationale"]) <= quoted("cons_classification_v1")
    assert set(words["hypothesis"]) - {"no_suspect"} == quoted("cons_hypothesis_v1") - set(words["rationale"])
    assert set(words["hypothesis"]) == set(words["verdict"]) == set(NEXT)
    assert set(words["bucket"]) <= quoted("cons_bucket_v1")
    assert {code for codes in NEXT.values() for code in codes} == set(words["check"])


def test_without_suspects_the_files_say_so(tmp_path):
    with compare_dumps(*write(tmp_path, {}, {})) as comparison:
        files = comparison.write_outputs(tmp_path / "out")
        comparison.write_html(tmp_path / "p.html")
        assert comparison.summary()[3] == "suspect     none"
        assert repr(comparison).startswith(f"<Comparison {comparison.id}>")
    report = json.loads(files[-2].read_text(encoding="utf-8"))
    assert (report["top_hypothesis"], report["top_evidence"], report["root_cause_suspects"]) == ("", [], [])
    assert report["next_checks"]
    assert "nothing_compared" in files[-1].read_text(encoding="utf-8")
