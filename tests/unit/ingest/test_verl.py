"""verl dumps against json.loads and against values read off the case files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    NoRolloutFiles,
    OverlappingSteps,
    RewardColumnError,
    UnknownFormat,
    UnreadableFile,
)
from rolloutdiff.ingest import Rollouts, load_verl

Row = dict[str, Any]
Read = Callable[[Rollouts], list[Row]]
Case = Callable[[str], Path]


def line(**values: Any) -> str:
    return json.dumps({"input": "p", "output": "o", "gts": "g", "score": 1.0, "step": 1, **values}) + "\n"


def dump(folder: Path, **files: str) -> Path:
    """Files by name, `s7="…"` for `7.jsonl`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name[1:]}.jsonl").write_text(text, encoding="utf-8")
    return folder


def objects(folder: Path) -> list[Row]:
    """All objects of a dump in order of step, parsed by Python."""
    paths = sorted(folder.glob("*.jsonl"), key=lambda p: int(p.stem))
    return [
        json.loads(text)
        for path in paths
        for text in path.read_text(encoding="utf-8-sig").splitlines()
        if text.strip()
    ]


@pytest.mark.parametrize("name", ["V01", "V02", "V03", "V04", "V07", "V16"])
def test_every_text_equals_json_loads(case: Case, read: Read, name: str) -> None:
    rows = read(load_verl(case(name)))
    expected = objects(case(name))
    assert [(r["prompt"], r["response"], r["step"]) for r in rows] == [
        (e["input"], e["output"], e["step"]) for e in expected
    ]
    assert [json.loads(r["extras"])["gts"] for r in rows] == [e["gts"] for e in expected]


def test_scores_that_are_not_finite_are_null(case: Case, read: Read) -> None:
    rows = read(load_verl(case("V01")))
    assert [r["reward"] for r in rows if r["step"] == 3] == [1.0, None, None, None]
    assert all(r["reject_reason"] is None for r in rows)


def test_keys_that_come_and_go_are_null_where_absent(case: Case, read: Read) -> None:
    rollouts = load_verl(case("V02"))
    rows = read(rollouts)
    assert rollouts.reward_parts == ("acc", "pred", "score")
    assert [r["reward_parts"]["acc"] for r in rows] == [0, 1, 0, 1, *[None] * 4, 0, 1, 0, 1]
    assert [(n.code, n.first_step, n.files) for n in rollouts.notes] == [
        ("value_missing", 2, ("2.jsonl",)),
        ("value_missing", 2, ("2.jsonl",)),
    ]


def test_uid_that_comes_twice_is_the_group(case: Case, read: Read) -> None:
    rows = read(load_verl(case("V02")))
    assert [r["group_id"] for r in rows] == [*[None] * 8, "u0", "u0", "u1", "u1"]
    assert {r["sample_id"] for r in rows} == {None}


def test_uid_that_is_random_on_some_rows_is_neither_sample_nor_group(case: Case, read: Read) -> None:
    rows = read(load_verl(case("V07")))
    assert {(r["sample_id"], r["group_id"], r["prompt_id"]) for r in rows} == {(None, None, None)}
    assert [json.loads(r["extras"]).get("uid") for r in rows][:4] == [
        o["uid"] for o in objects(case("V07"))[:4]
    ]


def test_uid_of_the_newer_trainer_names_sample_and_group(tmp_path: Path, read: Read) -> None:
    uids = ["9b1c_0_0", "9b1c_1_0", "a_b_0_0"]
    rows = read(load_verl(dump(tmp_path, s1="".join(line(uid=u) for u in uids))))
    assert [r["sample_id"] for r in rows] == uids
    assert [r["group_id"] for r in rows] == ["9b1c", "9b1c", "a_b"]
    assert "uid" not in json.loads(rows[0]["extras"])


def test_request_id_names_the_sample_only_when_unique(case: Case, read: Read, tmp_path: Path) -> None:
    rows = read(load_verl(case("V16")))
    assert [r["sample_id"] for r in rows] == [o["request_id"] for o in objects(case("V16"))]
    shared = read(load_verl(dump(tmp_path, s1=line(request_id="r") + line(request_id="r"))))
    assert {r["sample_id"] for r in shared} == {None}


