"""`rolloutdiff render`: report.json to one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.report.audit_load import load_audit
from rolloutdiff.report.html import write_html
from rolloutdiff.report.load import load_report


def render(
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="report.json that analyze wrote.")],
    output: Annotated[Path, typer.Option("--output", help="HTML file to write.")],
    audit: Annotated[
        Path | None, typer.Option("--audit", help="audit.json of the same analysis, to show in the page.")
    ] = None,
) -> None:
    """Render report.json as one standalone HTML page."""
    write_html(load_report(report), output, None if audit is None else load_audit(audit))
    typer.echo(f"page: {output}")
