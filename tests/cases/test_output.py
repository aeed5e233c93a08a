"""Trouble with the terminal and the page; every test is named by the case that it answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff import analyze_rollouts, load_verl
from rolloutdiff.warehouse.connect import open_connection
from tests.cases.conftest import write_steps

Case = Callable[[str], Path]
Command = Callable[..., tuple[int, str, str]]
MAIN = "from rolloutdiff.cli import main; main()"
CODE = "```python\ndef run_tests():\n    return 1\n```"
LONGEST_PAGE = 5_000_000


def planted(folder: Path, texts: list[str]) -> Path:
    """A dump in which half of the completions define run_tests from step 19 on; one of the texts each."""

    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        text = texts[(step + prompt + sample // 2) % len(texts)]
        return {"output": f"{text}\n{CODE}" if step > 18 and sample % 2 else text}

    return write_steps(folder, 30, line)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = planted(tmp_path_factory.mktemp("plain") / "dump", ["Let me 漢字 check."])
    with analyze_rollouts(load_verl(folder)) as analysis:
        analysis.write_json(folder.parent / "report.json")
    return folder


def test_c01_a_reader_that_leaves_is_no_error(plain: Path) -> None:
    report = plain.parent / "report.json"
    command = f"{sys.executable} -c '{MAIN}' inspect {plain} --report {report} --full | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode in (0, 141)
    assert done.stdout.count("\n") == 1


def test_c02_a_narrow_code_page_stops_nothing(plain: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    report = plain.parent / "report.json"
    for arguments in (["analyze", plain], ["inspect", plain, "--report", report], ["explain", report]):
        done = subprocess.run(
            [sys.executable, "-c", MAIN, *map(str, arguments)], capture_output=True, env=environment
        )
        assert (done.returncode, done.stderr) == (0, b"")
        done.stdout.decode("cp1252")


def test_c03_square_brackets_are_plain_text(case: Case, command: Command, tmp_path: Path) -> None:
    texts = [json.loads(line)["output"] for line in (case("C03") / "1.jsonl").read_text().splitlines()]
    folder = planted(tmp_path / "dump", ["\n".join(texts)])
    report = tmp_path / "report.json"
    assert command("analyze", folder, "--output", report)[0] == 0
    for extra in ((), ("--pair", "--full")):
        code, out, err = command(
            "inspect", folder, "--report", report, "--feature", "ast:def:run_tests", *extra
        )
        assert (code, err) == (0, "")
        assert all(f"| {text}\n" in out for text in texts)
    assert command("explain", report)[0] == 0


class Tags(HTMLParser):
    """Start tags of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_c05_text_of_a_dump_never_becomes_markup(case: Case, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (case("C05") / "1.jsonl").read_text().splitlines()]
    hostile = "</script><img src=x onerror=alert(1)>\u2028"
    folder = planted(tmp_path / "dump", [f"{row['input']} {row['output']} {hostile}" for row in rows])
    run = '"><svg onload=alert(2)></title></script>'
    with analyze_rollouts(load_verl(folder, run=run)) as analysis:
        assert any("script" in row["feature"] for row in analysis.series.rows())
        analysis.write_html(tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "\u2028" not in html
    page = Tags(html)
    assert [attrs for tag, attrs in page.tags if tag == "script"] == [
        {"type": "application/json", "id": "values"},
        {},
    ]
    assert not {tag for tag, _ in page.tags} & {"img", "iframe", "object", "link", "base", "form", "textarea"}
    for _, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    assert sum(tag == "title" for tag, _ in page.tags if tag == "title") >= 1
    policy = next(a["content"] for t, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None and "default-src 'none'" in policy


def test_c06_a_page_of_long_completions_stays_small(tmp_path: Path) -> None:
    folder = planted(tmp_path / "dump", ["word " * 8_000])
    with analyze_rollouts(load_verl(folder)) as analysis:
        assert analysis.event_ranking.rows()
        analysis.write_html(tmp_path / "page.html")
        analysis.write_json(tmp_path / "report.json")
    for name in ("page.html", "report.json"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        # Neither holds a completion: `inspect` shows them from the dump.
        assert len(text) < LONGEST_PAGE
        assert "word word word word" not in text


def test_c07_a_page_asks_for_nothing_from_outside(tmp_path: Path, plain: Path) -> None:
    with analyze_rollouts(load_verl(plain)) as analysis:
        analysis.write_html(tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|\burl\(|@import|\bsrc=", html)


def test_c08_no_progress_bar_is_drawn_into_what_we_print(plain: Path, tmp_path: Path) -> None:
    with open_connection(None) as own:
        assert own.con.execute("select current_setting('enable_progress_bar')").fetchall() == [(False,)]
    # On a connection of the caller that draws one after every statement, there is one for the statement that
    # asks it which database is in use, and none for all that follows on a cursor of ours.
    code = (
        "import os, sys, duckdb\nfrom rolloutdiff import analyze_rollouts, load_verl\n"
        "con = duckdb.connect()\ncon.execute('set progress_bar_time = 0')\n"
        "os.dup2(os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT), 1)\n"
        "analyze_rollouts(load_verl(sys.argv[1]), con=con).close()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(plain), str(tmp_path / "drawn")], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "drawn").read_text(encoding="utf-8").count("100%") <= 1
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "analyze", str(plain), "--output", str(tmp_path / "r.json")],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\r" not in done.stdout and "%" not in done.stdout.splitlines()[0]
