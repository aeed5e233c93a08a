"""What is read, and what is refused: malformed dumps and mappings, odd numbers, empty dumps."""

from __future__ import annotations

import json

import pytest

from rolloutdiff import compare_dumps
from rolloutdiff.errors import KeyMappingError, MalformedDump, PathNotFound, UsageError
from rolloutdiff.pipeline.consistency_read import checked_mapping, find_dumps, read_mapping

from .small import ROLLOUT, TRAIN, compared, dump, equal, module, pair, tensor, write

KEY = f"{TRAIN}mlp.linear_fc1.A.forward.0"
GOOD = json.dumps(dump({KEY: equal()}))


def entry(**fields):
    return json.dumps(dump({KEY: {"output": [tensor()], **fields}}))


MALFORMED = {
    "": r"is not JSON: line 1, column 1\.",
    '{"data": {\n"a": 1,}': r"is not JSON: line 2, column \d",
    "[1, 2]": r"train.json is not an object\.",
    '{"task": "statistics"}': r"train.json, field data is absent\.",
    '{"data": [1]}': r"train.json, field data is not an object\.",
    json.dumps(dump({KEY: [1]})): rf"key '{KEY}' is not an object\.",
    f'{{"data": {{"{KEY}": {{}}, "{KEY}": {{}}}}}}': rf"key '{KEY}' is there twice\.",
    entry(output={"Max": 1.0}): rf"key '{KEY}', field output is not a list\.",
    entry(input_args="x"): rf"key '{KEY}', field input_args is not a list\.",
    entry(input_kwargs=[1]): rf"key '{KEY}', field input_kwargs is not an object\.",
    entry(parameters=3): rf"key '{KEY}', field parameters is not an object\.",
    entry(
        output=[tensor(Max=[1.0])]
    ): rf"key '{KEY}', field output\.0 has a statistic that is not a number\.",
    entry(
        parameters={"weight": tensor(shape="ab") | {"shape": "2x3"}}
    ): r"field parameters\.weight has a shape",
    entry(input_kwargs={"mask": tensor(Norm={})}): r"field input_kwargs\.mask has a statistic",
}


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: MALFORMED[text][:40])
def test_a_malformed_dump_is_refused_with_its_place(tmp_path, text):
    with pytest.raises(MalformedDump, match=MALFORMED[text]) as caught:
        compare_dumps(*write(tmp_path, text, GOOD))
    assert str(tmp_path / "train.json") in caught.value.message
    assert "Dump the step again" in caught.value.hint
    assert caught.value.code == "malformed_dump"


def test_the_side_is_told(tmp_path):
    with pytest.raises(MalformedDump, match=r"rollout\.json is not JSON"):
        compare_dumps(*write(tmp_path, GOOD, "{"))


def test_text_that_is_not_utf8_is_refused(tmp_path):
    train, rollout = write(tmp_path, GOOD, GOOD)
    train.write_bytes(b'{"data": {"\xff": 1}}')
    with pytest.raises(MalformedDump, match="cannot be read"):
        compare_dumps(train, rollout)


def test_nothing_is_kept_of_a_refused_comparison(tmp_path):
    import duckdb

    with duckdb.connect() as con:
        with pytest.raises(MalformedDump):
            compare_dumps(*write(tmp_path, GOOD, "{"), con=con)
        assert con.execute("select count(*) from rolloutdiff.cons_comparison").fetchall() == [(0,)]


def test_a_dump_may_be_a_folder(tmp_path):
    for name in ("step3/rank0", "odd [1] *?/rank0"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "dump.json").write_text(GOOD, encoding="utf-8")
    paths = find_dumps(tmp_path / "step3", tmp_path / "odd [1] *?")
    assert paths.train == tmp_path / "step3" / "rank0" / "dump.json"
    with compare_dumps(tmp_path / "step3", tmp_path / "odd [1] *?", mapping_key={KEY: KEY}) as comparison:
        assert comparison.verdict.rows()[0]["aligned"] == 1
    with pytest.raises(UsageError, match=r"holds 2 dumps: odd .*, step3/rank0/dump\.json"):
        find_dumps(tmp_path, tmp_path / "step3")
    (tmp_path / "empty").mkdir()
    with pytest.raises(PathNotFound, match=r"holds no dump\.json"):
        find_dumps(tmp_path / "empty", tmp_path)
    with pytest.raises(PathNotFound, match="does not exist"):
        find_dumps(tmp_path / "none.json", tmp_path)