def test_booleans_and_numbers_as_text_are_the_same_values(case: Case, read: Read) -> None:
    rollouts = load_verl(case("V03"))
    rows = read(rollouts)
    assert [r["reward_parts"]["acc"] for r in rows] == [0, 1, 0, 1] * 2
    assert [r["reward_parts"]["n_tools"] for r in rows] == [0, 1, 2, 3] * 2
    assert {(n.code, n.first_step) for n in rollouts.notes} == {("value_form_changed", 2)}


def test_text_that_is_no_number_is_an_extra_and_no_part(tmp_path: Path, read: Read) -> None:
    rollouts = load_verl(dump(tmp_path, s1=line(pred="007", mixed=1) + line(pred="1", mixed="n/a")))
    assert rollouts.reward_parts == ("score",)
    assert [json.loads(r["extras"]) for r in read(rollouts)] == [
        {"gts": "g", "pred": "007", "mixed": 1},
        {"gts": "g", "pred": "1", "mixed": "n/a"},
    ]


def test_nan_as_text_in_a_part_is_not_scored(tmp_path: Path, read: Read) -> None:
    rows = read(load_verl(dump(tmp_path, s1=line(acc="nan") + line(acc="0.5") + line(acc=None))))
    assert [r["reward_parts"]["acc"] for r in rows] == [None, 0.5, None]


def test_score_that_is_no_number_names_line_kind_and_way_out(case: Case) -> None:
    with pytest.raises(BadRow) as caught:
        load_verl(case("V23"))
    assert caught.value.message.endswith("1.jsonl, line 2: column score is text, not a number: 'nan'.")
    assert "--reward-column score.total" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("value", "kind"),
    [({"total": 1}, "an object"), ([1.0], "a list"), ("good", "text"), ("inf", "text"), ("007", "text")],
)
def test_kinds_of_a_score_that_is_no_number(tmp_path: Path, value: object, kind: str) -> None:
    folder = dump(tmp_path, s1=line() + "\n" + line(score=value))
    with pytest.raises(BadRow, match=rf"1\.jsonl, line 3: column score is {kind}, not a number"):
        load_verl(folder)


def test_score_that_is_never_a_number_lists_what_can_be(tmp_path: Path) -> None:
    folder = dump(tmp_path, s1=line(score={"total": 1.0, "why": "x"}, acc=True))
    with pytest.raises(RewardColumnError) as caught:
        load_verl(folder)
    assert "score of" in caught.value.message
    assert "an object (inside it: score.total)" in caught.value.message
    assert "acc (0 to 1)" in caught.value.message


def test_number_inside_an_object_can_be_the_reward(case: Case, read: Read) -> None:
    rollouts = load_verl(case("V23"), reward_column="score.total")
    assert rollouts.reward_formula == "score.total"
    assert [r["reward"] for r in read(rollouts)] == [None, None, 1.0, None]


def test_bad_scores_can_be_set_aside(case: Case, read: Read) -> None:
    rows = read(load_verl(case("V23"), skip_bad_rows=True))
    assert [(r["reject_column"], r["reject_reason"]) for r in rows] == [
        (None, None),
        ("score", "text, not a number"),
        ("score", "an object, not a number"),
        ("score", "a list, not a number"),
    ]
    assert rows[2]["reject_value"] == '{"total":1.0,"format":0.5}'


def test_weighted_sum_of_keys(tmp_path: Path, read: Read) -> None:
    folder = dump(tmp_path, s1=line(score=0.5, acc=True) + line(score=0.25, acc=None))
    rollouts = load_verl(folder, reward_column="score=2,acc=-1")
    assert rollouts.reward_formula == "2*score - 1*acc"
    assert [r["reward"] for r in read(rollouts)] == [0.0, 0.5]


def test_missing_score_lists_the_candidates(tmp_path: Path) -> None:
    text = json.dumps({"input": "p", "output": "o", "step": 1, "acc": 0.25, "len": 7}) + "\n"
    with pytest.raises(
        RewardColumnError, match=r"no column score\. .*acc \(always 0\.25\); len \(always 7\)"
    ):
        load_verl(dump(tmp_path, s1=text))


