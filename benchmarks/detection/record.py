"""The place of the tables in benchmarks/README.md."""

from __future__ import annotations

from pathlib import Path

BEGIN, END = "<!-- detection:begin -->", "<!-- detection:end -->"


def write(readme: Path, text: str) -> None:
    """Put the text in the place of the last recorded run.

    Raises:
        ValueError: The file has no such place.
    """
    before, begin, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{readme} has no place between {BEGIN} and {END}.")
    readme.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
