"""Positions of Kingdom of Solomon for tasks, from games played at random, and their table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.acts import Block, Build, Discard, Pass, Pave, Score
from ksm_widgets.companions.kingdom.goods import Cubes, added, less, one_cube, read_cubes
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, standing
from ksm_widgets.companions.kingdom.rules import apply, legal, new_game
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import place_told
from ksm_widgets.companions.kingdom.text import position_text
from ksm_widgets.companions.places_table import PlacesTable
from ksm_widgets.companions.tasks import between, player_options, reasons_of
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.places import Place, Spot
    from ksm_widgets.companions.marking import Marks
    from ksm_widgets.companions.tasks import RuledWording
    from ksm_widgets.draw import Theme

A = TypeVar("A")

_GAMES, _MOST_ACTS = 60, 500
"""Games for each number of players, and the most acts of one."""
_LIKED: tuple[tuple[type[Build | Pave | Block], float], ...] = (
    (Build, 1.0),
    (Pave, 1.0),
    (Block, 0.3),
)
"""The works that players like to build, and how often they do if they can."""

because = reasons_of(NAME)


@dataclass(frozen=True, slots=True)
class KingdomTable(PlacesTable[Position]):
    """A position on the table of a task."""

    name = "companion_kingdom.name"
    told_at = staticmethod(place_told)
    written = staticmethod(position_text)

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> KingdomPicture:
        """The picture of the position with marks."""
        return KingdomPicture(self.position, theme, marks, language)


table = KingdomTable.of


def who(
    asked: RuledWording,
    position: Position,
    right: int | str,
    why: Phrase,
    other: str = "",
) -> Choose:
    """A question which of the players it is, or something else; all are told the same reason."""
    others = {other: Phrase(f"kingdom_task.{other}")} if other else {}
    return Choose(
        **asked,
        table=table(position),
        options=player_options(position.seats, right, lambda _: why, **others),
    )


def only(kind: type[A], acts: Iterable[object]) -> list[A]:
    """The acts of a kind."""
    return [act for act in acts if isinstance(act, kind)]


@lru_cache(maxsize=3 * _GAMES)
def _game(seed: int, players: int) -> tuple[Position, ...]:
    """A game act by act, played at random by players who like to build."""
    rng = Random(f"{NAME} tasks {seed}")
    position = new_game(seed, players)
    met = [position]
    while not position.is_over and len(met) < _MOST_ACTS:
        position = apply(position, _some_act(rng, position))
        met.append(position)
    return tuple(met)


def _some_act(rng: Random, position: Position) -> Act:
    acts = [act for act in legal(position) if not isinstance(act, Score)]
    if position.phase is Phase.MARKET and rng.random() < 0.5:
        return Pass()
    if position.phase is Phase.BUILD:
        for kind, often in _LIKED:
            fitting = only(kind, acts)
            if fitting and rng.random() < often:
                return chosen(rng, fitting)
        return Pass()
    return chosen(rng, acts)


def position_where(
    rng: Random,
    phase: Phase,
    wanted: Callable[[Position], bool] = lambda position: True,
    *,
    players: tuple[int, int] = (2, 4),
) -> Position:
    """A position of a game in a phase that is as wanted."""

    def make() -> Position | None:
        game = _game(below(rng, _GAMES), between(rng, *players))
        fitting = [one for one in game if one.phase is phase and not one.owing and wanted(one)]
        return chosen(rng, fitting) if fitting else None

    return until(make)


def sent(position: Position, seat: int, spots: Iterable[Spot]) -> Position:
    """The position in which only this seat's pawns stand on spots, and it resolves them next."""
    return resolving(position, seat, tuple(Pawn(spot, seat) for spot in spots))


def resolving(position: Position, seat: int, pawns: tuple[Pawn, ...]) -> Position:
    """The position with these pawns, all others at home, in which a seat resolves next."""
    return replace(
        position,
        phase=Phase.RESOLVE,
        turn=seat,
        done=position.order[: position.number(seat) - 1],
        pawns=pawns,
        left=(0,) * position.players,
        stood=standing(position.box, pawns),
        owing=(),
        collector=None,
        bought=False,
    )


def with_goods(position: Position, seat: int, goods: Cubes) -> Position | None:
    """The position in which a seat has exactly these cubes; None if there are too few."""
    position = position.with_cubes(seat, goods)
    return position if min(position.stock) >= 0 else None


def with_block(position: Position, *more: Cubes) -> Position | None:
    """The position in which the seat whose turn it is can just pay for the next block, and more.

    Cubes of any kind are food. None if there are too few.
    """
    step = position.box.steps[position.temple]
    free = read_cubes("f" * step.free)
    return with_goods(position, position.turn, added(step.cost, free, *more))


def block_of(position: Position, *, token: bool) -> Block:
    """The next block, paid as `with_block` has it."""
    return Block(token=token, free="f" * position.box.steps[position.temple].free)


def with_random_cubes(rng: Random, position: Position, seat: int, count: int) -> Position:
    """The position in which a seat has so many cubes, as far as the stock goes."""
    goods = (0,) * len(position.stock)
    bare = position.with_cubes(seat, goods)
    for _ in range(count):
        stock = less(bare.stock, goods)
        kinds = [kind for kind, left in enumerate(stock) if left > 0]
        if kinds:
            goods = added(goods, one_cube(chosen(rng, kinds)))
    return bare.with_cubes(seat, goods)


def with_random_hand(rng: Random, position: Position, seat: int, count: int) -> Position:
    """The position in which a seat has so many fortune cards from the pile, the others none."""
    hands = [card for hand in position.fortune for card in hand]
    cards = shuffled(rng, sorted([*position.pile, *hands]))
    hand, pile = tuple(sorted(cards[:count])), tuple(cards[count:])
    bare = replace(position, fortune=((),) * position.players, pile=pile)
    return bare.with_hand(seat, hand)


def with_random_tokens(rng: Random, position: Position, count: int) -> Position:
    """The position in which players have taken so many tokens, one after the other."""
    tokens, temple = (0,) * position.players, max(position.temple, count)
    bare = replace(position, tokens=tokens, favour=None, temple=temple)
    for _ in range(count):
        seat = chosen(rng, position.seats)
        bare = bare.with_tokens(seat, bare.token_count(seat) + 1)
    return bare


def played_out(position: Position) -> Position:
    """The position after everybody is done building, and has discarded what is too much."""
    while position.phase in (Phase.BUILD, Phase.DISCARD):
        discards = only(Discard, legal(position))
        position = apply(position, discards[0] if discards else Pass())
    return position
