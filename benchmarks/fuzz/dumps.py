"""Dumps of every format, damaged: values, keys and bytes are not what they should be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz.texts import ODD_VALUES, texts
from tests.properties.dumps import ESCAPED, NOT_JSON, WRITERS

Draw = Callable[[st.SearchStrategy[Any]], Any]

_BYTES = (b"\x00", b"\xff", b"\xc3", b"\n", b"\r", b'"', b"\\", b"{", b"}", b"[", b",", b"\xed\xa0\x80", b" ")


def _damaged(value: Any, draw: Draw, chance: random.Random) -> Any:
    """The value, with parts of it exchanged, left out, renamed or doubled."""
    if chance.random() < 0.08:
        return draw(ODD_VALUES)
    if isinstance(value, dict):
        kept = {}
        for key, held in value.items():
            turn = chance.random()
            if turn < 0.04:
                continue
            kept[draw(st.text(max_size=8)) if turn < 0.08 else key] = _damaged(held, draw, chance)
        return kept
    if isinstance(value, list):
        held = [_damaged(item, draw, chance) for item in value]
        return held + held[:1] if chance.random() < 0.04 else held
    return value


def _cut_up(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them cut off, exchanged, doubled or added."""
    out = bytearray(data)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(out) + 1)
        turn = chance.randrange(5)
        if turn == 0:
            del out[at:]
        elif turn == 1:
            out[at:at] = chance.choice(_BYTES)
        elif turn == 2:
            out[at : at + 1] = bytes([chance.randrange(256)])
        elif turn == 3:
            out[at:at] = out[at : at + 200]
        else:
            del out[at : at + chance.randrange(1, 50)]
    return bytes(out)


def hostile_dump(root: Path, name: str, draw: Draw) -> None:
    """Write a damaged dump of a format into a folder.

    Args:
        root: The folder.
        name: Name of the writer.
        draw: Draws from a strategy.
    """
    chance = random.Random(draw(st.integers(0, 2**32)))
    pairs = [(draw(texts(long=60)), draw(texts(long=60))) for _ in range(chance.randrange(1, 5))]
    damage = chance.random()

    def dumps(value: Any) -> str:
        return ESCAPED(_damaged(value, draw, chance) if damage < 0.6 else value)

    if name in NOT_JSON:
        # Columns hold Unicode, and CSV no NUL.
        pairs = [tuple(t.encode(errors="replace").decode() for t in pair) for pair in pairs]
        if name == "csv":
            pairs = [(p.replace("\x00", ""), r.replace("\x00", "")) for p, r in pairs]
        damage += 0.3
    WRITERS[name][1](root, pairs, dumps)
    for path in sorted(p for p in root.rglob("*") if p.is_file()):
        if damage > 0.5 and chance.random() < 0.7:
            path.write_bytes(_cut_up(path.read_bytes(), chance))


def rows_of_text(texts_of_run: list[str]) -> str:
    """A table of 24 steps with the texts in turn as completions."""
    rows = [
        {
            "prompt": f"{texts_of_run[i % len(texts_of_run)][:50]} {i % 4}",
            "response": texts_of_run[(i * 7 + step) % len(texts_of_run)] if i % 3 else f"plain {step} {i}",
            "reward": float(i % 2),
            "step": step,
        }
        for step in range(1, 25)
        for i in range(8)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)
