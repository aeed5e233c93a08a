"""Lines of JSONL: any text byte for byte, true line numbers, repairs and diagnoses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rolloutdiff.ingest import Rollouts, load_verl
from rolloutdiff.ingest.files import text_fault, torn_line
from rolloutdiff.ingest.lines import Diagnosis, diagnose, pointer, replace_halves

Read = Callable[[Rollouts], list[dict[str, Any]]]

HALVES = {chr(code): "\ufffd" for code in range(0xD800, 0xE000)}
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)


def without_halves(text: str) -> str:
    return text.translate(str.maketrans(HALVES))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.tuples(ANY_TEXT, ANY_TEXT, ANY_TEXT), min_size=1, max_size=20),
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_any_text_comes_back_as_json_loads_reads_it(
    tmp_path: Path, read: Read, texts: list[tuple[str, str, str]], newline: str
) -> None:
    lines = [json.dumps({"input": p, "output": o, "gts": g, "score": 1}) for p, o, g in texts]
    (tmp_path / "1.jsonl").write_bytes((newline.join(lines) + newline).encode())
    rows = read(load_verl(tmp_path))
    expected = [json.loads(line) for line in lines]
    assert [r["prompt"] for r in rows] == [without_halves(e["input"]) for e in expected]
    assert [r["response"] for r in rows] == [without_halves(e["output"]) for e in expected]
    assert [json.loads(r["extras"])["gts"] for r in rows] == [without_halves(e["gts"]) for e in expected]
    assert [r["source_row"] for r in rows] == list(range(len(lines)))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(max_size=30), min_size=1, max_size=20))
def test_text_that_is_not_escaped_comes_back_too(tmp_path: Path, read: Read, texts: list[str]) -> None:
    lines = [json.dumps({"input": "p", "output": t, "score": 1}, ensure_ascii=False) for t in texts]
    (tmp_path / "1.jsonl").write_bytes(("\n".join(lines) + "\n").encode())
    assert [r["response"] for r in read(load_verl(tmp_path))] == texts


@pytest.mark.parametrize(
    ("content", "places"),
    [
        (b"X\nX\n", [0, 1]),
        (b"\n\nX\n\nX", [2, 4]),
        (b"X\r\n\r\nX\r\nX\r\n", [0, 2, 3]),
        (b"X\r\n\nX\nX\r\n", [0, 2, 3]),
        (b"  \n\t\nX  \n", [2]),
        (b"\xef\xbb\xbf\nX\n", [1]),
        (b"\xef\xbb\xbfX\n", [0]),
    ],
)
def test_lines_are_counted_as_an_editor_counts_them(
    tmp_path: Path, read: Read, content: bytes, places: list[int]
) -> None:
    text = json.dumps({"input": "p", "output": "o", "score": 1}).encode()
    (tmp_path / "1.jsonl").write_bytes(content.replace(b"X", text))
    assert [r["source_row"] for r in read(load_verl(tmp_path))] == places


def test_lines_far_longer_than_the_usual_limit(tmp_path: Path, read: Read) -> None:
    lengths = (17_000_000, 10, 40_000_000)
    lines = [json.dumps({"input": "p", "output": "x" * n, "score": 1}) for n in lengths]
    (tmp_path / "1.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = read(load_verl(tmp_path))
    assert [(r["source_row"], len(r["response"])) for r in rows] == list(enumerate(lengths))


@pytest.mark.parametrize(
    ("line", "repaired", "count"),
    [
        (r'{"a":"\ud83d"}', r'{"a":"\ufffd"}', 1),
        (r'{"a":"\ud83d\ude00"}', r'{"a":"\ud83d\ude00"}', 0),
        (r'{"a":"\ud83d\ud83d\ude00\ude00"}', r'{"a":"\ufffd\ud83d\ude00\ufffd"}', 2),
        (r'{"a":"\\ud83d"}', r'{"a":"\\ud83d"}', 0),
        (r'{"a":"\\\ud83d"}', r'{"a":"\\\ufffd"}', 1),
        (r'{"a":"\uD83D \uDe00 \u00e9"}', r'{"a":"\ufffd \ufffd \u00e9"}', 2),
    ],
)
def test_halves_of_pairs_are_replaced_and_nothing_else(line: str, repaired: str, count: int) -> None:
    assert replace_halves(line) == (repaired, count)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"a":1}x', "not one JSON object: more text follows at column 8"),
        ('{"a":', "not valid JSON: Expecting value at column 6"),
        ('{"a":"\x01"}', "not valid JSON: Invalid control character at at column 7"),
        ("[]", "a list, not a JSON object"),
        ("true", "a boolean, not a JSON object"),
    ],
)
def test_diagnosis_says_what_and_where(line: str, fault: str) -> None:
    assert diagnose(line) == Diagnosis(None, 0, fault)


def test_diagnosis_survives_nesting_that_python_cannot_parse() -> None:
    diagnosis = diagnose('{"a":' + "[" * 200_000)
    assert diagnosis.line is None
    assert str(diagnosis.fault).startswith("JSON that cannot be read")


def test_pointer_escapes_as_rfc_6901_says() -> None:
    assert pointer("a/b", "m~n", "") == "/a~1b/m~0n/"


@pytest.mark.parametrize("at", [0, 1, (1 << 20) - 2, (1 << 20) - 1, 1 << 20, (1 << 20) + 5])
def test_bad_byte_is_found_wherever_blocks_end(tmp_path: Path, at: int) -> None:
    path = tmp_path / "x.jsonl"
    good = ("é\n" * (1 << 19)).encode() + b"\n" * 10
    # Where a character of two bytes is cut, the first byte that cannot be decoded is the one before.
    content = good[:at] + b"\xff" + good[at:]
    path.write_bytes(content)
    with pytest.raises(UnicodeDecodeError) as bad:
        content.decode()
    line = content[: bad.value.start].count(b"\n") + 1
    assert text_fault(path) == f"is not UTF-8 at byte {bad.value.start}, line {line}"


def test_character_cut_at_the_end_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes("a\né".encode()[:-1])
    assert text_fault(path) == "is not UTF-8 at byte 2, line 2"
    path.write_bytes("a\né".encode())
    assert text_fault(path) is None


def test_character_cut_at_the_end_of_the_newest_file_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for text in ("a\né", "é", "a\r\n🟢", "b" * (1 << 20) + "é"):
        path.write_bytes(text.encode()[:-1])
        assert text_fault(path, may_be_torn=True) is None
        assert torn_line(path) == re.split("[\r\n]", text)[-1][:-1]
        path.write_bytes(text.encode())
        assert torn_line(path) is None
    for content in (b"", b"\n", "é".encode()[:1] + b"\n", b"\xff" + "é".encode()[:1]):
        path.write_bytes(content)
        assert torn_line(path) is None
