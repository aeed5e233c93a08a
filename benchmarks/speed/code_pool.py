"""Synthetic Python fragments in fences, with repeats and a few that do not parse."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

_NAMES = "data items values result total n text line key index left right node table count seen stack limit"
_CALLS = "len sorted sum max min list set print int str enumerate zip range abs any all"
_STATEMENTS = (
    "{a} = {f}({b})",
    "{a} = {b} + {k}",
    "{a} = [x for x in {b} if x > {k}]",
    "for {a} in {f}({b}):\n        {c} = {a} * {k}",
    "if {a} == {k}:\n        return {b}",
    "if not {a}:\n        raise ValueError('{b} {k}')",
    "while {a} < {k}:\n        {a} += 1\n        {b}.append({a})",
    "try:\n        {a} = int({b})\n    except ValueError:\n        {a} = {k}",
    "{a}.append({f}({b}) % {k})",
    "{a} = {{i: {b}[i] for i in range({k})}}",
    "assert {f}({a}) <= {k}, '{b}'",
    "{a}, {b} = {b}, {a} - {k}",
    "with open('{a}{k}.txt') as {b}:\n        {c} = {b}.read().split('{a}')",
)
_LATE = "def run_tests():\n    print('all tests passed')\n    return True\n"


def _spread(rng: np.random.Generator, pool: tuple[str, ...] | list[str], size: int) -> list[str]:
    return [pool[i] for i in rng.integers(0, len(pool), size=size)]


class CodePool:
    """Statements from which functions are put together, and the fragments that are repeated."""

    def __init__(self, rng: np.random.Generator, *, rows: int, statements: int = 20_000) -> None:
        names = _NAMES.split()
        shape, a, b, c = (_spread(rng, pool, statements) for pool in (_STATEMENTS, names, names, names))
        f = _spread(rng, _CALLS.split(), statements)
        k = rng.integers(0, 100, size=statements)
        self._statements = [
            text.format(a=a, b=b, c=c, f=f, k=k)
            for text, a, b, c, f, k in zip(shape, a, b, c, f, k, strict=True)
        ]
        self.fragments = 0
        self._seen: set[bytes] = set()
        self._repeated = self._functions(rng, max(1, rows // 200))

    def _functions(self, rng: np.random.Generator, count: int) -> list[str]:
        lengths = rng.integers(4, 14, size=count)
        lines = _spread(rng, self._statements, int(lengths.sum()))
        names = _spread(rng, _NAMES.split(), 2 * count)
        ends = np.cumsum(lengths)
        broken = rng.random(count) < 0.02
        return [
            f"def solve_{names[2 * i]}({names[2 * i + 1]}, n{'' if broken[i] else ')'}:\n    "
            + "\n    ".join(lines[end - length : end])
            + "\n    return n\n"
            for i, (end, length) in enumerate(zip(ends, lengths, strict=True))
        ]

    @property
    def distinct_fragments(self) -> int:
        """How many different fragments were given out."""
        return len(self._seen)

    def fences(self, rng: np.random.Generator, count: int, *, late: float) -> list[str]:
        """One fenced block, or the empty text, for each of `count` completions."""
        kind = rng.random(count)
        fresh = iter(self._functions(rng, int(((kind >= 0.28) & (kind < 0.79)).sum())))
        repeats = iter(_spread(rng, self._repeated, int((kind >= 0.79).sum())))
        shows = rng.random(count) < late
        blocks = [
            "" if draw < 0.28 else (next(fresh) if draw < 0.79 else next(repeats)) + (_LATE if show else "")
            for draw, show in zip(kind, shows, strict=True)
        ]
        code = [block for block in blocks if block]
        self.fragments += len(code)
        self._seen.update(blake2b(block.encode(), digest_size=12).digest() for block in code)
        return [f"```python\n{block}```\n\n" if block else "" for block in blocks]
