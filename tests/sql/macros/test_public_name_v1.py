"""`public_name_v1`: what comes from a completion is hidden, what the package names itself is not."""

from __future__ import annotations

import hashlib

import pytest

# Words of prose, identifiers of code, and names that a user gave.
FROM_COMPLETIONS = [
    "lex:secret",
    "lex:let me check",
    "lex:a:b",
    "lex:",
    "ast:def:run_tests",
    "ast:class:Secret",
    "ast:call:os.path.join",
    "ast:call:.join",
    "ast:import:secret",
    "ast:except:SecretError",
    "ast:assign:secret",
    "ast:decorator:secret.cache",
    "custom:contains_secret",
]

# Names that the grammar of Python, the package or the logger of the run gives.
FIXED = [
    "ast:node:FunctionDef",
    "ast:edge:If>Return",
    "ast:parse:ok",
    "ast:parse:SyntaxError",
    "ast:return:True",
    "ast:return:str",
    "ast:return:bare",
    "ast:fragments",
    "ast:depth",
    "shape:chars",
    "shape:think_unclosed",
    "shape:special:<|im_end|>",
    "reward:total",
    "reward:training_passed",
]


def public(con, name, hide):
    return con.execute("select rolloutdiff.public_name_v1(?, ?)", [name, hide]).fetchone()[0]


@pytest.mark.parametrize("name", FROM_COMPLETIONS)
def test_names_from_completions_become_a_hash_of_the_full_name_under_their_tier(con, name):
    digest = hashlib.sha256(name.encode()).hexdigest()
    hidden = public(con, name, True)
    tier, _, rest = hidden.partition(":")
    assert tier == name.split(":")[0]
    # A longer piece of the digest would do as well.
    assert rest.startswith("h") and len(rest) >= 9 and digest.startswith(rest[1:])


@pytest.mark.parametrize("name", FIXED)
def test_fixed_names_stay(con, name):
    assert public(con, name, True) == name


@pytest.mark.parametrize("name", FROM_COMPLETIONS + FIXED)
def test_without_hashing_every_name_stays(con, name):
    assert public(con, name, False) == name


def test_equal_words_of_different_kind_get_different_names(con):
    names = [
        "lex:run_tests",
        "ast:def:run_tests",
        "ast:call:run_tests",
        "ast:assign:run_tests",
        "ast:class:run_tests",
    ]
    assert len({public(con, name, True) for name in names}) == len(names)


def test_no_name_stays_no_name(con):
    """`folded_under` is NULL for an alert that is shown by itself."""
    assert public(con, None, True) is None
    assert public(con, None, False) is None


def test_a_line_break_hides_nothing(con):
    """A name from code cannot be passed off as a fixed one, nor the other way round."""
    assert public(con, "ast:call:a\nast:node:If", True).startswith("ast:h")
    assert public(con, "ast:node:If\nast:call:a", True) == "ast:node:If\nast:call:a"


def test_names_of_a_column_are_hidden_one_by_one(con):
    rows = con.execute(
        "select rolloutdiff.public_name_v1(n, true) from (values ('lex:secret'), ('shape:chars'), (null)) as t (n)"
    ).fetchall()
    digest = hashlib.sha256(b"lex:secret").hexdigest()
    assert [n for (n,) in rows][1:] == ["shape:chars", None]
    assert digest.startswith(rows[0][0].removeprefix("lex:h"))
