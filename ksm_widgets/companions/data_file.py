"""Data files of the games: every value has its source, and all wrong lines are named together."""

from __future__ import annotations

import re
from contextvars import ContextVar
from enum import Enum
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import TYPE_CHECKING, Any, TypeVar

from ksm_widgets.progress.progress import data_folder
from ksm_widgets.rules.arguments import beginning, reason_of
from ksm_widgets.rules.errors import FaultyPosition, KsmError, TextError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

MAX_TEXT = 10_000
_B = TypeVar("_B")
_R = TypeVar("_R")


class BoxError(TextError):
    """A line of a data file that is missing, unknown or wrong; the sentence names it."""


class Source(Enum):
    """The source of a line of a data file: known, inferred or assumed."""

    KNOWN = "known"
    INFERRED = "inferred"
    ASSUMED = "assumed"


def text_of(path: Path) -> str:
    """The text of a data file, as far as it may be long; raises BoxError."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(MAX_TEXT + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(str(path), reason_of(error)) from error


def _unreadable(file: str, reason: object) -> BoxError:
    return BoxError("shelf_box.unreadable", file=file, reason=reason)


def text_beside(package: str, name: str) -> str:
    """The text of the data file of that name that comes with a game's package."""
    return (files(package) / name).read_text(encoding="utf-8")


# Files of the user's own.


class SetAside(FaultyPosition):
    """Data files of the user's own that are not used: their names, and what is wrong in each."""


_FOLDER = "boxes"
_SET_ASIDE: dict[str, SetAside] = {}
_OURS = ContextVar("ours", default=False)
"""Whether files of the user's own are passed over."""


def own_folder() -> Path | None:
    """The folder in which a file is read in the place of ours; None for a user without a home."""
    try:
        return data_folder() / _FOLDER
    except RuntimeError:
        return None


def box_of(parse: Callable[..., _B], package: str, *names: str) -> _B:
    """A game's box from its data files: for each the user's own if there is one, else ours.

    If any of theirs is wrong, only ours are used, and `files_set_aside` has what is wrong. Files
    are read once.
    """
    boxes: tuple[_B, _B] = _boxes(parse, package, names)
    return boxes[0 if _OURS.get() else 1]


def with_ours(function: Callable[..., _R], *args: Any) -> _R:
    """The result of a function for which there are only our files: lessons are about them."""
    token = _OURS.set(True)
    try:
        return function(*args)
    finally:
        _OURS.reset(token)


@cache
def _boxes(parse: Callable[..., _B], package: str, names: tuple[str, ...]) -> tuple[_B, _B]:
    """The box of our files, and the one with the user's own in their place."""
    texts = {name: text_beside(package, name) for name in names}
    ours = parse(*texts.values())
    folder = own_folder()
    files = {} if folder is None else {name: folder / name for name in names}
    own: dict[str, str] = {}
    wrong: dict[str, Sequence[KsmError]] = {}
    for name, file in files.items():
        try:
            if file.is_file():
                own[name] = text_of(file)
        except BoxError as error:
            wrong[name] = (_unreadable(_shown(name), error.params["reason"]),)
        except OSError as error:  # Nobody may look into the folder.
            wrong[name] = (_unreadable(_shown(name), reason_of(error)),)
    if not own and not wrong:
        return ours, ours
    wrong = wrong or _wrong(parse, texts, own)
    if not wrong:
        return ours, parse(*{**texts, **own}.values())
    told: list[KsmError] = []
    for name, faults in wrong.items():
        told += [BoxError("shelf_box.set_aside", file=_shown(name)), *faults]
    _SET_ASIDE[package] = SetAside(told)
    return ours, ours


def _shown(name: str) -> str:
    """A file of the user's own, as pages name it: not by where a server keeps its files."""
    return f"{_FOLDER}/{name}"


def _wrong(
    parse: Callable[..., object], texts: Mapping[str, str], own: Mapping[str, str]
) -> dict[str, Sequence[KsmError]]:
    """The faults of the user's own files, by file; those between files are told of each."""
    faults = _faults(parse, {**texts, **own})
    # What is wrong in a file is wrong beside ours, too.
    alone = {name: {*map(str, _faults(parse, {**texts, name: own[name]}))} for name in own}
    between = {str(fault) for fault in faults}.difference(*alone.values())
    told = {
        name: [fault for fault in faults if str(fault) in alone[name] | between] for name in own
    }
    return {name: some for name, some in told.items() if some}


