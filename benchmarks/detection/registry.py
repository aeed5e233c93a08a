"""All parts of the benchmark, in the order of the tables."""

from __future__ import annotations

from pathlib import Path

from benchmarks.detection import cherrl
from benchmarks.detection.others import OTHERS
from benchmarks.detection.power import POWER
from benchmarks.detection.rows_many import ROW11
from benchmarks.detection.rows_noise import ROW3
from benchmarks.detection.rows_null import ROW1, ROW2, ROW2_WIDE
from benchmarks.detection.rows_plants import ROW4
from benchmarks.detection.rows_prompts import ROW9, ROW10
from benchmarks.detection.rows_protocol import ROW6, ROW7
from benchmarks.detection.rows_real import ROW12
from benchmarks.detection.rows_shapes import ROW8
from benchmarks.detection.sensitivity import SENSITIVITY
from benchmarks.detection.tasks import Part

PARTS = (
    ROW1,
    ROW2,
    ROW2_WIDE,
    ROW3,
    ROW4,
    ROW6,
    ROW7,
    ROW8,
    ROW9,
    ROW10,
    ROW11,
    ROW12,
    POWER,
    SENSITIVITY,
    OTHERS,
)
COST = "cost"


def names(published: Path | None) -> set[str]:
    """Names of all parts."""
    return {COST, *(part.name for part in parts(None, published))}


def parts(names: list[str] | None, published: Path | None) -> list[Part]:
    """The chosen parts, all by default; the published rates only where their folder is given."""
    known = [*PARTS, *([cherrl.part(published)] if published else [])]
    return [part for part in known if names is None or part.name in names]
