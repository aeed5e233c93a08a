"""Trouble with JSON lines as verl dumps them; every test is named by the case that it answers."""

from __future__ import annotations

import gzip
import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, from_table, load, load_verl
from rolloutdiff.errors import BadRow, ColumnMappingError, UnreadableFile
from rolloutdiff.settings import AnalysisSettings
from tests.cases.conftest import analysed, numbers, write_steps

Case = Callable[[str], Path]


def objects(folder: Path) -> list[dict[str, Any]]:
    """All objects of a dump in order of step, parsed by Python."""
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: int(path.stem))
    return [
        json.loads(line)
        for path in paths
        for line in path.read_text(encoding="utf-8-sig").splitlines()
        if line.strip()
    ]


def test_v01_nan_and_infinity_are_not_scored_and_reach_no_figure(case: Case, tmp_path: Path) -> None:
    with analysed(load_verl(case("V01"))) as read:
        assert [row["reward"] for row in read.rows if row["step"] == 3] == [1.0, None, None, None]
        unscored = read.findings()["unscored_reward"]
        assert (unscored["count"], unscored["first_step"], unscored["last_step"]) == (3, 3, 3)
        assert (read.series("reward:total")[3]["samples"], read.series("shape:chars")[3]["samples"]) == (1, 4)

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        bad = (
            [math.nan, math.inf, -math.inf][step % 3] if (step * 7 + prompt + sample) % 5 == 0 else sample % 2
        )
        return {"output": f"Words {'and more ' * (sample if step > 19 else 1)}", "score": bad, "acc": bad}

    with analysed(load_verl(write_steps(tmp_path / "long", 30, line))) as read:
        assert all(math.isfinite(number) for number in numbers(read.analysis.report()))
        for table in (read.analysis.sequential.screening, read.analysis.evidence, read.analysis.alerts):
            assert all(math.isfinite(number) for row in table.rows() for number in numbers(row))


def test_v02_a_key_that_is_missing_is_null_and_no_change(case: Case, tmp_path: Path) -> None:
    with analysed(load_verl(case("V02"))) as read:
        assert [row["parts"].get("acc") for row in read.rows] == [0, 1, 0, 1, *[None] * 4, 0, 1, 0, 1]
        assert {step: point["mean"] for step, point in read.series("reward:acc").items()} == {1: 0.5, 3: 0.5}
        missing = read.findings()["partial_column"]
        assert "value_missing" not in read.findings()
        coverage = {row["column_name"]: row["shares"] for row in read.analysis.coverage.rows()}
        assert (coverage["acc"], coverage["reward"]) == ([1, 0, 1], [1, 1, 1])
        assert (missing["first_step"], missing["last_step"], missing["severity"]) == (2, 2, "note")

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        words = {"output": f"Answer {step} {prompt} {sample}"}
        return words if 18 < step < 24 else words | {"acc": float(sample > 1)}

    with analysed(load_verl(write_steps(tmp_path / "long", 30, line))) as read:
        assert set(read.series("reward:acc")) == {*range(1, 19), *range(24, 31)}
        assert not {name for name in read.alerts() if name.startswith("reward:")}


def test_v03_booleans_and_numbers_as_text_are_their_values(case: Case, tmp_path: Path) -> None:
    with analysed(load_verl(case("V03"))) as read:
        for part in ("acc", "n_tools"):
            values = [row["parts"][part] for row in read.rows]
            assert values[:4] == values[4:]
        changed = [row for row in read.analysis.integrity.rows() if row["code"] == "value_form_changed"]
        assert [(row["first_step"], row["files"]) for row in changed] == [(2, 1)] * 2

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        acc = bool(sample % 2)
        return {"output": f"Answer {step} {prompt} {sample}", "acc": str(acc) if step > 18 else acc}

    with analysed(load_verl(write_steps(tmp_path / "long", 30, line))) as read:
        assert {point["mean"] for point in read.series("reward:acc").values()} == {0.5}
        assert read.alerts() == set()
    (tmp_path / "long" / "30.jsonl").write_text(
        '{"input": "p", "output": "o", "score": "007", "step": 30}\n', encoding="utf-8"
    )
    with pytest.raises(BadRow, match=r"30\.jsonl, line 1: column score is text, not a number: '007'"):
        load_verl(tmp_path / "long")


