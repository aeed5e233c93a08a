from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import manifest
from benchmarks.manifest import Difference, Pin

FOLDER = "data/run"


@pytest.fixture
def root(tmp_path: Path, data_dir: Callable[[str], Path]) -> Path:
    """A folder with a small run: three files of trl-collapse, one of them in a folder of its own."""
    source = data_dir("trl-collapse")
    target = tmp_path / FOLDER
    (target / "completions").mkdir(parents=True)
    shutil.copy(source / "crossing.txt", target)
    for name in ("completions_00001.parquet", "completions_00002.parquet"):
        shutil.copy(source / "completions" / name, target / "completions")
    return tmp_path


@pytest.fixture
def pins(root: Path) -> dict[str, dict[str, Pin]]:
    manifest.write([FOLDER], root / "manifest.json", root)
    return manifest.read(root / "manifest.json")


def test_a_pin_is_size_and_sha256(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    content = (root / FOLDER / "crossing.txt").read_bytes()
    expected = Pin(size=len(content), sha256=hashlib.sha256(content).hexdigest())
    assert pins[FOLDER]["crossing.txt"] == expected
    assert list(pins[FOLDER]) == sorted(pins[FOLDER])
    assert len(pins[FOLDER]) == 3


def test_an_untouched_folder_verifies(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    assert manifest.verify(pins, root) == []


def test_one_flipped_bit_is_named(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    path = root / FOLDER / "completions" / "completions_00002.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    (difference,) = manifest.verify(pins, root)
    assert (difference.fault, difference.path) == (
        "changed",
        "data/run/completions/completions_00002.parquet",
    )


def test_one_byte_more_is_named_with_both_sizes(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    path = root / FOLDER / "crossing.txt"
    size = path.stat().st_size
    path.write_bytes(path.read_bytes() + b"\n")
    assert manifest.verify(pins, root) == [
        Difference(path="data/run/crossing.txt", fault="changed", detail=f"{size + 1} bytes, not {size}")
    ]


def test_a_missing_file_is_named(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    (root / FOLDER / "crossing.txt").unlink()
    assert manifest.verify(pins, root) == [Difference(path="data/run/crossing.txt", fault="missing")]


def test_an_extra_file_is_named(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    (root / FOLDER / "completions" / "completions_00003.parquet").write_bytes(b"")
    assert manifest.verify(pins, root) == [
        Difference(path="data/run/completions/completions_00003.parquet", fault="extra")
    ]


def test_every_fault_is_named_at_once(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    (root / FOLDER / "crossing.txt").write_text("7")
    (root / FOLDER / "completions" / "completions_00001.parquet").unlink()
    (root / FOLDER / "another.txt").write_text("x")
    assert [(one.fault, one.path) for one in manifest.verify(pins, root)] == [
        ("extra", "data/run/another.txt"),
        ("missing", "data/run/completions/completions_00001.parquet"),
        ("changed", "data/run/crossing.txt"),
    ]


def test_a_folder_that_is_gone_lacks_every_file(root: Path, pins: dict[str, dict[str, Pin]]) -> None:
    shutil.rmtree(root / FOLDER)
    assert [one.fault for one in manifest.verify(pins, root)] == ["missing"] * 3


def test_an_empty_folder_cannot_be_pinned(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="No file below"):
        manifest.write(["."], tmp_path / "manifest.json", tmp_path)
    assert not (tmp_path / "manifest.json").exists()


def test_a_folder_that_is_not_pinned_stops_a_benchmark() -> None:
    with pytest.raises(SystemExit, match="not pinned: tests/data/unheard-of"):
        manifest.require(["tests/data/unheard-of"])


def test_the_command_fails_and_names_the_file(
    root: Path,
    pins: dict[str, dict[str, Pin]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(manifest, "read", lambda: pins)
    monkeypatch.setattr(manifest.verify, "__defaults__", (root,))
    assert manifest.main(["verify"]) == 0
    (root / FOLDER / "crossing.txt").unlink()
    assert manifest.main(["verify"]) == 1
    shown = capsys.readouterr()
    assert shown.err == "missing: data/run/crossing.txt\n"
    assert shown.out.splitlines()[-1] == "3 files in 1 folders, 1 not as pinned"


def test_the_committed_manifest_holds() -> None:
    pins = manifest.read()
    runs = {"trl-clean", "trl-collapse", "trl-frozen", "verl-collapse"}
    assert set(pins) >= {"rolloutdiff/data/trl-loophole", *(f"tests/data/{run}" for run in runs)}
    assert manifest.verify(pins) == []
