"""What is built is what is in the repository: the SQL files, byte for byte, and nothing left behind."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def digests(folder: Path) -> dict[str, str]:
    """Digest of every file below a folder, by path; what Python leaves behind is not part of it."""
    files = [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel unpacked in `wheel` and the source archive in `source`."""
    place = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(place)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,), (source,) = place.glob("*.whl"), place.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "wheel")
    with tarfile.open(source) as archive:
        archive.extractall(place / "source", filter="data")
    return place


def test_wheel_has_every_sql_file_unchanged(built: Path) -> None:
    shipped = digests(built / "wheel" / "rolloutdiff" / "_sql")
    assert shipped == digests(ROOT / "sql")
    assert "tables/object.sql" in shipped


def test_wheel_has_every_file_of_the_package(built: Path) -> None:
    shipped = digests(built / "wheel" / "rolloutdiff")
    package = digests(ROOT / "rolloutdiff")
    assert {name: digest for name, digest in shipped.items() if not name.startswith("_sql/")} == package
    assert "py.typed" in package


def test_wheel_has_nothing_else(built: Path) -> None:
    tops = sorted(path.name for path in (built / "wheel").iterdir())
    assert tops[0] == "rolloutdiff"
    assert [top.endswith(".dist-info") for top in tops[1:]] == [True]


def test_source_archive_has_what_a_build_needs(built: Path) -> None:
    (root,) = (built / "source").iterdir()
    assert digests(root / "sql") == digests(ROOT / "sql")
    assert digests(root / "rolloutdiff") == digests(ROOT / "rolloutdiff")
    assert (root / "pyproject.toml").is_file()


def test_wheel_installs_its_own_sql(built: Path, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(built / 'wheel')!r})\n"
        "import duckdb, rolloutdiff\n"
        "from rolloutdiff.sqlfiles import sql_root\n"
        "from rolloutdiff.warehouse.install import install\n"
        f"assert rolloutdiff.__file__.startswith({str(built)!r}), rolloutdiff.__file__\n"
        f"assert str(sql_root()) == {str(built / 'wheel' / 'rolloutdiff' / '_sql')!r}, sql_root()\n"
        "con = duckdb.connect()\n"
        "install(con)\n"
        "assert con.execute('select count(*) from rolloutdiff.report_run').fetchall() == [(0,)]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
