"""The guard of custom features: which SQL expressions of a user may run, and what is wrong with the others.

An expression is parsed, every part of the tree is held against a list of what is allowed, and the text that
runs is generated again from the tree. Nothing that the tree does not say can reach DuckDB: comments, further
statements and unbalanced brackets have no place in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from rolloutdiff.errors import FeatureRefused

if TYPE_CHECKING:
    from sqlglot.expressions import Expr

LONGEST: Final = 4000
"""Characters of an expression."""

DEEPEST: Final = 40
"""Brackets of an expression inside each other."""

MOST_GROWTH: Final = 16
"""How many times the size of a completion a text inside an expression may reach."""

COLUMNS: Final = ("prompt", "response")

FUNCTIONS: Final[dict[str, str]] = {
    "text": "ascii concat contains ends_with instr lcase left len length lower ltrim nfc_normalize ord "
    "prefix replace reverse right rtrim split split_part starts_with str_split string_split strip_accents "
    "strlen strpos substr substring suffix trim ucase unicode upper",
    "regular expressions": "regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches "
    "regexp_replace regexp_split_to_array string_split_regex",
    "numbers": "abs ceil ceiling exp floor greatest isfinite isinf isnan least ln log log10 log2 mod "
    "pow power round sign sqrt trunc",
    "conditions": "coalesce if ifnull nullif",
    "lists": "array_length list_contains list_distinct list_extract list_has list_position list_unique",
}
"""Functions that a custom feature may call, by what they work on; names are separated by blanks."""

_ALLOWED = frozenset(name for names in FUNCTIONS.values() for name in names.split())

# Functions whose second argument is a pattern that must be known before they run.
_PATTERN = frozenset(FUNCTIONS["regular expressions"].split()) - {"regexp_escape"}

# Classes of the tree that may stand in an expression, with the arguments that may be given.
_NODES: Final[dict[str, str]] = {
    "Anonymous": "this expressions",
    "Boolean": "this",
    "Case": "this ifs default",
    "Cast": "this to",
    "TryCast": "this to safe requires_string",
    "Column": "this",
    "DataType": "this expressions nested",
    "DataTypeParam": "this",
    "Identifier": "this quoted",
    "If": "this true",
    "In": "this expressions",
    "Between": "this low high",
    "Literal": "this is_string",
    "Null": "",
    "Neg": "this",
    "Not": "this",
    "Paren": "this",
    "Div": "this expression typed safe",
    "DPipe": "this expression safe",
}
_BINARY: Final = (
    "Add Sub Mul IntDiv Mod And Or EQ NEQ GT GTE LT LTE Is NullSafeEQ NullSafeNEQ Like ILike",
    "this expression negate",
)

_TYPES: Final = (
    "BOOLEAN TINYINT SMALLINT INT BIGINT INT128 UTINYINT USMALLINT UINT UBIGINT UINT128 FLOAT DOUBLE DECIMAL "
    "TEXT VARCHAR"
)

# What the refused classes are called, where their text alone would not say it.
_CALLED: Final[dict[str, str]] = {
    "Alias": "an alias",
    "Filter": "an aggregate",
    "Kwarg": "a named argument",
    "Lambda": "a lambda",
    "Parameter": "a parameter",
    "Placeholder": "a parameter",
    "PropertyEQ": "a named argument",
    "Select": "a query",
    "Star": "a star",
    "Subquery": "a query",
    "Exists": "a query",
    "Window": "a window",
}


@dataclass(frozen=True, kw_only=True)
class GuardedExpression:
    """An expression that passed the guard.

    Attributes:
        sql: Its text, generated from the tree.
        columns: The canonical columns that it reads.
    """

    sql: str
    columns: frozenset[str]


def guard_expression(name: str, text: str) -> GuardedExpression:
    """Checks the expression of a custom feature.

    Allowed is exactly one scalar expression over `prompt` and `response`: literals, operators, `case`, casts
    to numbers, boolean and text, and the functions of `FUNCTIONS`. All of them give the same value for the
    same completion, read nothing else and change nothing. A reward is no column of a feature: a behaviour is
    seen in the completion, and the reward is what it is later held against.

    Args:
        name: Name of the feature, for the message.
        text: SQL of one expression, DuckDB's dialect.

    Raises:
        FeatureRefused: A part of it is not allowed; the message names the part.
    """
    return _Guard(name, text).check()


class _Guard:
    """One expression under check."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def refusal(self, what: str, hint: str) -> FeatureRefused:
        return FeatureRefused(f"Custom feature {self.name!r} {what}.", hint)

    def check(self) -> GuardedExpression:
        """The whole check."""
        if len(self.text) > LONGEST:
            raise self.refusal(f"has {len(self.text):,} characters", f"Use at most {LONGEST:,}.")
        try:
            return self._checked()
        except RecursionError as error:
            raise self.refusal("is nested too deeply", "Simplify it.") from error

    def _checked(self) -> GuardedExpression:
        tree = self._parse()
        for node in tree.walk():
            self._check_node(node)
        growth = _growth(tree)
        if growth > MOST_GROWTH:
            raise self.refusal(
                f"could make a text {growth:,} times as long as the completion",
                f"Mention the columns less often: {MOST_GROWTH} times at most, fewer inside regexp_replace.",
            )
        columns = frozenset(n.name.lower() for n in tree.walk() if type(n).__name__ == "Column")
        if not columns:
            raise self.refusal(f"reads no column: {_shown(self.text)}", "Mention response or prompt.")
        return GuardedExpression(sql=tree.sql("duckdb", comments=False), columns=columns)

    def _tokens(self) -> list[Any]:
        from sqlglot.dialects.duckdb import DuckDB
        from sqlglot.errors import TokenError

        try:
            tokens: list[Any] = DuckDB().tokenize(self.text)
        except TokenError as error:
            raise self.refusal(
                f"holds a string, name or comment that does not end: {_shown(self.text)}", "Close it."
            ) from error
        if not tokens:
            raise self.refusal("has no expression", "Write one, such as length(response).")
        depth = 0
        for token in tokens:
            if token.comments:
                raise self.refusal(f"holds the comment {_shown(token.comments[0].strip())}", "Remove it.")
            source = self.text[token.start : token.end + 1]
            depth += (source in ("(", "[", "{")) - (source in (")", "]", "}"))
            if depth > DEEPEST:
                raise self.refusal(f"has more than {DEEPEST} brackets inside each other", "Simplify it.")
            if depth < 0 or source == ";" or (source == "," and depth == 0):
                raise self.refusal(
                    f"goes on after its first expression: {_shown(self.text[token.start :])}",
                    "Write exactly one expression; give every feature its own.",
                )
        return tokens

    def _parse(self) -> Expr:
        from sqlglot import exp
        from sqlglot.dialects.duckdb import DuckDB
        from sqlglot.errors import ParseError

        # Reads every call as a name with arguments, so that names are checked, and written, as they are.
        plain: Any = DuckDB.Parser
        reading = {
            "FUNCTIONS": {},
            "FUNCTION_PARSERS": {n: plain.FUNCTION_PARSERS[n] for n in ("CAST", "TRY_CAST")},
            "NO_PAREN_FUNCTIONS": {},
            "NO_PAREN_FUNCTION_PARSERS": {"CASE": plain.NO_PAREN_FUNCTION_PARSERS["CASE"]},
        }
        parser = type("CallsAsWritten", (plain,), reading)(dialect=DuckDB())
        tokens = self._tokens()
        try:
            trees = parser.parse_into(exp.Condition, tokens, self.text)
        except ParseError as error:
            near = next((str(e.get("highlight") or "") for e in error.errors), "") or self.text
            raise self.refusal(
                f"is not one SQL expression: it cannot be read at {_shown(near)}",
                "Write exactly one expression, such as regexp_matches(response, 'run_tests').",
            ) from error
        tree: Expr | None = trees[0] if len(trees) == 1 else None
        if tree is None:
            raise self.refusal(f"is not one SQL expression: {_shown(self.text)}", "Write exactly one.")
        return tree

    def _check_node(self, node: Expr) -> None:
        kind = type(node).__name__
        allowed = _BINARY[1] if kind in _BINARY[0].split() else _NODES.get(kind)
        given = {key for key, value in node.args.items() if value not in (None, False, [], "")}
        if allowed is None or not given <= {*allowed.split()}:
            called = f"{_CALLED[kind]}: " if kind in _CALLED else ""
            raise self.refusal(
                f"uses {called}{_shown(node.sql('duckdb', comments=False))}",
                "Use literals, operators, case, casts and functions; README, Custom features, lists them.",
            )
        if kind == "Column":
            self._check_column(node)
        elif kind == "Anonymous":
            self._check_call(node)
        elif kind == "DataType":
            self._check_type(node)

    def _check_column(self, node: Any) -> None:
        if node.name.lower() not in COLUMNS:
            why = "; a feature is a function of the text, the reward is compared with it later"
            raise self.refusal(
                f"reads the column {_shown(node.name)}{why if node.name.lower() == 'reward' else ''}",
                "Use the columns prompt and response.",
            )
        # In the generated text a name stands as it is, whatever its quotes and case were.
        node.this.set("this", node.name.lower())
        node.this.set("quoted", False)

    def _check_type(self, node: Any) -> None:
        if getattr(node.this, "name", "") not in _TYPES.split():
            raise self.refusal(
                f"casts to {_shown(node.sql('duckdb'))}",
                "Cast to a number type, boolean or varchar.",
            )

    def _check_call(self, node: Any) -> None:
        name, arguments = str(node.name).lower(), node.expressions
        if name not in _ALLOWED or not isinstance(node.this, str):
            raise self.refusal(
                f"calls {_shown(name)}, which is not among the functions of a feature",
                _nearest(name),
            )
        patterns = [a for a in arguments[1:3] if type(a).__name__ == "Literal" and a.is_string]
        if name in _PATTERN and patterns[:1] != arguments[1:2]:
            raise self.refusal(
                f"gives {name} the pattern {_shown(arguments[1].sql('duckdb'))}",
                "Write the pattern as a string.",
            )
        if name in ("replace", "regexp_replace"):
            longest = max(1, len(patterns[0].this)) if name == "replace" and patterns else 1
            if len(patterns) < 2 or len(patterns[1].this) > longest:
                raise self.refusal(
                    f"lets {name} make a text longer: {_shown(node.sql('duckdb'))}",
                    "Replace by one character, or by a string no longer than the one that replace looks for.",
                )


def _nearest(name: str) -> str:
    """What may be called instead: names that are spelled alike, or where all of them are listed."""
    kinds = ", ".join(list(FUNCTIONS)[:-1]) + f" and {list(FUNCTIONS)[-1]}"
    near = get_close_matches(name, sorted(_ALLOWED), n=3, cutoff=0.8)
    if not near:
        return f"Use functions on {kinds}; README, Custom features, lists them."
    meant = near[0] if len(near) == 1 else f"{', '.join(near[:-1])} or {near[-1]}"
    return f"Did you mean {meant}? README, Custom features, lists all functions."


def _growth(node: Any) -> int:
    """Upper bound of the size of a text in units of its completion.

    Every mention of a column counts once, since no function makes a text longer than its arguments together
    but the one that may write a character at every place, which doubles it.
    """
    if type(node).__name__ == "Column":
        return 1
    own = sum(_growth(child) for child in node.iter_expressions())
    doubles = type(node).__name__ == "Anonymous" and str(node.name).lower() in (
        "regexp_replace",
        "regexp_escape",
    )
    return 2 * own if doubles else own


def _shown(text: str) -> str:
    """A part of an expression on one line."""
    line = " ".join(text.split())
    return repr(line if len(line) <= 80 else line[:79] + "…")