@pytest.mark.parametrize("profile", ["strict", "compat"])
@pytest.mark.parametrize(
    "dumps", [({}, {}), ({KEY: equal()}, {"Module.other.A.forward.0": equal()}), ({"x": 1}, {})]
)
def test_nothing_in_common_is_an_empty_comparison(tmp_path, dumps, profile):
    found = compared(tmp_path, *dumps, profile=profile)
    assert (found["values"], found["modules"], found["suspects"]) == ([], [], [])
    assert found["verdict"][0]["pairs"] == 0 and found["verdict"][0]["hypothesis_code"] is None


ODD = [
    "NaN",
    "Infinity",
    "-Infinity",
    "null",
    '"nan"',
    "1e999",
    "123456789012345678901234567890",
    "-0.0",
    "true",
]


@pytest.mark.parametrize("profile", ["strict", "compat"])
@pytest.mark.parametrize("value", ODD)
def test_odd_numbers_never_stop_it(tmp_path, value, profile):
    text = GOOD.replace('"Max": 2.0', f'"Max": {value}')
    for dumps in ((text, text), (text, GOOD), (GOOD, text)):
        with compare_dumps(*write(tmp_path, *dumps), profile=profile, mapping_key={KEY: KEY}) as comparison:
            status = {row["max_status"] for row in comparison.values.rows()}
            files = comparison.write_outputs(tmp_path / "out")
            comparison.write_html(tmp_path / "page.html")
        assert status <= {"ok", "alert", "missing"}
        for file in files:
            if file.suffix == ".json":
                json.loads(file.read_text(encoding="utf-8"), parse_constant=pytest.fail)
    if value in ("NaN", "Infinity"):
        assert status == {"alert"}


@pytest.mark.parametrize("shape", [[], [0], [2**40, 2**40], [-1, 2], [1.5], ["a"], None])
def test_odd_shapes_never_stop_it(tmp_path, shape):
    held = module(tensor() | {"shape": shape})
    row = pair(tmp_path, held, held)["values"][0]
    assert row["shape_relation"] == ("unknown" if shape in (None, [1.5], ["a"]) else "exact_match")
    assert row["numel_train"] == {"[]": 1, "[0]": 0, "[-1, 2]": -2}.get(str(shape))


def test_names_that_need_quotes_are_kept(tmp_path):
    key = 'Module.it\'s."a/b~c".é.forward.0'
    found = compared(tmp_path, {key: equal()}, {key: equal()}, mapping_key={key: key})
    assert found["modules"][0]["train_key"] == key and found["verdict"][0]["aligned"] == 1


BAD_MAPPINGS = {
    "{": "is not JSON: line 1, column 2",
    "[1]": "is not an object",
    '{"a": 3}': "key 'a': '3' is no module key",
    '{"a": ["b", 3]}': "key 'a'",
    '{"a": "b", "a": "c"}': "has the key 'a' twice",
}


@pytest.mark.parametrize("text", BAD_MAPPINGS)
def test_a_mapping_that_is_none_is_refused(tmp_path, text):
    path = tmp_path / "map.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KeyMappingError, match=BAD_MAPPINGS[text]) as caught:
        read_mapping(path)
    assert caught.value.code == "key_mapping"


def test_a_mapping_may_leave_a_key_without_a_peer(tmp_path):
    assert checked_mapping({"a": None, "b": "", "c": [], "d": "e", "f": ["g", "h"]}) == {
        "a": [],
        "b": [],
        "c": [],
        "d": ["e"],
        "f": ["g", "h"],
    }
    with pytest.raises(PathNotFound, match="cannot be read"):
        read_mapping(tmp_path / "none.json")


def test_a_peer_that_the_rollout_lacks_is_told(tmp_path):
    peer = f"{ROLLOUT}none.B.forward.0"
    mapping = {KEY: peer, "Module.not.there": peer}
    strict = compared(tmp_path, {KEY: equal()}, {}, mapping_key=mapping)
    assert [(row["note"], row["confidence"]) for row in strict["mapping"]] == [("unknown_peer", "low")]
    assert {row["value_status"] for row in strict["values"]} == {"missing_on_rollout"}
    compat = compared(tmp_path, {KEY: equal()}, {}, mapping_key=mapping, profile="compat")
    assert [(row["note"], row["confidence"]) for row in compat["mapping"]] == [(None, "high")]


@pytest.mark.parametrize(
    "options", [{"ok": -1.0}, {"ok": float("nan")}, {"warn": float("inf")}, {"ok": 0.1}, {"profile": "lax"}]
)
def test_settings_that_make_no_sense_are_refused(tmp_path, options):
    with pytest.raises(UsageError, match="Setting"):
        compared(tmp_path, {}, {}, **options)


def test_con_and_db_exclude_each_other(tmp_path):
    with pytest.raises(UsageError, match="Both con and db"):
        compared(tmp_path, {}, {}, db=tmp_path / "w.duckdb")
