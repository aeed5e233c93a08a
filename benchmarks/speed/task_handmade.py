"""Task: the question asked by hand, with pandas, scikit-learn, ast and ruptures, as one would write it.

Which words, phrases and pieces of syntax became more or less common over a run, and when? No evidence, no
events, no report: a table of means and a list of change points.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.speed.measure import Clock

VOCABULARY_SIZE = 2000
_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)
_CONTEXTS = (ast.Load, ast.Store, ast.Del)


@cache
def syntax(code: str) -> frozenset[str]:
    """Names of what a fragment holds: nodes, edges, definitions, calls, imports."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset({"ast:parse:SyntaxError"})
    found = {"ast:parse:ok"}
    for node in ast.walk(tree):
        kind = type(node).__name__
        found.add(f"ast:node:{kind}")
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, _CONTEXTS):
                found.add(f"ast:edge:{kind}>{type(child).__name__}")
        if isinstance(node, ast.FunctionDef):
            found.add(f"ast:def:{node.name}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(f"ast:call:{node.func.id}")
        elif isinstance(node, ast.Import):
            found.update(f"ast:import:{alias.name}" for alias in node.names)
    return frozenset(found)


def read(completions: str) -> Any:
    """The dump as a frame; columns step, prompt, completion, training_passed."""
    import pyarrow.dataset as ds

    columns = ["step", "prompt", "completion", "training_passed"]
    return ds.dataset(completions, format="parquet").to_table(columns=columns).to_pandas()


def presence(texts: Any) -> tuple[Any, list[str]]:
    """Sparse matrix (rollouts, features) of zeros and ones, and the names of its columns."""
    from scipy.sparse import hstack
    from sklearn.feature_extraction.text import CountVectorizer  # type: ignore[import-untyped]

    answers = texts.str.replace(_THINKING, "", regex=True)
    code = answers.map(lambda answer: frozenset().union(*map(syntax, _FENCE.findall(answer))))
    prose = answers.str.replace(_FENCE, " ", regex=True)
    words = CountVectorizer(
        binary=True, ngram_range=(1, 3), max_features=VOCABULARY_SIZE, token_pattern=r"\w+"
    )
    tokens = CountVectorizer(binary=True, analyzer=list, max_features=VOCABULARY_SIZE)
    matrix = hstack([words.fit_transform(prose), tokens.fit_transform(code)], format="csr")
    names = [f"lex:{name}" for name in words.get_feature_names_out()]
    return matrix, [*names, *tokens.get_feature_names_out()]


def step_means(frame: Any, matrix: Any, names: list[str]) -> tuple[Any, Any]:
    """Means over prompts of the share of completions that hold a feature, and their standard errors.

    Returns:
        Two frames (steps, features).
    """
    import pandas as pd

    means, errors = {}, {}
    for step, rows in frame.groupby("step").indices.items():
        held = pd.DataFrame(matrix[rows].toarray().astype(float), columns=names)
        held["reward:training_passed"] = frame["training_passed"].to_numpy()[rows]
        by_prompt = held.groupby(frame["prompt"].to_numpy()[rows]).mean()
        means[step], errors[step] = by_prompt.mean(), by_prompt.sem()
    return pd.DataFrame(means).T.sort_index(), pd.DataFrame(errors).T.sort_index()


def change_points(means: Any) -> dict[str, list[int]]:
    """Steps at which the level of a series changes; penalty 3 sigma^2 log n, sigma from its differences."""
    import numpy as np
    import ruptures as rpt  # type: ignore[import-untyped]

    found = {}
    for name, series in means.items():
        values = series.to_numpy()
        noise = np.var(np.diff(values)) / 2
        if noise > 0:
            penalty = 3 * noise * np.log(values.size)
            ends = rpt.KernelCPD(kernel="linear", min_size=3).fit(values).predict(pen=penalty)
            found[name] = [int(means.index[end]) for end in ends[:-1]]
    return found


def task(clock: Clock, *, completions: str, output: str) -> None:
    """Time it, and leave the means for comparison."""
    with clock.timed():
        frame = read(completions)
        matrix, names = presence(frame["completion"])
        means, errors = step_means(frame, matrix, names)
        changed = change_points(means)
    long = means.stack().rename("mean").to_frame().join(errors.stack().rename("se"))
    long.index.names = ["step", "feature"]
    long.reset_index().to_parquet(Path(output))
    clock.found = {"series": len(means.columns), "changed": sum(map(bool, changed.values()))}