def test_incomplete_last_line_of_the_newest_file_is_set_aside(case: Case, read: Read) -> None:
    rollouts = load_verl(case("V06"))
    rows = read(rollouts)
    assert rollouts.rows == 7
    assert [r["source_row"] for r in rows if r["step"] == 2] == [0, 1, 2, 3]
    torn = rows[-1]
    assert (torn["source_file"], torn["source_row"]) == ("2.jsonl", 3)
    assert torn["reject_reason"] == "incomplete last line, will be read next time"
    assert torn["prompt"] is torn["response"] is None
    assert [r["reject_reason"] for r in rows[:-1]] == [None] * 7
    assert [n.code for n in rollouts.notes] == ["incomplete_line"]


def test_incomplete_line_anywhere_else_is_an_error(tmp_path: Path) -> None:
    folder = dump(tmp_path, s1=line() + line()[:-30], s2=line(step=2))
    with pytest.raises(BadRow, match=r"1\.jsonl, line 2: the line is not valid JSON: .* at column \d+"):
        load_verl(folder)


def test_broken_last_line_with_a_newline_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadRow, match=r"1\.jsonl, line 2"):
        load_verl(dump(tmp_path, s1=line() + line()[:-30] + "\n"))


def test_text_after_an_object_names_line_and_column(case: Case) -> None:
    # The object of line 2 is 130 characters long.
    with pytest.raises(
        BadRow, match=r"1\.jsonl, line 2: the line is not one JSON object: more text follows at column 131"
    ):
        load_verl(case("V22"))


def test_bad_lines_can_be_set_aside_with_their_places(case: Case, read: Read) -> None:
    rows = read(load_verl(case("V22"), skip_bad_rows=True))
    bad = [(r["source_file"], r["source_row"]) for r in rows if r["reject_reason"]]
    assert bad == [("1.jsonl", 1), ("2.jsonl", 0)]
    assert rows[1]["reject_value"].startswith('{"input": "Reverse the string s."')
    assert len(rows) == 5


@pytest.mark.parametrize(
    ("text", "what"), [("[1]", "a list"), ("5", "a number"), ('"x"', "text"), ("null", "null")]
)
def test_line_that_is_no_object(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BadRow, match=f"line 2: the line is {what}, not a JSON object"):
        load_verl(dump(tmp_path, s1=line() + text + "\n"))


def test_halves_of_surrogate_pairs_are_replaced_and_counted(case: Case, read: Read) -> None:
    rollouts = load_verl(case("V12"))
    rows = read(rollouts)
    assert [r["response"] for r in rows] == [
        "half an emoji \ufffd here",
        "low half \ufffd first",
        "nul \x00 inside",
        "x = 1\x00",
    ]
    assert [json.loads(r["extras"]).get("repaired_halves") for r in rows] == [1, 1, None, None]
    assert [(n.code, n.count, n.files) for n in rollouts.notes] == [("repaired_text", 2, ("1.jsonl",))]


def test_key_that_only_a_repaired_line_has_is_kept(tmp_path: Path, read: Read) -> None:
    text = line() + line(output="\ud83d", acc=0.5, note="n")
    rollouts = load_verl(dump(tmp_path, s1=text))
    rows = read(rollouts)
    assert rollouts.reward_parts == ("acc", "score")
    assert rows[1]["reward_parts"] == {"acc": 0.5, "score": 1.0}
    assert json.loads(rows[1]["extras"]) == {"gts": "g", "note": "n", "repaired_halves": 1}


def test_file_that_is_not_utf8_names_byte_and_line(case: Case) -> None:
    with pytest.raises(UnreadableFile) as caught:
        load_verl(case("V13"))
    for name in ("1.jsonl", "2.jsonl"):
        content = (case("V13") / name).read_bytes()
        with pytest.raises(UnicodeDecodeError) as bad:
            content.decode()
        assert f"{name} is not UTF-8 at byte {bad.value.start}, line 1" in caught.value.message
    assert "iconv" in str(caught.value.hint)


def test_blank_lines_byte_order_mark_empty_file_and_gzip(case: Case, read: Read) -> None:
    rollouts = load_verl(case("V19"))
    rows = read(rollouts)
    assert [(r["source_file"], r["source_row"]) for r in rows] == [
        *(("1.jsonl", i) for i in (0, 1, 2)),
        *(("2.jsonl", i) for i in (2, 3, 4)),
        *(("4.jsonl.gz", i) for i in (0, 1, 2)),
    ]
    assert rollouts.rows == 9
    assert [f.name for f in rollouts.files] == ["1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl.gz"]
    assert [(n.code, n.files) for n in rollouts.notes] == [("empty_file", ("3.jsonl",))]
    with gzip.open(case("V19") / "4.jsonl.gz", "rt") as stream:
        assert [r["response"] for r in rows[6:]] == [json.loads(text)["output"] for text in stream]


