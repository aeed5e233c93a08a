"""The families of prompts, the tokens, and the shape of prompts and responses."""

from __future__ import annotations

FAMILIES = ("anvil", "birch", "cobalt", "dune", "ember", "fjord")
TOKENS = tuple(f"{consonant}{vowel}" for consonant in "bdfhklmnprtz" for vowel in "ae")
POSITIONS = 8
ATTRIBUTES = 4
VALUES = 8