def files_set_aside(package: str) -> SetAside | None:
    """The reason why the user's own files for a game's package are not used, if they are wrong."""
    return _SET_ASIDE.get(package)


def _faults(parse: Callable[..., object], texts: Mapping[str, str]) -> tuple[KsmError, ...]:
    try:
        parse(*texts.values())
    except FaultyPosition as error:
        return error.faults
    except BoxError as error:
        return (error,)
    return ()


# What files of all games share.


def check_length(text: str) -> None:
    """Raise BoxError for a text that is too long."""
    if len(text) > MAX_TEXT:
        raise BoxError("shelf_box.long", most=MAX_TEXT)


def read_lines(
    text: str, checks: Mapping[str, Callable[[Any], bool]]
) -> tuple[dict[str, Any], dict[str, Source], list[BoxError]]:
    """Read TOML with lines such as `t = [12, "assumed"]`: values, sources, and all wrong lines.

    `checks` has every line by its name, `table.line`, and the check of its value. Raises BoxError
    for what is no TOML.
    """
    check_length(text)
    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:  # A number may be too long, too.
        raise BoxError("shelf_box.not_toml", reason=str(error)) from error
    lines = {
        (f"{name}.{line}" if isinstance(part, dict) else name): value
        for name, part in data.items()
        for line, value in (part.items() if isinstance(part, dict) else [("", part)])
    }
    faults = [BoxError("shelf_box.unknown", line=line[:40]) for line in lines.keys() - checks]
    values: dict[str, Any] = {}
    sources: dict[str, Source] = {}
    for line, right in checks.items():
        pair = lines.get(line)
        match pair:
            case None:
                faults.append(BoxError("shelf_box.missing", line=line))
            case [value, "known" | "inferred" | "assumed" as source] if right(value):
                values[line], sources[line] = value, Source(source)
            case [value, str() as source] if right(value):
                faults.append(BoxError("shelf_box.source", line=line, found=source[:20]))
            case _:
                faults.append(BoxError("shelf_box.value", line=line, found=beginning(pair)))
    return values, sources, faults


def read_rows(
    text: str, columns: Mapping[str, tuple[str, str]]
) -> tuple[list[dict[str, str]], dict[str, Source], list[BoxError]]:
    """Read a table with commas, such as a list of cards: its rows, sources, and all wrong lines.

    `columns` has, for the name of each column, a pattern of what may be in it, and the same for
    readers; the first column names the line. A column `name_source` has the source of `name`. Rows
    with a fault are left out.
    """
    check_length(text)
    head, *lines = text.strip().splitlines() or [""]
    wanted = ",".join(columns)
    if head.replace(" ", "") != wanted:
        return [], {}, [BoxError("shelf_box.head", found=beginning(head), expected=wanted)]
    first = next(iter(columns))
    rows: list[dict[str, str]] = []
    sources: dict[str, Source] = {}
    faults: list[BoxError] = []
    for number, line in enumerate(lines, start=1):
        words = [word.strip() for word in line.split(",")]
        if len(words) != len(columns):
            faults.append(BoxError("shelf_box.line", line=number, found=beginning(line)))
            continue
        row = dict(zip(columns, words, strict=True))
        known = re.fullmatch(columns[first][0], words[0]) is not None
        name = f"{first} {words[0] if known else number}"
        wrong = [
            (column, row[column], expected)
            for column, (pattern, expected) in columns.items()
            if re.fullmatch(pattern, row[column]) is None
        ]
        for column, word, expected in wrong:
            if column.endswith("_source"):
                faults.append(BoxError("shelf_box.source", line=name, found=word[:20]))
            else:
                params = {"column": column, "found": beginning(word), "expected": expected}
                faults.append(BoxError("shelf_box.cell", line=name, **params))
        if not wrong:
            rows.append(row)
            for column in columns:
                about, of, _ = column.partition("_source")
                if of:
                    sources[f"{name}, {about}"] = Source(row[column])
    return rows, sources, faults


SOURCE = ("|".join(source.value for source in Source), "")
"""The column of a source."""


def whole(least: int, most: int) -> Callable[[Any], bool]:
    """A check for a whole number from `least` to `most`."""
    return lambda value: type(value) is int and least <= value <= most