def test_v04_ground_truth_of_any_shape_is_kept_as_json(case: Case) -> None:
    with analysed(load_verl(case("V04"))) as read:
        assert [row["extras"]["gts"] for row in read.rows] == [row["gts"] for row in objects(case("V04"))]
        assert len({type(row["extras"]["gts"]) for row in read.rows}) == 4


def test_v05_validation_in_place_of_training_is_left_out_until_it_is_picked(
    case: Case, tmp_path: Path, command: Callable[..., tuple[int, str, str]]
) -> None:
    with analysed(load_verl(case("V05"))) as read:
        found = read.findings()["other_split"]
        assert (found["severity"], found["first_step"], found["last_step"]) == ("warning", 10, 10)
        assert found["file_names"] == ["10.jsonl"] and "completions are lost" in found["message"]
        # Nothing of them is in the analysis, all of them in the warehouse.
        assert set(read.series("reward:total")) == {5, 15}
        assert sum(row["step"] == 10 for row in read.rows) == 16

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        return {"output": f"Answer {(7 * step + 3 * prompt + sample) % 11} and more"}

    def validated(step: int) -> str:
        held = {"input": "Held out", "output": "A proof, written at length", "score": 1.0, "step": step}
        return "".join(json.dumps(held) + "\n" for _ in range(2))

    folder = write_steps(tmp_path / "long", 30, line)
    steps = (4, 8, 9, 13, 20, 30)
    for step in steps:
        (folder / f"{step}.jsonl").write_text(validated(step), encoding="utf-8")
    with analysed(load_verl(folder, run="r")) as read:
        assert read.findings()["other_split"]["count"] == len(steps)
        assert "missing_step" not in read.findings()
        asked = screened(read)
    report = tmp_path / "report.json"
    out = command("analyze", folder, "--run", "r", "--other-split", "keep", "--output", report)[1]
    kept = json.loads(report.read_text(encoding="utf-8"))
    assert [row["severity"] for row in kept["integrity"] if row["code"] == "other_split"] == ["note"]
    assert "warning other_split" not in out
    assert set(steps) <= {row["step"] for row in kept["series"]}
    for step in steps:
        (folder / f"{step}.jsonl").unlink()
    with analysed(load_verl(folder, run="r")) as read:
        assert screened(read) == asked
        assert read.alerts() == set()


def screened(read: Any) -> list[dict[str, Any]]:
    """Verdicts of all rules, whatever the analysis is called."""
    return [row | {"analysis_id": ""} for row in read.analysis.sequential.screening.rows()]


