"""audit.json to one standalone HTML file: the same bytes for the same input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rolloutdiff.report.assets import asset, environment, policy, whole
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.audit_model import AuditModel, audit_models
from rolloutdiff.report.audit_page import audit_page
from rolloutdiff.report.html import MOST_BYTES, setting_rows
from rolloutdiff.report.numbers import count
from rolloutdiff.report.page import json_in_script
from rolloutdiff.wording import printable

# Slices of a run that get a card; fewer where the page would be too big.
_CARDS = (12, 4, 1, 0)


def render_audit_html(audit: Mapping[str, Any]) -> str:
    """The audit as one HTML page that needs no network and no other file, below 5 MB.

    Slices that have no card for that are in the table of their run, and counted below it.

    Args:
        audit: An audit as `load_audit` returns it.

    Returns:
        The page; it can always be encoded as UTF-8.
    """
    models = audit_models(audit)
    html = ""
    for most in _CARDS:
        html = _render(audit, models, most)
        if len(html.encode()) < MOST_BYTES:
            break
    return html


def _render(audit: Mapping[str, Any], models: Sequence[AuditModel], most: int) -> str:
    pages = [audit_page(model, f"r{place}-", most) for place, model in enumerate(models, 1)]
    return whole(
        environment()
        .get_template("audit_page.html.j2")
        .render(
            audits=pages,
            title=_title(models),
            summary=_summary(models),
            policy=policy(),
            style=Markup(asset("style.css")),
            script=Markup(asset("script.js")),
            values=Markup(json_in_script([page.values for page in pages])),
            settings=setting_rows(audit["settings"]),
            audit_id=printable(audit["audit_id"]),
            analysis_id=printable(audit["analysis_id"]),
            package_version=printable(audit["package_version"]),
            disclaimer=audit["disclaimer"],
            hashed=audit["hashed"],
        )
    )


def write_audit_html(audit: Mapping[str, Any], path: str | Path) -> None:
    """Render an audit into a file that appears whole or stays as it was.

    Raises:
        ReportError: The file cannot be written.
    """
    write_atomically(Path(path), [render_audit_html(audit)])


def _title(models: Sequence[AuditModel]) -> str:
    name = printable(models[0].run) if len(models) == 1 else f"{len(models)} runs"
    return f"What does the reward pay for in {name}? – rolloutdiff"


def _summary(models: Sequence[AuditModel]) -> str:
    flagged = sum(bool(model.flagged) for model in models)
    return f"In {count(flagged)} of {count(len(models))} runs the reward overpays in some slice."
