"""Data files of the games: every value has its source, and all wrong lines are named together."""

from __future__ import annotations

import re
from enum import Enum
from importlib.resources import files
from tomllib import loads
from typing import TYPE_CHECKING, Any, NamedTuple

from ksm_widgets.rules.arguments import beginning, reason_of
from ksm_widgets.rules.errors import FaultyPosition, TextError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ksm_widgets.rules.errors import KsmError

MAX_TEXT = 10_000
"""Characters of a data file: several times those of ours."""


class BoxError(TextError):
    """A line of a data file that is missing, unknown or wrong; the sentence names it."""


class Source(Enum):
    """The source of a line of a data file: known, inferred or assumed."""

    KNOWN = "known"
    INFERRED = "inferred"
    ASSUMED = "assumed"


class Column(NamedTuple):
    """A column of a table: the regular expression that its cells match, and examples of them.

    A fault shows the examples to the reader, who may not know regular expressions.
    """

    pattern: str
    examples: str

    def accepts(self, cell: str) -> bool:
        """Whether a cell may be in this column."""
        return re.fullmatch(self.pattern, cell) is not None


YES_NO = Column("no|yes", "no, yes")
SOURCE = Column("|".join(source.value for source in Source), "")
"""The column of a source, whose fault has a sentence of its own, without examples."""


def text_of(path: Path, shown: str | None = None) -> str:
    """The text of a data file, up to one character more than it may have.

    Raises BoxError, which names the file as it is `shown`, or else by its path.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(MAX_TEXT + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(shown or str(path), reason_of(error)) from error


def unreadable(file: str, reason: object) -> BoxError:
    """The fault of a file that cannot be read."""
    return BoxError("shelf_box.unreadable", file=file, reason=reason)


def text_beside(package: str, name: str) -> str:
    """The text of the data file of that name that comes with a game's package."""
    return (files(package) / name).read_text(encoding="utf-8")


def _check_length(text: str) -> None:
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
    _check_length(text)
    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:  # A number may be too long, too.
        raise BoxError("shelf_box.not_toml", reason=str(error)) from error
    lines = dict(_lines_of(data))
    tables = {line.partition(".")[0] for line in checks}
    unknown = [line for line in lines if line not in checks]
    unknown += [name for name, part in data.items() if part == {} and name not in tables]
    faults = [BoxError("shelf_box.unknown", line=line[:40]) for line in unknown]
    values: dict[str, Any] = {}
    sources: dict[str, Source] = {}
    for line, right in checks.items():
        pair = lines.get(line)
        match pair:
            case None:
                faults.append(BoxError("shelf_box.missing", line=line))
            case [value, str() as source] if right(value) and SOURCE.accepts(source):
                values[line], sources[line] = value, Source(source)
            case [value, str() as source] if right(value):
                faults.append(BoxError("shelf_box.source", line=line, found=source[:20]))
            case _:
                faults.append(BoxError("shelf_box.value", line=line, found=beginning(pair)))
    return values, sources, faults


def _lines_of(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The lines of TOML by their names, `table.line`; those above all tables have a bare name.

    One in quotes that looks like a table's line keeps its quotes.
    """
    for name, part in data.items():
        if isinstance(part, dict):
            yield from ((f"{name}.{line}", value) for line, value in part.items())
        else:
            yield f'"{name}"' if "." in name else name, part


def read_rows(
    text: str, columns: Mapping[str, Column]
) -> tuple[list[dict[str, str]], dict[str, Source], list[BoxError]]:
    """Read a table with commas, such as a list of cards: its rows, sources, and all wrong lines.

    The first of the `columns` names the row. A column `name_source` has the source of `name`. Rows
    with a fault are left out.
    """
    _check_length(text)
    above = text.count("\n") - text.lstrip().count("\n")
    head, *lines = text.strip().splitlines() or [""]
    wanted = ",".join(columns)
    if head.replace(" ", "") != wanted:
        return [], {}, [BoxError("shelf_box.head", found=beginning(head), expected=wanted)]
    rows: list[dict[str, str]] = []
    sources: dict[str, Source] = {}
    faults: list[BoxError] = []
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) != len(columns):
            in_file = above + 1 + number
            faults.append(BoxError("shelf_box.line", line=in_file, found=beginning(line)))
            continue
        row = dict(zip(columns, cells, strict=True))
        name = _name_of(row, number, columns)
        wrong = [*_wrong_cells(name, row, columns)]
        faults += wrong
        if not wrong:
            rows.append(row)
            sources |= _sources_of(name, row)
    return rows, sources, faults


def _name_of(row: Mapping[str, str], number: int, columns: Mapping[str, Column]) -> str:
    """The name of a row by its first column; by its number if that is wrong."""
    first = next(iter(columns))
    return f"{first} {row[first] if columns[first].accepts(row[first]) else number}"


def _sources_of(name: str, row: Mapping[str, str]) -> dict[str, Source]:
    """The sources in a row, each by what it is of."""
    return {
        f"{name}, {column.removesuffix('_source')}": Source(cell)
        for column, cell in row.items()
        if column.endswith("_source")
    }


def _wrong_cells(
    name: str, row: Mapping[str, str], columns: Mapping[str, Column]
) -> Iterator[BoxError]:
    """The faults in the cells of a row."""
    for title, column in columns.items():
        cell = row[title]
        if column.accepts(cell):
            continue
        if column is SOURCE:
            yield BoxError("shelf_box.source", line=name, found=cell[:20])
        else:
            params = {"column": title, "found": beginning(cell), "expected": column.examples}
            yield BoxError("shelf_box.cell", line=name, **params)


def raise_faults(faults: Sequence[KsmError]) -> None:
    """Raise FaultyPosition with all faults, if there are any."""
    if faults:
        raise FaultyPosition(faults)


def is_one_of(values: Iterable[object]) -> Callable[[Any], bool]:
    """A check for one of some values, such as those of an enum of texts."""
    allowed = [*values]
    return lambda value: value in allowed


def is_whole(least: int, most: int) -> Callable[[Any], bool]:
    """A check for a whole number from `least` to `most`."""
    return lambda value: type(value) is int and least <= value <= most