def test_gzip_that_is_cut_short_is_named_or_left_out(tmp_path: Path, read: Read) -> None:
    folder = dump(tmp_path, s1=line())
    (folder / "2.jsonl.gz").write_bytes(gzip.compress(line(step=2).encode() * 500)[:-20])
    with pytest.raises(UnreadableFile, match=r"2\.jsonl\.gz cannot be read"):
        load_verl(folder)
    rollouts = load_verl(folder, skip_unreadable=True)
    assert [r["step"] for r in read(rollouts)] == [1]
    assert [n.code for n in rollouts.notes] == ["unreadable_file"]


def test_step_comes_from_the_name_when_the_key_is_absent(tmp_path: Path, read: Read) -> None:
    text = json.dumps({"input": "p", "output": "o", "score": 1}) + "\n"
    rollouts = load_verl(dump(tmp_path, s10=text, s9=text, s100=text))
    assert rollouts.steps == (9, 10, 100)
    assert [r["step"] for r in read(rollouts)] == [9, 10, 100]


def test_step_that_is_not_the_name_is_an_error(tmp_path: Path, read: Read) -> None:
    folder = dump(tmp_path, s7=line(step=8))
    with pytest.raises(
        BadRow, match=r"7\.jsonl, line 1: column step is not the step 7 of the file name: '8'"
    ):
        load_verl(folder)
    assert [r["step"] for r in read(load_verl(folder, step_from="file_name"))] == [7]


def test_step_that_is_not_the_name_on_one_line_is_an_error(tmp_path: Path, read: Read) -> None:
    folder = dump(tmp_path, s7=line(step=7) + line(step=8))
    with pytest.raises(BadRow, match=r"7\.jsonl, line 2: column step is not the step 7"):
        read(load_verl(folder))
    rows = read(load_verl(folder, skip_bad_rows=True))
    assert [r["reject_column"] for r in rows] == [None, "step"]


@pytest.mark.parametrize("step", ["warm", 1.5, True, [1]])
def test_step_that_is_no_whole_number(tmp_path: Path, step: object) -> None:
    with pytest.raises(BadRow, match=r"1\.jsonl, line 1: column step is not a whole number"):
        load_verl(dump(tmp_path, s1=line(step=step)))


