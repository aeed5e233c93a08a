"""The newest file cut at any byte: all complete lines are read, and the torn one is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import UnreadableFile
from rolloutdiff.ingest import Rollouts, load

Read = Callable[[Rollouts], list[dict[str, Any]]]

TEXT = "é€🟢"
VERL = {"input": "p", "output": TEXT, "score": 1.0, "step": 2}
AREAL = {"task_id": 1, "head_version": 1, "tail_version": 2, "reward": 1.0, "prompt": "p", "completion": TEXT}
SWIFT = {"step": ["2"], "prompt": ["p"], "completion": [TEXT], "acc": [1.0]}
# Format, path of the newest file, a line of it, and the key of the text.
FORMS = {
    "verl": ("2.jsonl", VERL, "output"),
    "jsonl": ("x.jsonl", {"step": 2, "prompt": "p", "response": TEXT, "reward": 1.0}, "response"),
    "swift": ("completions.jsonl", SWIFT, "completion"),
    "areal": ("rollout/2/1.jsonl", AREAL, "completion"),
}


@pytest.mark.parametrize("format", FORMS)
def test_only_the_torn_line_is_lost(format: str, tmp_path: Path, read: Read) -> None:
    name, line, key = FORMS[format]
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = (json.dumps(line) + "\n").encode()
    last = json.dumps({**line, key: [TEXT[::-1]] if format == "swift" else TEXT[::-1]}, ensure_ascii=False)
    start = last.encode().index("🟢".encode())
    # Before, inside and behind the characters of several bytes, and without the newline.
    for cut in [start, start + 1, start + 3, start + 4, start + 6, start + 8, len(last.encode())]:
        path.write_bytes(whole + last.encode()[:cut])
        rollouts = load(tmp_path, format)
        found = [(r["source_row"], r["response"], r["reject_reason"]) for r in read(rollouts)]
        is_whole = cut == len(last.encode())
        assert found[0] == (0, TEXT, None)
        assert found[1] == (
            (1, TEXT[::-1], None) if is_whole else (1, None, "incomplete last line, will be read next time")
        )
        assert [n.code for n in rollouts.notes] == ([] if is_whole else ["incomplete_line"])


def test_a_cut_character_in_another_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").write_bytes(json.dumps(VERL, ensure_ascii=False).encode().split(b"\xac")[0])
    (tmp_path / "2.jsonl").write_text(json.dumps(VERL) + "\n", encoding="utf-8")
    with pytest.raises(UnreadableFile, match=r"1\.jsonl is not UTF-8 at byte \d+, line 1"):
        load(tmp_path, "verl")
    torn = json.dumps(VERL, ensure_ascii=False).encode()
    (tmp_path / "2.jsonl").write_bytes(torn + b"\n" + torn.split(b"\xac")[0])
    with pytest.raises(UnreadableFile, match=r"1\.jsonl is not UTF-8 at byte \d+, line 1"):
        load(tmp_path, "verl")
