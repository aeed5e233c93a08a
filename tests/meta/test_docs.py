"""README.md and the suite keep up with the code: commands, errors, settings and options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from rolloutdiff import errors, settings
from rolloutdiff.cli.app import app, load_verb

ROOT = Path(__file__).resolve().parents[2]
META = ROOT / "tests" / "meta"

ERRORS = sorted(
    (value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)),
    key=lambda value: value.__name__,
)
LEAVES = [error for error in ERRORS if not error.__subclasses__()]


@cache
def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def table_rows(text: str) -> list[list[str]]:
    """Cells of every Markdown table row of `text`."""
    lines = [line.strip() for line in text.splitlines()]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def words(paths: Iterator[Path]) -> set[str]:
    """Identifiers, and the parts between blanks of all string constants, in Python files."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(part.split("=")[0] for part in node.value.split())
    return found


@cache
def named_in_tests() -> set[str]:
    return words(path for path in (ROOT / "tests").rglob("*.py") if META not in path.parents)


@cache
def named_in_package() -> set[str]:
    return words(path for path in (ROOT / "rolloutdiff").rglob("*.py") if path.name != "errors.py")


def command_line() -> dict[str, Any]:
    """Commands by name; the program itself, for the options before a command, is ``."""
    group: Any = typer.main.get_command(app)
    return {"": group, **{name: load_verb(name) for name in group.list_commands(None)}}


def options() -> list[tuple[str, str]]:
    """(command, long option) of every command, in the spelling with dashes."""
    found = []
    for name, command in sorted(command_line().items()):
        for parameter in command.params:
            if parameter.param_type_name == "option" and not parameter.hidden:
                spellings = [*parameter.opts, *parameter.secondary_opts]
                long = [text for text in spellings if text.startswith("--") and "_" not in text]
                assert long, f"{name}: {spellings} has no long spelling with dashes"
                found += [(name, text) for text in long]
    return found


def commands() -> list[str]:
    return sorted({*command_line()} - {""})


def says(text: str, word: str) -> bool:
    """Whether `word` stands in `text` as a word of its own (`--run` is not said by `--runs`)."""
    return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", text) is not None


@pytest.mark.parametrize("command", ["make demo", "make test"])
def test_readme_names_the_two_commands(command: str) -> None:
    assert says(readme(), command)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_error_is_in_the_readme_table(error: type[errors.RolloutdiffError]) -> None:
    row = [f"`{error.code}`", f"`{error.__name__}`", str(error.exit_code)]
    assert [cells[:3] for cells in table_rows(readme()) if cells[0] == row[0]] == [row]


def test_error_codes_are_distinct() -> None:
    codes = [error.code for error in ERRORS]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("error", LEAVES, ids=lambda error: error.__name__)
def test_error_is_raised_and_tested(error: type[errors.RolloutdiffError]) -> None:
    assert error.__name__ in named_in_package(), "nothing raises it: remove it"
    assert {error.__name__, error.code} & named_in_tests()


@pytest.mark.parametrize("name", settings.setting_names())
def test_setting_is_documented(name: str) -> None:
    assert f"`{name}`" in readme()


@pytest.mark.parametrize("command", commands())
def test_command_is_documented_and_tested(command: str) -> None:
    assert says(readme(), f"rolloutdiff {command}")
    assert command in named_in_tests()


@pytest.mark.parametrize(("command", "option"), options())
def test_option_is_documented_and_tested(command: str, option: str) -> None:
    assert says(readme(), option), f"README.md does not mention {option} of {command}"
    assert option in named_in_tests(), f"no test uses {option} of {command}"


def test_readme_names_no_option_that_does_not_exist() -> None:
    ours = {option for _, option in options()} | {"--help"}
    said = {
        word
        for line in readme().splitlines()
        if "rolloutdiff " in line
        for word in re.findall(r"(?<![\w-])--[a-z][a-z_-]*", line)
    }
    assert {word.replace("_", "-") for word in said} - ours == set()


def test_changelog_lists_sql_objects_per_release() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.split(r"^## \[", text, flags=re.MULTILINE)[1:]
    numbered = [release for release in releases if release[0].isdigit()]
    assert numbered
    assert [release.split("]")[0] for release in numbered if "### SQL objects" not in release] == []


def test_words_and_says_see_what_they_should(tmp_path: Path) -> None:
    path = tmp_path / "t.py"
    path.write_text("# Hidden\nrun('analyze x --format=trl', errors.BadRow)\n", encoding="utf-8")
    assert words(iter([path])) == {"run", "errors", "BadRow", "analyze", "x", "--format"}
    assert [says(text, "--run") for text in ("a --run b", "--runs", "--run-x", "`--run NAME`")] == [
        True,
        False,
        False,
        True,
    ]
