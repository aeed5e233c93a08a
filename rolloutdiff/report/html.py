"""report.json to one standalone HTML file: the same bytes for the same input, within a size budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rolloutdiff.report.assets import asset, environment, policy, whole
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.audit_load import require_same_analysis
from rolloutdiff.report.audit_model import AuditModel, audit_models
from rolloutdiff.report.glossary import glossary
from rolloutdiff.report.model import RunModel, run_models
from rolloutdiff.report.numbers import count
from rolloutdiff.report.page import build_pages, values_json
from rolloutdiff.report.profile import voice_of
from rolloutdiff.report.views import Limits
from rolloutdiff.wording import printable

MOST_BYTES = 5_000_000

# What is left out when a page would be too big, least missed first, and how the page says so.
_STAGES: tuple[tuple[Limits, str], ...] = (
    (Limits(), ""),
    (Limits(tables=False), "the number tables"),
    (Limits(tables=False, compact=14, slices=6), "the number tables and half of the compact cards"),
    (Limits(tables=False, compact=0, slices=3), "the number tables and the compact cards"),
    (
        Limits(tables=False, compact=0, rows=60, slices=1),
        "the number tables, the compact cards and all but 60 overview rows",
    ),
    (
        Limits(tables=False, compact=0, full=3, rows=12, slices=1),
        "the number tables, all but three cards and all but twelve overview rows",
    ),
    (Limits(tables=False, compact=0, full=1, rows=1, slices=0), "all events but the first of each run"),
)


def render_html(report: Mapping[str, Any], audit: Mapping[str, Any] | None = None) -> str:
    """The report as one HTML page that needs no network and no other file.

    The page stays below 5 MB: what had to be left out for that is said in its footer.

    Args:
        report: A report as `load_report` returns it.
        audit: An audit of the same analysis as `load_audit` returns it, shown inside the page.

    Returns:
        The page; it can always be encoded as UTF-8.

    Raises:
        ReportError: The audit is of another analysis.
    """
    models = run_models(report)
    audits = {}
    if audit is not None:
        require_same_analysis(report, audit)
        audits = {found.run: found for found in audit_models(audit)}
    html = ""
    for limits, left_out in _STAGES:
        html = _render(report, models, audits, limits, left_out)
        if len(html.encode()) < MOST_BYTES:
            break
    return html


def write_html(report: Mapping[str, Any], path: str | Path, audit: Mapping[str, Any] | None = None) -> None:
    """Render a report into a file that appears whole or stays as it was.

    Args:
        report: A report as `load_report` returns it.
        path: File to write.
        audit: An audit of the same analysis, shown inside the page.

    Raises:
        ReportError: The file cannot be written, or the audit is of another analysis.
    """
    write_atomically(Path(path), [render_html(report, audit)])


def _render(
    report: Mapping[str, Any],
    models: Sequence[RunModel],
    audits: Mapping[str, AuditModel],
    limits: Limits,
    left_out: str,
) -> str:
    pages = build_pages(models, limits, audits)
    voice = voice_of(report["settings"])
    return whole(
        environment()
        .get_template("page.html.j2")
        .render(
            pages=pages,
            title=_title(models),
            summary=_summary(models),
            policy=policy(),
            style=Markup(asset("style.css")),
            script=Markup(asset("script.js")),
            values=Markup(values_json(pages)),
            glossary=glossary(voice),
            voice=voice,
            settings=setting_rows(report["settings"]),
            objects=report["objects"],
            analysis_id=printable(report["analysis_id"]),
            package_version=printable(report["package_version"]),
            disclaimer=report["disclaimer"],
            hashed=report["hashed"],
            left_out=f"To keep this file below 5 MB, {left_out} are left out. " if left_out else "",
        )
    )


def _title(models: Sequence[RunModel]) -> str:
    name = printable(models[0].name) if len(models) == 1 else f"{len(models)} runs"
    return f"What changed in {name}? – rolloutdiff"


def _summary(models: Sequence[RunModel]) -> str:
    changed = sum(bool(model.events) for model in models)
    return f"In {count(changed)} of {count(len(models))} runs a behaviour crossed the rule\u2019s line."


def setting_rows(settings: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Settings by dotted name, nested ones after the plain ones; custom features by name."""
    if settings.get("features"):
        settings = {**settings, "features": {str(name): text for name, text in settings["features"]}}
    groups = {k: v for k, v in sorted(settings.items()) if isinstance(v, Mapping)}
    plain = [(printable(prefix + k), _shown(v)) for k, v in sorted(settings.items()) if k not in groups]
    return plain + [row for k, v in groups.items() for row in setting_rows(v, f"{prefix}{k}.")]


def _shown(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, list) and not value:
        return "none"
    if isinstance(value, int):
        return count(value)
    return f"{value:g}" if isinstance(value, float) else printable(str(value))
