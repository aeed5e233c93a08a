"""What the written reports of a dump comparison set out: plain objects whose texts are ready to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Coded:
    """A sentence with its code."""

    code: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link of the chain from the last pair that agrees to the suspect: role, both sides, what is known."""

    role: str
    train: str
    rollout: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """One statistic of one tensor of the suspect on both sides."""

    target: str
    name: str
    train: str
    rollout: str
    error: str
    status: str


@dataclass(frozen=True, kw_only=True)
class SuspectLine:
    """A line of the list of suspects."""

    place: int
    layer: str
    block: str
    train: str
    rollout: str
    classification: str
    rationale: str
    rank: int
    confidence: str


@dataclass(frozen=True, kw_only=True)
class LayerLine:
    """Outputs of the pairs of one layer."""

    layer: str
    pairs: str
    aligned: str
    mismatched: str
    missing: str
    first: str


@dataclass(frozen=True, kw_only=True)
class ConsistencyReport:
    """A written report.

    Attributes:
        title: Short name of what was compared.
        lead: The verdict in one sentence, and its code.
        place: The first suspect and what lies before it, in a row; empty without one.
        second: How the pairs fared.
        facts: What was read and how it was compared: label and value.
        chain: From the last pair that agrees to the suspect.
        statistics: Tensors of the suspect that differ.
        doubts: What limits the verdict.
        excluded: Pairs that are no suspects by structure: how many, and the first of them.
        excluded_number: How many there are.
        hypotheses: What the suspects lead to, with the number of suspects and the first of them.
        checks: What to look at next.
        divergence: First pair whose outputs differ while its inputs agree, in words.
        suspects: The suspects, the first of them.
        suspects_left: How many are not listed.
        layers: Outputs by layer.
        buckets: Pairs by bucket: name, number, meaning.
        comparison_id: The comparison.
        package_version: Version of the package.
    """

    title: str
    lead: Coded
    place: str
    second: str
    facts: Sequence[tuple[str, str]]
    chain: Sequence[Link]
    statistics: Sequence[Statistic]
    doubts: Sequence[Coded]
    excluded: Sequence[tuple[str, str, str]]
    excluded_number: int
    hypotheses: Sequence[tuple[Coded, str]]
    checks: Sequence[Coded]
    divergence: str
    suspects: Sequence[SuspectLine]
    suspects_left: int
    layers: Sequence[LayerLine]
    buckets: Sequence[tuple[str, str, str]]
    comparison_id: str
    package_version: str
