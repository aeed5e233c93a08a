"""Task: vocabulary and presence by scikit-learn."""

from __future__ import annotations

import duckdb

from benchmarks.speed.agreement import summary
from benchmarks.speed.lexical_tables import PROSE, VOCABULARY_SIZE
from benchmarks.speed.measure import Clock


def task(clock: Clock, *, prose: str, documents: int) -> None:
    """Time CountVectorizer on the first `documents` texts."""
    from sklearn.feature_extraction.text import CountVectorizer  # type: ignore[import-untyped]

    with duckdb.connect() as con:
        query = f"select prose from ({PROSE}) where rollout_id < $documents order by rollout_id"
        keys = {"prose": prose, "documents": documents}
        texts = [text for (text,) in con.execute(query, keys).fetchall()]
    with clock.timed():
        # Marks apart, which the synthetic run has none of, \w is our class of word characters.
        vectorizer = CountVectorizer(
            binary=True, ngram_range=(1, 3), max_features=VOCABULARY_SIZE, token_pattern=r"\w+"
        )
        matrix = vectorizer.fit_transform(texts)
    clock.found = summary(zip(vectorizer.get_feature_names_out(), matrix.sum(axis=0).A1, strict=True))
