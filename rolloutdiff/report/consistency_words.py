"""Sentences of a dump comparison, each under a stable code that other tools can rely on.

They are rows of `consistency_words.csv`; figures in braces are columns of `report_consistency`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

# What to check next, by hypothesis.
NEXT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "missing_activation_on_train": ("check_activation", "check_fusion", "check_metric"),
        "missing_activation_on_rollout": ("check_activation", "check_fusion", "check_metric"),
        "parameter_sync_or_checkpoint": ("check_weight_sync", "check_mapping", "check_metric"),
        "implementation_or_numeric_path": ("check_kernel", "check_mapping", "check_metric"),
        "upstream_difference": ("check_upstream", "check_inputs", "check_mapping"),
        "manual_review": ("check_inputs", "check_mapping", "check_statistics"),
        "no_suspect": ("check_mapping", "check_statistics"),
    }
)


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """All sentences by kind (such as hypothesis, rationale, bucket, check) and code, in order."""
    text = files("rolloutdiff.report").joinpath("consistency_words.csv").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(text.splitlines()):
        found.setdefault(row["kind"], {})[row["code"]] = row["sentence"]
    return MappingProxyType({kind: MappingProxyType(sentences) for kind, sentences in found.items()})


def sentence(kind: str, code: str) -> str:
    """The sentence of a code."""
    return catalogue()[kind][code]


def coded(kind: str, code: str | None) -> str:
    """`code: sentence`; empty without a code."""
    return f"{code}: {sentence(kind, code)}" if code else ""
