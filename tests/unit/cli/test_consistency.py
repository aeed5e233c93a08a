"""`rolloutdiff consistency`: six lines, files, options, and errors as one sentence."""

from __future__ import annotations

import duckdb
import pytest

from rolloutdiff import compare_dumps


@pytest.fixture
def dumps(root):
    return root / "tests" / "data" / "glm5"


def test_six_lines_and_files(command_line, dumps, tmp_path):
    given = ("--train", dumps / "train", "--rollout", dumps / "rollout", "--out-dir", tmp_path / "out")
    code, out, err = command_line("consistency", *given, "--html", tmp_path / "p.html")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    # Agree: the embedding, and of layer 0 what comes before the activation but the two fused projections.
    # Set aside: those two in three layers.
    assert lines == [
        "read        69 modules of training, 60 of the rollout; 60 pairs by name (strict)",
        "outputs     15 agree, 45 differ, 0 not comparable; 39 suspects, 6 set aside",
        "verdict     training seems to lack an activation (missing_activation_on_train)",
        "suspect     layer 0, mlp.linear_fc2 ↔ mlp.down_proj; before it mlp.act_fn;"
        " agrees up to mlp.linear_fc1",
        "divergence  layers.0.mlp ↔ layers.0.mlp",
        f"written     {tmp_path}/out/output_1 … output_5, {tmp_path}/p.html",
    ]
    assert len(list((tmp_path / "out").iterdir())) == 10
    assert (tmp_path / "p.html").stat().st_size > 20_000


@pytest.mark.parametrize("option", ["--mapping-key", "--mapping_key"])
def test_all_options(command_line, dumps, tmp_path, option):
    code, out, err = command_line(
        *("consistency", "--train", dumps / "train", "--rollout", dumps / "rollout", "--out_dir", tmp_path),
        *(
            option,
            dumps / "output_0_key_mapping.json",
            "--profile",
            "compat",
            "--ok",
            "0.001",
            "--warn",
            "0.02",
        ),
        *("--run", "r7", "--step", "3", "--db", tmp_path / "w.duckdb", "--schema", "lab"),
        *("--threads", "1", "--memory-limit", "1GB", "--temp-directory", tmp_path),
    )
    assert (code, err) == (0, "")
    assert "51 pairs by the mapping (compat)" in out and out.endswith("w.duckdb\n")
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        query = "select run, step, profile, automatic_mapping, ok, warn from lab.report_consistency"
        assert con.execute(query).fetchall() == [("r7", 3, "compat", False, 0.001, 0.02)]


def test_the_same_again_is_kept_once(dumps, tmp_path):
    for _ in range(2):
        with compare_dumps(dumps / "train", dumps / "rollout", db=tmp_path / "w.duckdb") as comparison:
            assert len(comparison.verdict) == 1
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        assert con.execute("select count(*) from rolloutdiff.cons_comparison").fetchall() == [(1,)]
        assert con.execute("select count(*) from rolloutdiff.cons_mapping").fetchall() == [(69,)]


def test_any_number_of_threads_writes_the_same(dumps, tmp_path):
    from rolloutdiff.settings import Resources

    texts = set()
    for threads in (1, 2, 8):
        resources = Resources(threads=threads)
        with compare_dumps(dumps / "train", dumps / "rollout", resources=resources) as comparison:
            files = comparison.write_outputs(tmp_path / "out")
            comparison.write_html(tmp_path / "p.html")
        texts.add(b"".join(file.read_bytes() for file in [*files, tmp_path / "p.html"]))
    assert len(texts) == 1


def test_nothing_to_compare_is_no_error(command_line, tmp_path):
    for name in ("t.json", "r.json"):
        (tmp_path / name).write_text('{"data": {}}', encoding="utf-8")
    given = ("--train", tmp_path / "t.json", "--rollout", tmp_path / "r.json", "--out-dir", tmp_path / "out")
    code, out, err = command_line("consistency", *given)
    assert (code, err) == (0, "") and "no pair asks for a closer look" in out
    assert len(out.splitlines()) == 6


def test_errors_are_sentences(command_line, tmp_path):
    (tmp_path / "t.json").write_text('{"data": {"Module.a": 3}}', encoding="utf-8")
    given = ("--train", tmp_path / "t.json", "--rollout", tmp_path / "t.json", "--out-dir", tmp_path / "out")
    code, out, err = command_line("consistency", *given)
    assert (code, out) == (3, "") and not (tmp_path / "out").exists()
    assert err.startswith("error[malformed_dump]: ") and "key 'Module.a' is not an object" in err
    (tmp_path / "m.json").write_text("[]", encoding="utf-8")
    code, _, err = command_line("consistency", *given, "--mapping-key", tmp_path / "m.json")
    assert code == 3 and err.startswith("error[key_mapping]: ")
    code, _, err = command_line("consistency", *given[:-1], tmp_path / "t.json")
    assert code == 3
    (tmp_path / "t.json").write_text('{"data": {}}', encoding="utf-8")
    code, _, err = command_line("consistency", *given[:-1], tmp_path / "t.json")
    assert code == 3 and "Cannot make folder" in err and "--out-dir" in err


def test_forget_takes_a_comparison_out(command_line, dumps, tmp_path):
    with compare_dumps(dumps / "train", dumps / "rollout", db=tmp_path / "w.duckdb") as comparison:
        name = comparison.id
    code, out, err = command_line("forget", "--db", tmp_path / "w.duckdb", "--comparison", name[:5])
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"forgot comparison {name}"
    assert len(out.splitlines()) == 7
