"""Which tokens become features, and from which step on a run can know them.

Tokens compete within cells. The first cell of a run is its baseline, and what it admits is all there is
unless every later step is a cell of its own. A vocabulary of the whole run is one cell per run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import pyarrow as pa

from rolloutdiff.columns import table_of_rows
from rolloutdiff.features import FIXED_FEATURES
from rolloutdiff.pipeline.carry import Carried
from rolloutdiff.pipeline.extraction import fixed_features
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.lexical import CHUNK_BYTES, Tick, count_candidates, silent
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# More logged steps than any run has.
ALL_STEPS = 2**31 - 1

# Rise of a share, in standard errors, that chance seldom makes: what fluctuates must not take the places of
# what is new.
MIN_ERRORS = 3.0

LATER = pa.schema(
    [("token_id", pa.int32()), ("admitted_index", pa.int32()), ("document_frequency", pa.int64())]
)


@dataclass(frozen=True, kw_only=True)
class Admission:
    """How tokens of the tiers `ast` and `lexical` become features.

    Attributes:
        vocabulary_size: Most features per tier.
        min_document_frequency: Fewest completions of a cell that hold an admitted token.
        baseline_steps: Logged steps whose tokens compete first, for half of the places; later steps admit
            the tokens that rise. None: all steps compete together, for all places.
        min_change: Smallest rise over the baseline that admits a token later, as a share of completions.
    """

    vocabulary_size: int
    min_document_frequency: int = 1
    baseline_steps: int | None = None
    min_change: float = 0.02

    @classmethod
    def of(cls, settings: AnalysisSettings) -> Admission:
        """The admission that the settings of an analysis ask for."""
        return cls(
            vocabulary_size=settings.vocabulary_size,
            min_document_frequency=settings.min_document_frequency,
            baseline_steps=settings.anchored.baseline_steps if settings.vocabulary == "prefix" else None,
            min_change=settings.anchored.min_change,
        )

    def places(self) -> dict[str, int]:
        """Places for tokens by tier; the fixed features of a tier have theirs."""
        fixed = sum(feature.tier == "ast" for feature in FIXED_FEATURES)
        return {"ast": max(self.vocabulary_size - fixed, 0), "lexical": self.vocabulary_size}

    def first_places(self) -> dict[str, int]:
        """Those of the places for which the tokens of first cells compete."""
        whole = self.baseline_steps is None
        return {tier: places if whole else (places + 1) // 2 for tier, places in self.places().items()}


def choose_features(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> int:
    """Choose and store the features of an analysis: fixed ones, tokens, rewards.

    Args:
        runner: Runs stage files inside the caller's transaction, after `extract_texts`; leaves the
            temporary tables that `count_features` reads.
        analysis_id: The analysis.
        settings: Its settings.
        carried: What is taken over from an earlier analysis.
        kept: What that left in memory, brought up to date here.

    Returns:
        UTF-8 bytes of prose that were read.
    """
    prose_bytes = choose_tokens(runner, Admission.of(settings), carried=carried, kept=kept)
    with runner.table("fixed_feature", fixed_features()):
        earlier = carried.earlier if carried else None
        runner.run("store_feature", {"analysis_id": analysis_id, "earlier": earlier})
    return prose_bytes


def choose_tokens(
    runner: StageRunner,
    admission: Admission,
    *,
    chunk_bytes: int = CHUNK_BYTES,
    tick: Tick = silent,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> int:
    """Choose the tokens that become features.

    First cells admit the tokens that most of their completions hold. Every later step admits tokens whose
    share p of its n completions is above the share q of the m completions of the baseline of the same run:
    by `min_change`, because a smaller rise cannot alert, and by `MIN_ERRORS` standard errors
    sqrt(s (1 - s) (1/n + 1/m)), s the share of both together. Those with the largest rise in standard errors
    come first, as many as `admit` says. Equal tokens are taken in byte order of their names, and none is
    ever given up. Runs of one analysis share their features: their first cells are counted together, and
    their steps are compared by index, counted in logged steps, where the run in which a token rises most
    counts for it. What is admitted at an index depends on no later one.

    Args:
        runner: Runs stage files. Reads `extraction` and the temporary table `run_rollout`; writes the
            temporary table `admitted_token` (token_id, tier, name, document_frequency, admitted_index) and
            those `store_feature` and `count_features` read.
        admission: The rule.
        chunk_bytes: UTF-8 bytes of prose per chunk; changes memory and speed, never the result.
        tick: Called after every chunk of the lexical tier with steps done and steps in all.
        carried: What is taken over from an earlier analysis: the tokens of its steps are admitted as they
            were, and only those of the first cell and of later steps are counted.
        kept: What that left in memory, brought up to date here: with it the n-grams of later steps alone are
            counted, unless one of them was never counted in the first cell.

    Returns:
        UTF-8 bytes of prose that were read.
    """
    first = admission.first_places()
    whole = admission.baseline_steps is None
    keys: dict[str, object] = {
        "first_steps": admission.baseline_steps or ALL_STEPS,
        "first_index": (admission.baseline_steps or 1) - 1,
        "min_change": admission.min_change,
        "min_errors": MIN_ERRORS,
        "min_document_frequency": admission.min_document_frequency,
        "first_ast": first["ast"],
        "first_lexical": first["lexical"],
    }
    with runner.table("fixed_feature", fixed_features()):

        def counted(known: bool) -> int:
            """Counts all that competes; with `known`, the n-grams of later steps alone."""
            # What is just below the bar now may be above it in a later step.
            wider = {"min_change": admission.min_change / 2} if carried and not known else {}
            runner.run("vocabulary_cells", keys | wider)
            if carried:
                runner.run("carry_start", carried.keys | {"known": known})
            runner.run("vocabulary_tokens")
            if carried:
                runner.run("carry_fixed", carried.keys | {"known": known})
            return count_candidates(
                runner,
                first_places=first["lexical"],
                chunk_bytes=chunk_bytes,
                tick=tick,
                carried=carried is not None,
            )

        known, prose_bytes = False, 0
        if carried and kept and kept.grams is not None:
            prose_bytes = counted(True)
            with runner.table("kept_gram", kept.grams):
                known = not runner.scalar("carry_grams")
        if not known:
            prose_bytes = counted(False)
            if kept and not whole:
                kept.grams = runner.arrow("counted_grams")
        runner.run("vocabulary_first", keys | ({"first_lexical": 0} if known else {}))
        if carried:
            runner.run("carry_tokens")
    if whole:
        return prose_bytes
    taken = dict(runner.rows("vocabulary_taken"))
    free = {tier: places - taken.get(tier, 0) for tier, places in admission.places().items()}
    rising = (row for batch in runner.batches("vocabulary_rises", keys) for row in batch)
    with runner.table("later_token", table_of_rows(admit(rising, free), LATER)):
        runner.run("vocabulary_later")
    return prose_bytes


def admit(rising: Iterable[tuple[str, int, int, int]], free: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Admit tokens step by step.

    A step may take its share of the free places as if the run went on for as long again as it has, rounded
    up: one step in which thousands of tokens appear at once, as when a policy falls apart, leaves room for
    what comes after it.

    Args:
        rising: Tier, logged step from 0, token and completions of the step that hold it; by tier, step,
            and in the order in which the tokens of the step are to be admitted.
        free: Free places by tier.

    Yields:
        token_id, admitted_index and document_frequency of every admitted token.
    """
    for tier, rows in groupby(rising, key=itemgetter(0)):
        places, admitted = free[tier], set[int]()
        for index, step in groupby(rows, key=itemgetter(1)):
            left = places - len(admitted)
            most = -(-left // (index + 1))
            for _, _, token, rollouts in step:
                if most > 0 and token not in admitted:
                    admitted.add(token)
                    most -= 1
                    yield {"token_id": token, "admitted_index": index, "document_frequency": rollouts}
