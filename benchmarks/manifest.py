"""Pin the data files that benchmarks read, by size and SHA-256, and verify them.

    python -m benchmarks.manifest verify
    python -m benchmarks.manifest write                     # the pinned folders as they are now
    python -m benchmarks.manifest write --add tests/data/x  # and a further folder

Every file below a pinned folder counts: a file that is not listed is as wrong as one that is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MANIFEST = ROOT / "benchmarks" / "manifest.json"

Pins = Mapping[str, Mapping[str, "Pin"]]


@dataclass(frozen=True, kw_only=True)
class Pin:
    """Size in bytes and SHA-256 in hexadecimal digits of one file."""

    size: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One file that is not as pinned.

    Attributes:
        path: Path from the root of the repository, with forward slashes.
        fault: `missing`, `extra` or `changed`.
        detail: What differs, for a person.
    """

    path: str
    fault: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.fault}: {self.path}" + (f" ({self.detail})" if self.detail else "")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _files(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_dir()}


def pin_folder(folder: Path) -> dict[str, Pin]:
    """Pins of all files below a folder, by their path inside it, sorted.

    Raises:
        FileNotFoundError: There is no such folder, or no file in it.
    """
    found = _files(folder)
    if not found:
        raise FileNotFoundError(f"No file below {folder}.")
    return {name: Pin(size=found[name].stat().st_size, sha256=_digest(found[name])) for name in sorted(found)}


def compare_folder(folder: Path, pins: Mapping[str, Pin], name: str) -> list[Difference]:
    """Every file below `folder` that is not as pinned, in order of path.

    Args:
        folder: Where the files are.
        pins: What they must be, by path inside the folder.
        name: The folder's name in the answer.
    """
    found = _files(folder)
    wrong = []
    for file in sorted(found.keys() | pins.keys()):
        path = f"{name}/{file}"
        if file not in found:
            wrong.append(Difference(path=path, fault="missing"))
        elif file not in pins:
            wrong.append(Difference(path=path, fault="extra"))
        elif (size := found[file].stat().st_size) != pins[file].size:
            wrong.append(
                Difference(path=path, fault="changed", detail=f"{size} bytes, not {pins[file].size}")
            )
        elif _digest(found[file]) != pins[file].sha256:
            wrong.append(Difference(path=path, fault="changed", detail="same size, another SHA-256"))
    return wrong


def read(path: Path = MANIFEST) -> dict[str, dict[str, Pin]]:
    """Pins of every folder, by the folder's path from the root of the repository."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return {
        folder: {name: Pin(size=size, sha256=sha256) for name, (size, sha256) in files.items()}
        for folder, files in content["folders"].items()
    }


def write(folders: Iterable[str], path: Path = MANIFEST, root: Path = ROOT) -> None:
    """Pin the folders as they are now, and no others."""
    content = {
        "about": "Data files that benchmarks read: [bytes, SHA-256]. See python -m benchmarks.manifest.",
        "folders": {
            folder: {name: [pin.size, pin.sha256] for name, pin in pin_folder(root / folder).items()}
            for folder in sorted(set(folders))
        },
    }
    text = json.dumps(content, indent=1)
    # One file per line, so that a difference of two manifests reads as a list of files.
    text = text.replace("[\n    ", "[").replace(",\n    ", ", ").replace("\n   ]", "]")
    path.write_text(text + "\n", encoding="utf-8")


def verify(pins: Pins, root: Path = ROOT) -> list[Difference]:
    """Every difference from the pins, folder by folder."""
    return [
        difference
        for folder in sorted(pins)
        for difference in compare_folder(root / folder, pins[folder], folder)
    ]


def require(folders: Iterable[str]) -> None:
    """Stop a benchmark whose data are not the pinned ones.

    Raises:
        SystemExit: A folder is not pinned, or a file in it is not as pinned.
    """
    pins = read()
    wanted = set(folders)
    faults = [f"not pinned: {folder}" for folder in sorted(wanted - pins.keys())]
    faults += [str(one) for one in verify({name: pins[name] for name in wanted & pins.keys()})]
    if faults:
        raise SystemExit("The data are not the pinned ones:\n" + "\n".join(faults))


def main(arguments: list[str] | None = None) -> int:
    """Verify or write; the exit code is 1 when a file is not as pinned."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.manifest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("verify", help="compare every pinned folder with its pins")
    writing = commands.add_parser("write", help="pin the folders as they are now")
    writing.add_argument("--add", action="append", default=[], metavar="FOLDER", help="pin this folder too")
    given = parser.parse_args(arguments)
    if given.command == "write":
        known = read() if MANIFEST.exists() else {}
        added = [Path(folder).resolve().relative_to(ROOT).as_posix() for folder in given.add]
        write([*known, *added])
        return 0
    pins = read()
    wrong = verify(pins)
    for difference in wrong:
        print(difference, file=sys.stderr)
    files = sum(len(files) for files in pins.values())
    print(f"{files} files in {len(pins)} folders, {len(wrong)} not as pinned")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
