"""Loaders of other packages: the example of README.md installed and used, and what can be wrong with one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest import load, registry
from tests.unit.ingest import shapes

ROOT = Path(__file__).resolve().parents[3]


def example() -> dict[str, str]:
    """The files of the example in README.md by name."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("### A loader of your own")[1].split("\n## ")[0]
    project, module = re.findall(r"```(?:toml|python)\n(.*?)```", section, re.DOTALL)
    return {"pyproject.toml": project, "rolloutdiff_orbit.py": module}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the example is installed into."""
    place = tmp_path_factory.mktemp("orbit")
    for name, text in example().items():
        (place / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    command += [
        "--no-build-isolation",
        "--disable-pip-version-check",
        "--target",
        str(place / "site"),
        str(place),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return place / "site"


def test_example_has_thirty_lines() -> None:
    assert sum(bool(line) for text in example().values() for line in text.splitlines()) <= 30


def test_installed_example_is_a_format(installed: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    for step in (1, 2):
        turns = [{"ask": "Add 2 and 3", "said": "5", "points": 0.5 * step}]
        shapes.write(pages / f"page-{step}.json", json.dumps({"step": step, "turns": turns}))
    shapes.write(pages / "notes.json", "not a page")
    places = os.pathsep.join([str(installed), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    code = "from rolloutdiff.ingest import load; import sys; print(load(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(pages)]
    environment = {**os.environ, "PYTHONPATH": places}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Orbit page ")
    assert done.stdout.splitlines()[1:] == [
        "  run     pages",
        "  rows    2 in 2 steps, 1 to 2",
        "  reward  points",
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("orbit", "no_such_module:LOADER", "cannot be imported"),
        ("orbit", "json:loads", "has no name, label, options, recognise, load"),
        ("orbit", "rolloutdiff.ingest.roll:ROLL", "calls itself 'roll'"),
        ("roll", "rolloutdiff.ingest.roll:ROLL", "has the name of another loader"),
        ("verl", "json:loads", "'verl'"),
    ],
)
def test_loader_that_is_broken_is_named(
    name: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    point = EntryPoint(name=name, value=value, group=registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.further.cache_clear()
    try:
        with pytest.raises(UsageError, match=re.escape(message)):
            load(shapes.roll(tmp_path))
        # The first formats do without.
        row = {"step": 1, "prompt": "p", "response": "r", "reward": 1}
        shapes.write(tmp_path / "t.jsonl", shapes.as_lines([row]))
        assert load(tmp_path / "t.jsonl", "table").rows == 1
    finally:
        registry.further.cache_clear()


def test_formats_are_named_where_one_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        load(tmp_path, "rol")
    assert str(caught.value.hint).startswith("Did you mean roll?")
    assert "wandb_table" in str(caught.value.hint)


def test_readme_has_every_kind() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("### Trainers")[1].split("### A loader of your own")[0]
    assert [kind.name for kind in registry.BUILT_IN if f"`{kind.name}`" not in section] == []