def test_one_file_may_hold_many_steps(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text(line(step=2) + line(step=10) + line(step="3"), encoding="utf-8")
    rollouts = load_verl(path)
    assert rollouts.steps == (2, 3, 10)
    assert [r["step"] for r in read(rollouts)] == [2, 10, 3]
    assert rollouts.run == tmp_path.name


def test_one_step_in_two_files_is_an_error(tmp_path: Path) -> None:
    folder = dump(tmp_path, s5=line(step=5), s05=line(step=5))
    with pytest.raises(OverlappingSteps, match=r"Step 5 .*from 05\.jsonl and from 5\.jsonl"):
        load_verl(folder)


def test_null_prompt_is_an_error_and_null_response_is_kept(tmp_path: Path, read: Read) -> None:
    folder = dump(tmp_path, s1=line(output=None) + line(input=None))
    with pytest.raises(BadRow, match=r"1\.jsonl, line 2: column input is null"):
        read(load_verl(folder))
    rows = read(load_verl(folder, skip_bad_rows=True))
    assert [(r["response"], r["reject_reason"]) for r in rows] == [(None, None), ("o", "null")]


@pytest.mark.parametrize("key", ["input", "output"])
@pytest.mark.parametrize("value", [5, True, {"a": 1}])
def test_prompt_and_response_must_be_text_or_messages(
    tmp_path: Path, read: Read, key: str, value: object
) -> None:
    with pytest.raises(BadRow, match=f"column {key} is neither text nor a list of messages"):
        read(load_verl(dump(tmp_path, s1=line(**{key: value}))))


def test_messages_are_read_as_in_other_formats(tmp_path: Path, read: Read) -> None:
    prompt = [{"role": "user", "content": "p"}]
    answer = [{"role": "assistant", "content": "a", "tool_calls": [{"id": "1"}]}]
    (row,) = read(load_verl(dump(tmp_path, s1=line(input=prompt, output=answer))))
    assert (row["prompt"], row["response"]) == ("p", "a")
    assert json.loads(row["extras"])["messages"] == answer


@pytest.mark.parametrize("text", ["[1]", "{}", "5", "true", "-1", "[not json", "{nor this"])
def test_text_that_looks_like_json_stays_text(tmp_path: Path, read: Read, text: str) -> None:
    (row,) = read(load_verl(dump(tmp_path, s1=line(input=text, output=text, gts=text))))
    assert (row["prompt"], row["response"], json.loads(row["extras"])["gts"]) == (text, text, text)


def test_keys_with_odd_names(tmp_path: Path, read: Read) -> None:
    odd = {"a/b": 0.5, "~": 1, "": 2, "it's": 3, 'q"': 4, "$.x": 5, "messages": "m", "repaired_halves": "h"}
    (row,) = read(load_verl(dump(tmp_path, s1=line(**odd))))
    assert row["reward_parts"] == {"a/b": 0.5, "~": 1, "": 2, "it's": 3, 'q"': 4, "$.x": 5, "score": 1}
    assert json.loads(row["extras"]) == {"gts": "g", "messages": "m", "repaired_halves": "h"}


def test_values_of_another_type_after_many_rows(tmp_path: Path, read: Read) -> None:
    base = {"input": "p", "output": "o", "gts": "", "score": 1, "step": 1, "n_calls": 7}
    late = [{"score": 0.5}, {"score": True}, {"n_calls": 1.5}, {"n_calls": True}, {"late_key": "seen once"}]
    lines = [json.dumps(base)] * 20_480 + [json.dumps({**base, **change}) for change in late]
    rows = read(load_verl(dump(tmp_path, s1="\n".join(lines) + "\n")))
    assert [r["reward"] for r in rows[-5:]] == [0.5, 1, 1, 1, 1]
    assert [r["reward_parts"]["n_calls"] for r in rows[-5:]] == [7, 7, 1.5, 1, 7]
    assert json.loads(rows[-1]["extras"]) == {"gts": "", "late_key": "seen once"}
    assert [r["source_row"] for r in rows] == list(range(20_485))


def test_folders_of_training_and_validation_are_not_mixed(tmp_path: Path) -> None:
    dump(tmp_path / "train", s1=line())
    dump(tmp_path / "val", s1=line())
    with pytest.raises(UnknownFormat, match="2 folders: train, val"):
        load_verl(tmp_path)
    assert load_verl(tmp_path / "train").run == "train"


def test_one_folder_below_is_found(tmp_path: Path, read: Read) -> None:
    dump(tmp_path / "rollouts", s1=line())
    assert [r["source_file"] for r in read(load_verl(tmp_path))] == ["1.jsonl"]


def test_folders_without_dumps_or_rows(tmp_path: Path) -> None:
    with pytest.raises(NoRolloutFiles, match=r"such as 1\.jsonl"):
        load_verl(tmp_path)
    with pytest.raises(NoRolloutFiles, match="hold no row"):
        load_verl(dump(tmp_path, s1="", s2="\n\n"))


def test_missing_text_key_names_the_nearest(tmp_path: Path) -> None:
    text = json.dumps({"inputs": "p", "output": "o", "score": 1, "step": 1}) + "\n"
    with pytest.raises(ColumnMappingError, match=r"no.*key input.*Did you mean inputs\?|has the key input"):
        load_verl(dump(tmp_path, s1=text))


def test_bundles_of_small_files_are_read_in_order_of_step(tmp_path: Path, read: Read) -> None:
    folder = dump(tmp_path, **{f"s{n}": line(step=n, output=str(n)) for n in (100, 9, 10, 1, 11)})
    rollouts = load_verl(folder)
    assert [r["response"] for r in read(rollouts)] == ["1", "9", "10", "11", "100"]
    assert len(list(rollouts.chunks())) == 1
    left = rollouts.without_files({"9.jsonl", "11.jsonl"})
    assert [r["response"] for r in read(left)] == ["1", "10", "100"]
