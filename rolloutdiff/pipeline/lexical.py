"""The lexical tier: which n-grams of prose are features, and how often each rollout holds them.

All work is done by SQL stages, chunk by chunk, so that memory is bounded by a chunk and by the words of the
run as integers, not by the n-grams of the run.
"""

from __future__ import annotations

from collections.abc import Callable

from rolloutdiff.warehouse.stage import StageRunner

# Bytes of prose per chunk. Small chunks keep the hash tables of a chunk in the processor's cache; below
# this the fixed cost of a statement shows.
CHUNK_BYTES = 2 << 20

# What is done with every chunk, and what then sums the chunks up.
_PASSES = (
    (("lexical_read", "lexical_occur"), "lexical_words"),
    (("lexical_encode",), "lexical_pairs"),
    (("lexical_triples",), "lexical_grams"),
)

Tick = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Tells nobody."""


def _chunks(runner: StageRunner) -> list[dict[str, int]]:
    """The parameters of every chunk, in order."""
    names = ("chunk", "first_rollout", "last_rollout", "middle_place", "bytes")
    return [dict(zip(names, row, strict=True)) for row in runner.rows("lexical_chunks")]


def count_candidates(
    runner: StageRunner,
    *,
    first_places: int,
    chunk_bytes: int = CHUNK_BYTES,
    tick: Tick = silent,
    carried: bool = False,
) -> int:
    """Count the n-grams that can become features.

    Words are maximal runs of Unicode letters, digits, marks and underscores in the lower-cased prose; an
    n-gram is one to three adjacent words joined by a space, and never crosses a boundary `chr(1)`. It can
    become a feature where it is among the `first_places` that most rollouts of first cells hold, or where
    `least` rollouts of a later cell hold it. The counts are exact: rare words and pairs are left out early
    only where they cannot be part of such an n-gram, because no n-gram is in more rollouts than any of its
    parts (Agrawal and Srikant, "Fast Algorithms for Mining Association Rules", VLDB 1994, section 2.1).

    Args:
        runner: Runs stage files. Reads `extraction` and the temporary tables `vocabulary_member` and
            `vocabulary_cell`; writes the temporary tables `lexical_gram` (name and word numbers),
            `lexical_total` (rollouts by word numbers and cell) and those `count_features` reads.
        first_places: Most n-grams that first cells admit.
        chunk_bytes: UTF-8 bytes of prose per chunk; changes memory and speed, never the result.
        tick: Called after every chunk with steps done and steps in all, over the three passes.
        carried: Whether `carried_token` holds n-grams that are counted whatever the chunks hold.

    Returns:
        UTF-8 bytes of prose.
    """
    runner.run("lexical_start", {"chunk_bytes": chunk_bytes})
    chunks = _chunks(runner)
    done = 0
    for per_chunk, summary in _PASSES:
        for chunk in chunks:
            for stage in per_chunk:
                runner.run(stage, chunk)
            done += 1
            tick(done, len(_PASSES) * len(chunks))
        runner.run(summary, {"first_places": first_places})
        if carried and summary == "lexical_words":
            runner.run("carry_words")
    return sum(chunk["bytes"] for chunk in chunks)


def count_features(runner: StageRunner, *, tick: Tick = silent) -> int:
    """Count the chosen n-grams per rollout.

    Args:
        runner: Runs stage files, after `count_candidates` on the same cursor. Reads the temporary table
            `lexical_feature` (name, feature_id); adds to `feature_count`, by feature in
            every chunk.
        tick: Called after every chunk with chunks done and chunks in all.

    Returns:
        UTF-8 bytes of prose.
    """
    runner.run("lexical_terms")
    chunks = _chunks(runner)
    for done, chunk in enumerate(chunks, 1):
        runner.run("lexical_count", chunk)
        tick(done, len(chunks))
    runner.run("lexical_finish")
    return sum(chunk["bytes"] for chunk in chunks)
