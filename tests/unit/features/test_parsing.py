from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

import rolloutdiff.features
from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.parsing import parse
from tests.unit.features import nasty

SOURCES = sorted(Path(rolloutdiff.features.__file__).parent.glob("*.py"))
ROOT = Path(__file__).resolve().parents[3]


def outcome(code: str) -> Outcome:
    result = parse(code, max_bytes=65_536, max_depth=90)
    return result if isinstance(result, Outcome) else Outcome.OK


@pytest.mark.parametrize("name", nasty.TOO_LONG)
def test_too_long(name: str) -> None:
    assert outcome(nasty.TOO_LONG[name]) is Outcome.TOO_LONG


@pytest.mark.parametrize("name", nasty.TOO_DEEP)
def test_too_deep(name: str) -> None:
    assert outcome(nasty.TOO_DEEP[name]) is Outcome.TOO_DEEP


@pytest.mark.parametrize("name", nasty.SYNTAX_ERROR)
def test_syntax_error(name: str) -> None:
    assert outcome(nasty.SYNTAX_ERROR[name]) is Outcome.SYNTAX_ERROR


@pytest.mark.parametrize("name", nasty.OK)
def test_ok(name: str) -> None:
    assert outcome(nasty.OK[name]) is Outcome.OK


BRACKETS = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("{1:", "}"),
    ("f(", ")"),
    ("f(a=", ")"),
    ("a[", "]"),
    ("a[1:", "]"),
    ("(1,", ")"),
    ("[*", "]"),
    ("{**", "}"),
    ("f(*", ")"),
    ("f(**", ")"),
    ("(a:=", ")"),
    ("(yield ", ")"),
    ("[x for x in ", "]"),
    ("f(x for x in ", ")"),
    ("[", " for x in y]"),
    ("(", ").b"),
]


@pytest.mark.parametrize(("start", "end"), BRACKETS)
@pytest.mark.parametrize("inside", ["1", "1 1", ""])
def test_no_interpreter_limit_is_met_below_ours(
    start: str, end: str, inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever nesting our bound lets through, the parser copes with: it never runs out of stack."""
    refused: list[BaseException] = []
    bare_parse = ast.parse

    def watched(*args: object, **kwargs: object) -> ast.AST:
        try:
            return bare_parse(*args, **kwargs)  # type: ignore[call-overload, no-any-return]
        except (RecursionError, MemoryError) as error:
            refused.append(error)
            raise
        except SyntaxError as error:
            if "too " in str(error):
                refused.append(error)
            raise

    monkeypatch.setattr(ast, "parse", watched)
    for levels in range(40, 95):
        outcome("x = " + start * levels + inside + end * levels)
        outcome("x = " + start * levels + inside)
    assert refused == []


def test_out_of_stack_is_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (RecursionError, MemoryError):

        def fail(*args: object, error: type[BaseException] = error, **kwargs: object) -> None:
            raise error

        monkeypatch.setattr(ast, "parse", fail)
        assert outcome("x") is Outcome.TOO_DEEP


@pytest.mark.parametrize(
    "code", ["re.match('\\d', s)", "b'\\d'", "'\\400'", "f'\\d{x}'", "1if x else 2", "0x1for x in y"]
)
def test_no_warning_is_shown_or_raised(code: str) -> None:
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        first = outcome(code)
    assert shown == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert outcome(code) is first


def test_other_warnings_are_left_alone() -> None:
    outcome("'\\d'")
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        outcome("'\\d'")
        ast.parse("'\\d'")
        warnings.warn("mine", DeprecationWarning, stacklevel=1)
    assert len(shown) == 2


def test_the_filter_list_does_not_grow() -> None:
    with warnings.catch_warnings():
        outcome("x")
        before = len(warnings.filters)
        for _ in range(50):
            warnings.simplefilter("error", UserWarning)
            outcome("x")
        assert len(warnings.filters) <= before + 1


def test_threads_parse_silently() -> None:
    failures: list[str] = []

    def work(number: int) -> None:
        for turn in range(100):
            if outcome(f"x{number} = '\\d' + {turn} * '\\w'") is not Outcome.OK:
                failures.append(f"{number} {turn}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


SCRIPT = """
import json, sys
from rolloutdiff.features import extract
texts = json.loads(sys.stdin.read())
print(json.dumps([[e.status, e.prose, sorted(e.counts.items())] for e in map(extract, texts)]))
"""


def test_same_result_and_silent_stderr_under_w_error() -> None:
    codes = [*nasty.TOO_DEEP.values(), *nasty.SYNTAX_ERROR.values(), *nasty.OK.values()]
    texts = [f"Text\n```python\n{code}\n```" for code in codes] + codes
    runs = [
        subprocess.run(
            [sys.executable, *flags, "-c", SCRIPT],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=True,
        )
        for flags in ([], ["-W", "error"], ["-W", "always", "-X", "dev"])
    ]
    assert [run.stderr for run in runs] == ["", "", ""]
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout
    assert len(json.loads(runs[0].stdout)) == len(texts)


def called_names(tree: ast.AST) -> set[str]:
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {ast.unparse(func) for func in calls}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_source_executes_text(path: Path) -> None:
    names = called_names(ast.parse(path.read_text(encoding="utf-8")))
    forbidden = {
        "eval",
        "exec",
        "compile",
        "__import__",
        "importlib.import_module",
        "runpy.run_path",
        "os.system",
    }
    assert not names & forbidden
    assert not {name for name in names if re.match(r"(subprocess|os|pickle|marshal|runpy)\b", name)}
    assert ("ast.parse" in names) == (path.name == "parsing.py")
    assert not names & {"ast.literal_eval", "ast.dump", "ast.unparse"}


def test_a_fragment_that_would_leave_a_trace_leaves_none(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    code = f"import pathlib\npathlib.Path({str(canary)!r}).write_text('ran')\n"
    for text in (
        f"```python\n{code}```",
        code,
        f"```\n{code}\n{{% raw %}}",
        f"f'{{open({str(canary)!r}, chr(119))}}'",
    ):
        rolloutdiff.features.extract(text)
        outcome(text)
    assert not canary.exists()
    exec(code)
    assert canary.exists(), "the canary must be able to sing"
