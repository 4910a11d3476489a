"""Shared parts of the tasks about games on the shelf: words, rules, options, positions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.course.material import disordered, until
from ksm_widgets.tasks.choose import Option, Order, options
from ksm_widgets.tasks.numbers import worded_field
from ksm_widgets.tasks.task import Wording, worded
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from random import Random

    from ksm_widgets.companions.places_table import PlacesTable
    from ksm_widgets.tasks.numbers import Mistakes, Number, NumberField

T = TypeVar("T")


class RuledWording(Wording):
    """A task's sentences and its rules, as its constructor takes them."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """The rules of a game that a task is about, the main one first."""

    game: str
    rules: tuple[str, ...]

    def ask(self, key: str, hints: int = 2, /, **params: object) -> RuledWording:
        """The question of a key with its hints, about these rules."""
        return {**worded(f"{self.game}_task.{key}", hints, **params), "rules": self.rules}

    def order(self, rng: Random, key: str, rules: Mapping[str, str], names: list[str]) -> Order:
        """The task to put parts in order; `rules` has one for each part's reason."""
        part = f"{self.game}_task.{key}_"
        parts = self.options(
            key, names, names, lambda name: Phrase(f"{part}{name}_why", rule=rules[name])
        )
        return _order(rng, self.ask(key, 1), parts)

    def options(
        self,
        key: str,
        names: Collection[str],
        right: str | Collection[str],
        why: Callable[[str], Phrase],
    ) -> tuple[Option, ...]:
        """Options with their words under a key, and reasons."""
        return options(f"{self.game}_task.{key}_", names, right, why=why)

    def field(
        self,
        name: str,
        key: str,
        value: Number,
        rule: str,
        mistakes: Mistakes | None = None,
        working: str = "",
        **params: object,
    ) -> NumberField:
        """A number to fill in, with its words under a key."""
        return worded_field(
            name, f"{self.game}_task.{key}_", value, rule, mistakes, working, **params
        )

    def mainly(self, rule: str) -> Self:
        """The same with another main rule."""
        return replace(self, rules=(rule, *(one for one in self.rules if one != rule)))


def reasons_of(game: str) -> Callable[..., Phrase]:
    """A function for a reason in a game's tasks, with its rule."""

    def because(key: str, rule: str, /, **params: object) -> Phrase:
        return Phrase(f"{game}_task.{key}", params, rule)

    return because


def only(kind: type[T], acts: Iterable[object]) -> list[T]:
    """The acts of a kind."""
    return [act for act in acts if isinstance(act, kind)]


def player_option(seat: int, why: Phrase, *, right: bool) -> Option:
    """A player as an option."""
    return Option(str(seat), player_phrase(seat), right, why)


def player_options(
    seats: Iterable[int], right: int | str, why: Callable[[str], Phrase], **others: Phrase
) -> tuple[Option, ...]:
    """The players as options, and others by name; one of them is right, `why` has the reasons."""
    labels = {**{str(seat): player_phrase(seat) for seat in seats}, **others}
    return tuple(
        Option(name, label, name == str(right), why(name)) for name, label in labels.items()
    )


def players_in_order(
    rng: Random,
    asked: RuledWording,
    seats: Sequence[int],
    why: Phrase,
    table: PlacesTable[Any] | None = None,
) -> Order:
    """The task to put players in order; `why` is the reason for all of it."""
    players = tuple(player_option(seat, why, right=True) for seat in seats)
    return _order(rng, asked, players, table)


def _order(
    rng: Random,
    asked: RuledWording,
    in_order: tuple[Option, ...],
    table: PlacesTable[Any] | None = None,
) -> Order:
    """The task to put options in order, which they are in already."""
    shown = disordered(rng, [option.name for option in in_order])
    return Order(**asked, table=table, options=in_order, shown=tuple(shown))


def wanted_position(
    rng: Random, game: Callable[[], Iterable[T]], wanted: Callable[[T], bool], chance: float
) -> T:
    """A wanted position of the first game that has one.

    Each is taken with this chance; if none of the game's is, the last one.
    """

    def make() -> T | None:
        last = None
        for position in game():
            if wanted(position):
                last = position
                if rng.random() < chance:
                    break
        return last

    return until(make)
