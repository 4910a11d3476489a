"""Data files of the user's own, in the place of ours: a game's box is read from them."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from ksm_widgets.companions.data_file import BoxError, text_beside, text_of, unreadable
from ksm_widgets.progress.progress import data_folder
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.errors import FaultyPosition, KsmError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_B = TypeVar("_B")
_R = TypeVar("_R")


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
            wrong[name] = (unreadable(_shown(name), error.params["reason"]),)
        except OSError as error:  # Nobody may look into the folder.
            wrong[name] = (unreadable(_shown(name), reason_of(error)),)
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
    """The faults of the user's own files, by file; those between files are listed with each."""
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
