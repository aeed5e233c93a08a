"""The place of the tables in benchmarks/README.md."""

from __future__ import annotations

from pathlib import Path

BEGIN, END = "<!-- detection:begin -->", "<!-- detection:end -->"


def write(readme: Path, text: str, begin: str = BEGIN, end: str = END) -> None:
    """Put the text in the place of the last recorded run.

    Args:
        readme: The file.
        text: The text.
        begin: What the place begins with.
        end: What it ends with.

    Raises:
        ValueError: The file has no such place.
    """
    before, opened, rest = readme.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (opened and closed):
        raise ValueError(f"{readme} has no place between {begin} and {end}.")
    readme.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
