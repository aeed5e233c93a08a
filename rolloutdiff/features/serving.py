"""Extraction for another process: batches of texts come in on one pipe, extractions leave on another."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from rolloutdiff.features.batch import EXTRACTION_SCHEMA, extract_batch

REQUEST_SCHEMA: Final = pa.schema([("response", pa.large_string()), ("opened", pa.large_string())])
"""Columns of a batch of texts: what `extract_batch` takes."""

_INPUT, _OUTPUT = 0, 1


def serve(max_bytes: int, max_depth: int) -> None:
    """Answer every batch on standard input with one on standard output, both Arrow streams, until input ends.

    Args:
        max_bytes: Most UTF-8 bytes of a fragment that is parsed.
        max_depth: Most nesting of a fragment that is parsed.
    """
    with open(_INPUT, "rb") as texts, open(_OUTPUT, "wb") as extractions:
        answers = pa.ipc.new_stream(pa.PythonFile(extractions), EXTRACTION_SCHEMA)
        extractions.flush()
        for batch in pa.ipc.open_stream(pa.PythonFile(texts)):
            answers.write_batch(
                extract_batch(batch["response"], batch["opened"], max_bytes=max_bytes, max_depth=max_depth)
            )
            extractions.flush()