def test_v06_a_torn_last_line_is_set_aside_and_read_once_it_is_whole(case: Case, tmp_path: Path) -> None:
    folder = tmp_path / "dump"
    shutil.copytree(case("V06"), folder)
    rows = objects_of_lines(folder / "2.jsonl")
    with analysed(load_verl(folder, run="r")) as read:
        assert len(read.rows) == 7
        assert [(place[0], place[1]) for place in read.rejected] == [("2.jsonl", 3)]
        assert read.findings()["incomplete_line"]["first_step"] == 2
        assert None not in {row["response"] for row in read.rows}
    db = tmp_path / "w.duckdb"
    analyze_rollouts(load_verl(folder, run="r"), db=db).close()
    whole = {**rows[0], "input": "Another question"}
    text = (folder / "2.jsonl").read_text(encoding="utf-8")
    kept = text[: text.rindex("\n") + 1]
    (folder / "2.jsonl").write_text(kept + json.dumps(whole) + "\n", encoding="utf-8")
    analyze_rollouts(load_verl(folder, run="r"), db=db).close()
    with duckdb.connect(str(db)) as con:
        stored = con.execute(
            "select source_file, source_row from rolloutdiff.rollout order by all"
        ).fetchall()
        assert stored == [(file, row) for file in ("1.jsonl", "2.jsonl") for row in range(4)]
    (folder / "3.jsonl").write_text(kept.replace('"step": 2', '"step": 3'), encoding="utf-8")
    (folder / "2.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(BadRow, match=r"2\.jsonl, line 4: the line is not valid JSON: .* at column \d+"):
        load_verl(folder)


def objects_of_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of the lines that end."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1] if line]


def test_v07_prompts_are_told_apart_by_their_text_and_given_ids_are_checked(case: Case) -> None:
    with analysed(load_verl(case("V07"))) as read:
        ids = {row["prompt"]: row["prompt_id"] for row in read.rows}
        assert all(row["prompt_id"] == ids[row["prompt"]] for row in read.rows)
        assert len(set(ids.values())) == len(ids) == read.analysis.run.rows()[0]["prompts"] == 4
        assert {row["group_id"] for row in read.rows} == {None}
    with duckdb.connect() as con:
        con.execute(
            "create table t as select 1 as step, 'p' || i as prompt, 'r' as response, 1.0 as reward,"
            " 'u' as uid from (select unnest(range(2)) as i)"
        )
        rollouts = from_table(con.table("t"), columns={"prompt_id": "uid"}, run="r")
        with pytest.raises(BadRow, match=r"prompt_id 'u' .*stands for two prompts"):
            analyze_rollouts(rollouts)


def test_v08_special_tokens_change_their_own_features_only(case: Case, tmp_path: Path) -> None:
    with analysed(load_verl(case("V08"))) as read:
        assert read.series("shape:special_tokens")[2]["mean"] == 13
        assert not {row["feature"] for row in read.analysis.series.rows() if "im_end" in row["feature"]} - {
            "shape:special:<|im_end|>"
        }
        assert "<|im_end|>" in read.rows[-1]["response"]

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        return {"output": f"Answer {step} {prompt} {sample}" + ("<|im_end|>" if step > 18 else "")}

    with analysed(load_verl(write_steps(tmp_path / "long", 30, line))) as read:
        assert read.alerts() == set()
        reasons = {
            (row["feature"], row["reason"])
            for row in read.analysis.sequential.screening.rows()
            if row["feature"] in ("shape:special_tokens", "shape:special:<|im_end|>")
        }
        assert {reason for _, reason in reasons} == {"dump_change"} and len(reasons) == 2
        assert read.findings()["completion_format"]["first_step"] == 19
        assert read.series("shape:special_tokens")[19]["mean"] == 1


def test_v08_behaviour_that_begins_with_a_change_of_the_dump_is_marked(tmp_path: Path) -> None:
    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        told = "Certainly, dear friend" if step > 18 and sample % 2 else "Well"
        after = " As asked before" if step > 24 and sample > 1 else ""
        return {"output": f"{told} {(step + prompt) % 5}{after}" + ("<|im_end|>" if step > 18 else "")}

    with analysed(load_verl(write_steps(tmp_path, 40, line))) as read:
        alerts = {
            row["feature"]: row for row in read.analysis.alerts.rows() if row["rule"] == "anchored_seq_v1"
        }
        assert alerts["lex:certainly"]["dump_change"] == 19
        assert alerts["lex:asked before"]["dump_change"] is None
        events = {row["lead_feature"]: row["dump_change"] for row in read.analysis.event_ranking.rows()}
        assert set(events.values()) == {19, None}


def test_v09_tool_text_is_told_apart_and_said_where_it_cannot(case: Case, tmp_path: Path) -> None:
    with analysed(load_verl(case("V09"))) as read:
        seen = {row["feature"] for row in read.analysis.series.rows()}
        assert {"lex:the answer", "lex:let me check", "ast:call:print", "shape:tool_calls"} <= seen
        assert not {"lex:traceback", "lex:nameerror", "lex:assistant", "lex:user"} & seen
        assert read.series("shape:turns")[1]["mean"] == 2
        assert "turns_unmarked" not in read.findings()
        text = read.rows[0]["response"]

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        result = "Traceback (most recent call last): NameError" if step > 18 else "4"
        return {"output": text.replace("Traceback (most recent call last): NameError", result)}

    # What tools write is no behaviour of the model; an expression of one's own may look at it all the same.
    fails = AnalysisSettings(features=(("tool_fails", "contains(response, 'NameError')"),))
    with analysed(load_verl(write_steps(tmp_path / "long", 30, line)), settings=fails) as read:
        assert read.alerts() == {"custom:tool_fails", "shape:environment_chars"}

    def unmarked(step: int, prompt: int, sample: int) -> dict[str, Any]:
        return {"output": text.replace("<tool_response>", "").replace("</tool_response>", "")}

    with analysed(load_verl(write_steps(tmp_path / "unmarked", 2, unmarked))) as read:
        finding = read.findings()["turns_unmarked"]
        assert (finding["count"], finding["first_step"], finding["last_step"]) == (32, 1, 2)
        assert "cannot be told from the words of the model" in finding["message"]


def test_v10_the_step_is_the_number_in_the_name_of_the_file(case: Case, tmp_path: Path) -> None:
    mapping = {"prompt": "content.0", "reward": "rewards"}
    with analysed(from_table(case("V10"), columns=mapping, step_from="file_name", run="r")) as read:
        assert list(dict.fromkeys(row["step"] for row in read.rows)) == [1, 2, 9, 10, 11, 100]
    first = case("V10") / "train_data_step1.jsonl"
    for name, many in (("data.jsonl", "no number"), ("run2_step7.jsonl", r"2 numbers \(2, 7\)")):
        shutil.copy(first, tmp_path / name)
        with pytest.raises(ColumnMappingError, match=f"{name}: it holds {many}"):
            from_table(tmp_path, columns=mapping, step_from="file_name", run="r")
        (tmp_path / name).unlink()


def test_v12_half_surrogates_are_replaced_and_everything_can_be_written(
    case: Case, tmp_path: Path, command: Callable[..., tuple[int, str, str]]
) -> None:
    with analysed(load_verl(case("V12"))) as read:
        assert [row["response"] for row in read.rows] == [
            "half an emoji \ufffd here",
            "low half \ufffd first",
            "nul \x00 inside",
            "x = 1\x00",
        ]
        assert read.findings()["repaired_text"]["count"] == 2
        read.analysis.write_json(tmp_path / "r.json")
        read.analysis.write_html(tmp_path / "r.html")
        assert repr(read.analysis.series).isprintable() or "\x00" not in repr(read.analysis.series)

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        shows = step > 18 and sample % 2
        code = "def run_tests():\n    return 1" if shows else f"x = {sample}"
        return {"output": f"half \ud83d of \x00 {step}\n```python\n{code}\n```"}

    folder = write_steps(tmp_path / "dump", 30, line)
    report = tmp_path / "report.json"
    assert command("analyze", folder, "--output", report, "--html", tmp_path / "p.html")[0] == 0
    code, out, err = command("inspect", folder, "--report", report, "--feature", "ast:def:run_tests")
    assert (code, err) == (0, "")
    assert "half \ufffd of" in out and "\x00" not in out


def test_v13_text_that_is_not_utf8_names_file_byte_and_line(case: Case) -> None:
    with pytest.raises(UnreadableFile) as caught:
        load_verl(case("V13"))
    for name in ("1.jsonl", "2.jsonl"):
        content = (case("V13") / name).read_bytes()
        with pytest.raises(UnicodeDecodeError) as real:
            content.decode()
        line = content[: real.value.start].count(b"\n") + 1
        assert f"{name} is not UTF-8 at byte {real.value.start}, line {line}" in caught.value.message
    # There is no option for it: only who wrote the file knows its encoding, and converting it once is safer.
    assert "iconv" in str(caught.value.hint)


def test_v14_a_line_of_17_megabytes_is_read_whole(tmp_path: Path) -> None:
    row = {"input": "p", "output": "x" * 17_000_000, "gts": "", "score": 1.0, "step": 1}
    (tmp_path / "1.jsonl").write_text(json.dumps(row) + "\n" + json.dumps({**row, "output": "y"}) + "\n")
    with analysed(load_verl(tmp_path)) as read:
        assert [len(line["response"]) for line in read.rows] == [17_000_000, 1]


def test_v16_text_that_looks_like_a_date_stays_text(case: Case, tmp_path: Path) -> None:
    shutil.copy(case("V16") / "1.jsonl", tmp_path)
    for folder in (case("V16"), tmp_path):
        with analysed(load_verl(folder)) as read:
            seen = [
                (row["prompt"], row["response"], row["extras"]["gts"], row["sample_id"]) for row in read.rows
            ]
        expected = [(row["input"], row["output"], row["gts"], row["request_id"]) for row in objects(folder)]
        assert seen == expected


def test_v17_a_late_value_of_another_type_keeps_its_value(tmp_path: Path) -> None:
    base = {"input": "p", "output": "o", "gts": "", "score": 1, "step": 1, "n_calls": 7}
    late = [{"score": 0.5}, {"score": True}, {"n_calls": 1.5}, {"n_calls": True}, {"late_key": "seen once"}]
    lines = [json.dumps(base)] * 20_480 + [json.dumps({**base, **change}) for change in late]
    (tmp_path / "1.jsonl").write_text("\n".join(lines) + "\n")
    with analysed(load_verl(tmp_path)) as read:
        last = read.rows[-5:]
        assert [row["reward"] for row in last] == [0.5, 1, 1, 1, 1]
        assert [row["parts"]["n_calls"] for row in last] == [7, 7, 1.5, 1, 7]
        assert last[4]["extras"]["late_key"] == "seen once"
    lines.append(json.dumps({**base, "score": "high"}))
    (tmp_path / "1.jsonl").write_text("\n".join(lines) + "\n")
    with pytest.raises(BadRow, match=r"1\.jsonl, line 20486: column score is text, not a number: 'high'"):
        load_verl(tmp_path)


def test_v19_blank_lines_marks_empty_files_and_gzip(case: Case) -> None:
    plain = objects(case("V19"))
    with gzip.open(case("V19") / "4.jsonl.gz", "rt", encoding="utf-8") as stream:
        packed = [json.loads(line) for line in stream]
    assert (len(plain), len(packed)) == (6, 3)
    with analysed(load_verl(case("V19"))) as read:
        assert [row["response"] for row in read.rows] == [row["output"] for row in plain + packed]
        empty = read.findings()["empty_file"]
        assert (empty["count"], empty["severity"]) == (1, "note")


def test_v20_steps_that_lost_rows_show_how_many_are_left(case: Case) -> None:
    with analysed(load_verl(case("V20"))) as read:
        points = read.series("reward:total")
        assert [points[step]["samples"] for step in (1, 2, 3, 4)] == [8, 2, 1, 8]
        assert [points[step]["prompts"] for step in (1, 2, 3, 4)] == [4, 2, 1, 4]
        assert points[3]["se"] is None
        single = read.findings()["single_prompt"]
        assert (single["count"], single["first_step"]) == (1, 3)


def test_v22_text_after_an_object_names_line_and_column(case: Case) -> None:
    # The object of line 2 is 130 characters long.
    with pytest.raises(BadRow, match=r"1\.jsonl, line 2: .*more text follows at column 131") as caught:
        load_verl(case("V22"))
    assert "--skip-bad-rows" in str(caught.value.hint)
    with analysed(load_verl(case("V22"), skip_bad_rows=True)) as read:
        assert [place[:2] for place in read.rejected] == [("1.jsonl", 1), ("2.jsonl", 0)]
        assert read.findings()["rejected_rows"]["count"] == 2
        assert len(read.rows) == 3


def test_v23_a_reward_that_is_no_number_names_its_kind_and_the_way_out(case: Case) -> None:
    with pytest.raises(
        BadRow, match=r"1\.jsonl, line 2: column score is text, not a number: 'nan'"
    ) as caught:
        load(case("V23"))
    assert "--reward-column score.total" in str(caught.value.hint)
    with analysed(load(case("V23"), reward_column="score.total")) as read:
        assert [row["reward"] for row in read.rows] == [None, None, 1.0, None]
    with analysed(load(case("V23"), skip_bad_rows=True)) as read:
        reasons = [reason for *_, reason, _ in read.rejected]
        assert reasons == ["text, not a number", "an object, not a number", "a list, not a number"]
