"""The measured tables as text, and their place in the README."""

from __future__ import annotations

import statistics
from pathlib import Path

from benchmarks.speed.measure import Cost
from benchmarks.speed.pairs import Pairs, megabytes, seconds, spread

PARSERS = ("ast", "tree-sitter", "libcst", "parso", "ast-serialize")
# Gives bytes in the format of one type checker and no nodes.
NO_NODES = ("ast-serialize",)
BEGIN, END = "<!-- speed:begin -->", "<!-- speed:end -->"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table."""
    return [f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]]


def verdict(value: float, target: float, *, at_least: bool) -> str:
    """Target and whether it was met."""
    met = value >= target if at_least else value <= target
    return f"{'≥' if at_least else '≤'} {target:g}: {'met' if met else 'missed'}"


def _ratio_rows(name: str, ratios: list[float], target: float, *, at_least: bool) -> list[str]:
    return [name, spread(ratios), verdict(statistics.median(ratios), target, at_least=at_least)]


def lexical_lines(by_size: dict[int, Pairs], limited: Pairs, documents: int) -> list[str]:
    """Lexical stages beside scikit-learn, how they scale, and what a memory limit costs."""
    rows, ratios = [], []
    for size, pairs in by_size.items():
        for name, costs in (("SQL stages", pairs.ours), ("CountVectorizer", pairs.other)):
            rows.append([f"{size:,}", name, seconds(costs), megabytes(costs)])
        speed, memory = pairs.speed_ratios(), pairs.memory_ratios()
        ratios.append(_ratio_rows(f"{size:,}: speed over CountVectorizer", speed, 4.0, at_least=True))
        ratios.append(_ratio_rows(f"{size:,}: memory over CountVectorizer", memory, 0.5, at_least=False))
    for name, costs in (("SQL stages", limited.other), ("SQL stages, 600 MB limit", limited.ours)):
        rows.append([f"{documents:,}", name, seconds(costs), megabytes(costs)])
    smallest, *larger = by_size
    for size in larger:
        growth = [
            b.seconds / a.seconds for a, b in zip(by_size[smallest].ours, by_size[size].ours, strict=True)
        ]
        name = f"time at {size / smallest:g} times the texts, SQL stages"
        ratios.append(_ratio_rows(name, growth, 1.1 * size / smallest, at_least=False))
    slower = [1 / ratio for ratio in limited.speed_ratios()]
    ratios.append(_ratio_rows("time under the limit over time without", slower, 1.5, at_least=False))
    return [
        "### Lexical",
        "",
        *table(["texts", "way", "median", "peak"], rows),
        "",
        *table(["ratio", "median (range)", "target"], ratios),
    ]


def extraction_lines(costs: dict[str, list[Cost]], parsers: dict[str, Cost]) -> list[str]:
    """Extraction beside `ast.parse` alone, in one process and several; parsers beside each other."""
    parse, alone, several = (costs[name] for name in ("parse", "alone", "several"))
    if len({cost.found["counts"] for cost in (*alone, *several)}) > 1:
        raise SystemExit("The processes counted differently.")
    texts, code = alone[0].found["texts"], parse[0].found

    def per_round(slow: list[Cost], fast: list[Cost]) -> list[float]:
        return [a.seconds / b.seconds for a, b in zip(slow, fast, strict=True)]

    ways = [
        [name, seconds(spent), f"{texts / statistics.median(cost.seconds for cost in spent):,.0f}"]
        for name, spent in (("one process", alone), ("two processes", several))
    ]
    bare = f"`ast.parse` of the {code['fragments']:,} distinct fragments, nothing else"
    ratios = [
        _ratio_rows("speed over `ast.parse` alone, one process", per_round(parse, alone), 0.8, at_least=True),
        _ratio_rows("speed of two processes over one", per_round(alone, several), 1.6, at_least=True),
    ]
    rows = []
    for name, cost in parsers.items():
        found = cost.found
        visited = "" if name in NO_NODES else f"{found['bytes'] / found['visit_seconds'] / 1e6:.2f}"
        speed = f"{found['bytes'] / cost.seconds / 1e6:.2f}"
        rows.append([name, f"{found['takes']:,}", f"{found['refuses']:,}", speed, visited])
    found = parsers["ast"].found
    return [
        f"### Extraction, {texts:,} texts",
        "",
        *table(["way", "median", "texts/s"], [*ways, [bare, seconds(parse), ""]]),
        "",
        *table(["ratio", "median (range)", "target"], ratios),
        "",
        f"Parsers on {found['fragments']:,} pieces of code, {found['bytes'] / 1e6:.1f} MB: what they take"
        " that does not parse by `ast`, what they",
        "refuse that does, and MB/s of parsing, and of parsing and visiting every node from Python.",
        "",
        *table(["parser", "taken", "refused", "parse MB/s", "and visit MB/s"], rows),
    ]


def aggregation_lines(pairs: Pairs) -> list[str]:
    """Per-step means beside scipy.sparse."""
    computed = [
        (b.seconds - b.found["read_seconds"]) / a.seconds
        for a, b in zip(pairs.ours, pairs.other, strict=True)
    ]
    ways = [
        ["per-step SQL", seconds(pairs.ours), megabytes(pairs.ours)],
        ["scipy.sparse, whole matrix", seconds(pairs.other), megabytes(pairs.other)],
    ]
    ratios = [
        _ratio_rows("speed over scipy.sparse", pairs.speed_ratios(), 1.5, at_least=True),
        ["speed over scipy.sparse with the counts already in memory", spread(computed), ""],
        _ratio_rows("memory over scipy.sparse", pairs.memory_ratios(), 0.3, at_least=False),
    ]
    return [
        f"### Aggregation, {pairs.other[0].found['cells']:,} counts",
        "",
        *table(["way", "median", "peak"], ways),
        "",
        *table(["ratio", "median (range)", "target"], ratios),
    ]


def write(readme: Path, lines: list[str]) -> None:
    """Put the lines in the place of the last measurement."""
    before, _, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    text = "\n".join(lines)
    readme.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
