"""An error in a callback is shown on the page: else nobody would see it."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Showing", "guarded"]

P = ParamSpec("P")


class Showing(Protocol):
    """A widget that can show that something went wrong."""

    def failed(self, error: Exception) -> None:
        """Show an error that nobody expected, and go on."""


W = TypeVar("W", bound=Showing)


def guarded(
    handler: Callable[Concatenate[W, P], None],
) -> Callable[Concatenate[W, P], None]:
    """A widget's callback, made so that the widget shows what goes wrong in it."""

    def guarded(self: W, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handler(self, *args, **kwargs)
        except Exception as error:
            self.failed(error)

    return wraps(handler)(guarded)
