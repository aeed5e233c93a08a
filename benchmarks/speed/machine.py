"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.speed.measure import ROOT

PACKAGES = (
    *("duckdb", "numpy", "scipy", "scikit-learn", "pandas", "ruptures", "pyarrow", "pyspark"),
    *("tree-sitter", "libcst", "parso", "ast-serialize"),
)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else "none"


def describe(load: tuple[float, float, float]) -> list[str]:
    """Lines about processor, memory, versions, load average at the start, and commit."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = ", ".join(f"{package} {_version(package)}" for package in PACKAGES)
    return [
        f"- machine: {_processor()}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}",
        f"- versions: Python {platform.python_version()}, {versions}",
        f"- load average before: {load[0]:.2f}, {load[1]:.2f}, {load[2]:.2f}; commit {_commit()}",
    ]
