"""Data files of the user's own, read in place of ours to make a game's box."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ksm_widgets.companions.data_file import BoxError, text_beside, text_of, unreadable
from ksm_widgets.progress.progress import data_folder
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.errors import FaultyPosition, KsmError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

BoxT = TypeVar("BoxT")
ResultT = TypeVar("ResultT")


class SetAside(FaultyPosition):
    """Data files of the user's own that are not used: their names, and what is wrong in each."""


_FOLDER = "boxes"
_OURS = ContextVar("ours", default=False)
"""Whether the user's own files are ignored."""


def own_folder() -> Path | None:
    """The folder of the user's own files; None for a user without a home."""
    try:
        return data_folder() / _FOLDER
    except RuntimeError:
        return None


@dataclass(frozen=True, slots=True)
class DataFiles(Generic[BoxT]):
    """The data files of a game by name, in its package, from which `parse` makes its box.

    A file of the user's own replaces ours of that name. Files are read once.
    """

    parse: Callable[..., BoxT]
    package: str
    names: tuple[str, ...]

    def box(self) -> BoxT:
        """The box: with the user's own files if all of them are right, else of ours only."""
        boxes: _Boxes[BoxT] = _boxes(self)
        return boxes.ours if _OURS.get() else boxes.used

    def set_aside(self) -> SetAside | None:
        """The reason why the user's own files are not used, if they are wrong."""
        return _boxes(self).set_aside

    def read(self, *texts: str) -> BoxT:
        """The box of these texts, in the order of the files; for those left out ours are used.

        Raises BoxError, or FaultyPosition with all wrong lines.
        """
        ours = (text_beside(self.package, name) for name in self.names[len(texts) :])
        return self.parse(*texts, *ours)

    def load(self, *paths: Path) -> BoxT:
        """The same for files from anywhere."""
        return self.read(*map(text_of, paths))


def with_ours(function: Callable[..., ResultT], *args: Any) -> ResultT:
    """Call a function while only our files are used, as lessons do: they are about those."""
    token = _OURS.set(True)
    try:
        return function(*args)
    finally:
        _OURS.reset(token)


class _Boxes(NamedTuple, Generic[BoxT]):
    """A game's boxes: ours and the one in use; and why the user's own files are not used, if so."""

    ours: BoxT
    used: BoxT
    set_aside: SetAside | None = None


@cache
def _boxes(files: DataFiles[BoxT]) -> _Boxes[BoxT]:
    """The boxes of a game, once its files have been read."""
    texts = {name: text_beside(files.package, name) for name in files.names}
    ours = files.parse(*texts.values())
    own, unread = _own_texts(files.names)
    if not own and not unread:
        return _Boxes(ours, ours)
    within = _within_files(files.parse, texts, own)
    wrong = {name: unread.get(name) or within.get(name, ()) for name in files.names}
    if not any(wrong.values()):
        wrong = _between_files(files.parse, texts, own)
    if not any(wrong.values()):
        return _Boxes(ours, files.parse(*{**texts, **own}.values()))
    told: list[KsmError] = []
    for name, faults in wrong.items():
        if faults:
            told += [BoxError("shelf_box.set_aside", file=_shown(name)), *faults]
    return _Boxes(ours, ours, SetAside(told))


def _own_texts(names: Iterable[str]) -> tuple[dict[str, str], dict[str, Sequence[KsmError]]]:
    """The user's own files of these names, and the faults of those that cannot be read."""
    folder = own_folder()
    files = {} if folder is None else {name: folder / name for name in names}
    own: dict[str, str] = {}
    wrong: dict[str, Sequence[KsmError]] = {}
    for name, file in files.items():
        try:
            if file.is_file():
                own[name] = text_of(file, _shown(name))
        except BoxError as error:
            wrong[name] = (error,)
        except OSError as error:  # The folder may not be readable.
            wrong[name] = (unreadable(_shown(name), reason_of(error)),)
    return own, wrong


def _shown(name: str) -> str:
    """A file of the user's own, as pages name it: not by where a server keeps its files."""
    return f"{_FOLDER}/{name}"


def _within_files(
    parse: Callable[..., object], texts: Mapping[str, str], own: Mapping[str, str]
) -> dict[str, Sequence[KsmError]]:
    """The faults within each of the user's own files, whatever is in the others."""
    found: dict[str, Sequence[KsmError]] = {}
    for name, text in own.items():
        # With empty files for the others, so that its lines are not compared with theirs; what is
        # wrong with the empty ones is wrong beside our file, too.
        empty = dict.fromkeys(texts, "")
        of_empty = {*map(str, _faults(parse, {**empty, name: texts[name]}))}
        faults = _faults(parse, {**empty, name: text})
        found[name] = [fault for fault in faults if str(fault) not in of_empty]
    return found


def _between_files(
    parse: Callable[..., object], texts: Mapping[str, str], own: Mapping[str, str]
) -> dict[str, Sequence[KsmError]]:
    """The faults of the user's own files that are right one by one, but don't fit together.

    A fault is listed with each file that has it even with our other files; one that only several
    of the user's own have together is listed with all of them.
    """
    faults = _faults(parse, {**texts, **own})
    alone = {name: {*map(str, _faults(parse, {**texts, name: own[name]}))} for name in own}
    together = {str(fault) for fault in faults}.difference(*alone.values())
    return {name: [one for one in faults if str(one) in alone[name] | together] for name in own}


def _faults(parse: Callable[..., object], texts: Mapping[str, str]) -> tuple[KsmError, ...]:
    try:
        parse(*texts.values())
    except FaultyPosition as error:
        return error.faults
    except BoxError as error:
        return (error,)
    return ()
