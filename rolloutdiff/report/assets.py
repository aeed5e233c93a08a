"""What pages are made of: templates, the style sheet, and the policy that admits nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

import jinja2
from markupsafe import Markup, escape


def policy(*, script: bool = True) -> str:
    """The content-security policy: nothing but the page's own style and script, known by their hashes.

    Args:
        script: Whether the page has the script.
    """
    parts = ["default-src 'none'", f"style-src '{_source_hash(asset('style.css'))}'"]
    parts += [f"script-src '{_source_hash(asset('script.js'))}'"] * script
    return "; ".join([*parts, "base-uri 'none'", "form-action 'none'"])


def _source_hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def asset(name: str) -> str:
    """Text of a file among the templates."""
    return files("rolloutdiff.report").joinpath("templates", name).read_text(encoding="utf-8").strip()


@cache
def environment() -> jinja2.Environment:
    """Where templates are found and everything they print is escaped."""
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(asset),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["whole_ranges"] = _whole_ranges
    return made


def _whole_ranges(text: str) -> Markup:
    """Text, escaped, whose ranges of numbers are not broken at the end of a line."""
    return Markup(re.sub(r"\d+–\d+", r'<span class="nb">\g<0></span>', str(escape(text))))


def whole(html: str) -> str:
    """Half a surrogate pair, which JSON can hold and UTF-8 cannot, becomes U+FFFD."""
    return html.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
