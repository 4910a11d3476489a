"""The catalogues: the same sentences in all languages, each of them used, none missing."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import combinations
from pathlib import Path
from string import Formatter
from tomllib import loads

import pytest

import ksm_widgets
from ksm_widgets.words import LANGUAGES, Term, catalogue, sentence

PACKAGE = Path(ksm_widgets.__file__).parent
ROOMS = sorted(
    str(path.relative_to(PACKAGE)).removesuffix(".en.toml") for path in PACKAGE.rglob("*.en.toml")
)
NAME = re.compile(r"[A-Za-z0-9_?]+")
WORD = "[A-Za-z0-9_?.]+"
# What a text that makes keys has of its own: a table or its beginning, or a name or its end.
TABLE_OR_NAME = re.compile(r"^[a-z]\w*(\\\.|_\[)|(\\\.|_)[a-z]+")
FILE_ENDINGS = {"css", "csv", "html", "ipynb", "js", "json", "md", "py", "sqlite3", "svg", "toml"}


@cache
def sentences(language: str, room: str) -> dict[str, str]:
    """The sentences of one file by key."""
    text = (PACKAGE / f"{room}.{language}.toml").read_text(encoding="utf-8")
    return {
        f"{table}.{name}": sentence
        for table, entries in loads(text).items()
        for name, sentence in entries.items()
    }


@cache
def _named_in_code() -> tuple[frozenset[str], tuple[re.Pattern[str], ...], frozenset[str]]:
    """Keys that stand in the code whole, patterns of those that are put together, and all words."""
    whole: set[str] = set()
    made: set[str] = set()
    words: set[str] = set()
    tables = {key.partition(".")[0] for room in ROOMS for key in sentences("en", room)}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                made.add("".join(map(_pattern, node.values)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.update(node.value.split())
                table, _, name = node.value.partition(".")
                if table not in tables or not NAME.fullmatch(name) or name in FILE_ENDINGS:
                    continue
                if name.endswith("_"):
                    made.add(re.escape(node.value) + WORD)
                else:
                    whole.add(node.value)
    named = (pattern for pattern in made if TABLE_OR_NAME.search(pattern))
    return frozenset(whole), tuple(map(re.compile, sorted(named))), frozenset(words)


def _is_used(key: str) -> bool:
    """Whether the code names a key, makes it, or adds a word of its own to a key that it names."""
    whole, made, words = _named_in_code()
    if key in whole or any(pattern.fullmatch(key) for pattern in made):
        return True
    ends = (match.start() for match in re.finditer("_", key))
    return any(key[:end] in whole and key[end + 1 :] in words for end in ends)


def _pattern(part: ast.expr) -> str:
    """A part of a formatted text: what stands there, or any word that is filled in."""
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else WORD


def _placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("room", ROOMS)
def test_all_languages_have_the_same_keys_and_placeholders(room: str) -> None:
    english = sentences("en", room)
    for language in LANGUAGES:
        other = sentences(language, room)
        assert list(other) == list(english)
        assert {key: _placeholders(text) for key, text in other.items()} == {
            key: _placeholders(text) for key, text in english.items()
        }
        assert all(text.strip() == text != "" for text in other.values())


def test_all_languages_have_the_same_files() -> None:
    for language in LANGUAGES:
        found = PACKAGE.rglob(f"*.{language}.toml")
        names = [str(path.relative_to(PACKAGE)).removesuffix(f".{language}.toml") for path in found]
        assert sorted(names) == ROOMS


def test_a_table_stands_in_one_file_only() -> None:
    owners: dict[str, set[str]] = {}
    for room in ROOMS:
        for key in sentences("en", room):
            owners.setdefault(key.partition(".")[0], set()).add(room)
    assert {table: rooms for table, rooms in owners.items() if len(rooms) > 1} == {}


def test_no_two_games_on_the_shelf_have_a_page_s_sentence_twice() -> None:
    """Sentences that several games need are in `companions/page`."""
    pages = [room for room in ROOMS if re.fullmatch(r"companions/\w+/page", room)]
    told = [
        {(text, sentences("de", room)[key]) for key, text in sentences("en", room).items()}
        for room in pages
    ]
    assert len(told) >= 3
    for one, other in combinations(told, 2):
        assert one & other == set()


def test_every_key_the_code_names_exists() -> None:
    whole, _, _ = _named_in_code()
    assert sorted(whole - set(catalogue("en"))) == []


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_is_unused(room: str) -> None:
    assert [key for key in sentences("en", room) if not _is_used(key)] == []


def test_a_term_is_said_in_the_sentence_s_language() -> None:
    fault = {"found": 6, "most": 5, "tile": Term("tile.z")}
    assert "mummy" in sentence("fault.kind", "en", **fault)
    assert "Mumie" in sentence("fault.kind", "de", **fault)


def test_a_list_is_joined() -> None:
    assert "1, 2 and 3" in sentence("illegal.not_one_level", "en", levels=[1, 2], last=3)


def test_what_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentence("illegal.nothing_of_the_kind")
    with pytest.raises(KeyError):
        sentence("illegal.not_one_level")
    with pytest.raises(KeyError):
        catalogue("fr")


@pytest.mark.parametrize("room", ["coach/words", "game/words", "telling/words", "solving/words"])
def test_nobody_is_told_of_1_coins(room: str) -> None:
    """Where a number of coins may be one, there is a sentence for one; all are dealt ten."""
    plural = re.compile(r"\{\w+\} (coins|Münzen)\b")
    for language in LANGUAGES:
        known = sentences(language, room)
        told = [key for key, text in known.items() if plural.search(text)]
        assert {key for key in told if f"{key}_one" not in known} <= {"match_told.dealt"}
