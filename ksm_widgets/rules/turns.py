"""One player's turn on a position: moves, a dig, what they cost and what they gain (R14-R25)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, one_of, read
from ksm_widgets.rules.deck import CardLike, Shape, shape_of
from ksm_widgets.rules.errors import RuleError, TurnTextError, Unaffordable, UnseenTile
from ksm_widgets.rules.position import Position, dig_fault, moved, takings
from ksm_widgets.rules.quarries import Move, Quarry, Variant
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.rules.values import in_coins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_PARTS = ("moves", "dig", "with")
_MAX_TEXT = 10_000


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A player's turn with a card: moves, then at most one dig, with powers spent (R8, R11).

    `dig` is the set of quarries in the order of QUARRIES, or None for no dig.

    >>> import ksm_widgets as ksm
    >>> turn = ksm.Turn.parse("c1-d1 dig a1 b1 c1 with carpet")
    >>> turn.moves, len(turn.dig), turn.powers
    ((Move.parse('c1-d1'),), 3, frozenset({Power('carpet')}))
    >>> print(turn)
    moves c1-d1 dig a1 b1 c1 with carpet
    """

    moves: tuple[Move, ...] = ()
    dig: tuple[Quarry, ...] | None = None
    powers: frozenset[Power] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read a turn, the inverse of str(): any of `moves`, `dig` and `with`, or `-` for nothing.

        The word `moves` may be left out. Raises TurnTextError, or the error of the move
        or quarry that is wrong.
        """
        expect("text", text, str)
        if len(text) > _MAX_TEXT:
            raise TurnTextError("turn_text.long", found=len(text), most=_MAX_TEXT)
        words = text.split()
        if words and "-" in words[0][1:]:
            words.insert(0, "moves")
        parts: dict[str, list[str]] = {}
        for word in [] if words == ["-"] else words or [""]:
            if word in _PARTS and word not in parts:
                current = parts[word] = []
            elif parts and word not in _PARTS:
                current.append(word)
            else:
                raise TurnTextError("turn_text.unread", found=text[:60])
        try:
            powers = frozenset(map(Power, parts.get("with", [])))
        except ValueError:
            raise TurnTextError("turn_text.unread", found=text[:60]) from None
        return cls(
            moves=tuple(map(Move.parse, parts.get("moves", []))),
            dig=tuple(map(Quarry.parse, parts["dig"])) if "dig" in parts else None,
            powers=powers,
        )

    def __str__(self) -> str:
        parts = {
            "moves": tuple(map(str, self.moves)) or None,
            "dig": None if self.dig is None else tuple(map(str, self.dig)),
            "with": tuple(power.value for power in Power if power in self.powers) or None,
        }
        said = (" ".join([part, *words]) for part, words in parts.items() if words is not None)
        return " ".join(said) or "-"

    def __repr__(self) -> str:
        return f"Turn.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Account:
    """The costs of a turn and the money that pays for them, in coins (R14-R17, R24, R25)."""

    moves: int
    curses: int
    treasures: int
    money: int

    @property
    def due(self) -> int:
        """The cost of moves and curses together."""
        return self.moves + self.curses

    @property
    def left(self) -> int:
        """Money after the turn is paid; negative if it cannot be."""
        return self.money + self.treasures - self.due

    def figures(self) -> dict[str, int]:
        """Every figure by name, to fill in a sentence."""
        return {
            "moves": self.moves,
            "curses": self.curses,
            "due": self.due,
            "money": self.money,
            "treasures": self.treasures,
            "left": self.left,
        }

    @property
    def affordable(self) -> bool:
        """Whether coins, treasures held and treasures just dug cover the cost (R25)."""
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played: every position on the way, the tiles dug, the account.

    `positions` are the start, the position after each move and, if there was a dig, the one after
    it. `taken` is in the order of the dig's quarries.
    """

    positions: tuple[Position, ...]
    taken: tuple[Tile, ...]
    account: Account

    @property
    def position(self) -> Position:
        """The position after the turn."""
        return self.positions[-1]


def account(moves: int, taken: Iterable[Tile], powers: frozenset[Power], money: int) -> Account:
    """The account of a turn with so many moves and these tiles dug, for a player with `money`."""
    tiles = tuple(taken)
    return Account(
        moves=moves,
        curses=0 if Power.AMULET in powers else sum(tile.curse for tile in tiles),
        treasures=sum(tile.treasure for tile in tiles),
        money=money,
    )


def carried_out(
    position: Position,
    turn: Turn,
    shape: Shape,
    *,
    money: int,
    variant: Variant = Variant.STANDARD,
) -> Played:
    """Play a turn step by step, whether or not it can be paid in the end.

    Raises MoveError or DigError at the first illegal step.
    """
    positions = [position]
    for move in turn.moves:
        positions.append(moved(positions[-1], move, variant))
    taken: tuple[Tile, ...] = ()
    if turn.dig is not None:
        dig = tuple(sorted(set(turn.dig)))
        fault = dig_fault(positions[-1], dig, shape, turn.powers)
        if fault is not None:
            raise fault
        taken = takings(positions[-1], dig)
        positions.append(positions[-1].lifted(dig))
    return Played(tuple(positions), taken, account(len(turn.moves), taken, turn.powers, money))


def play(
    position: Position,
    turn: Turn | str,
    shape: CardLike,
    *,
    money: int,
    variant: Variant | str = Variant.STANDARD,
    unseen: bool = True,
) -> Played:
    """Play a whole turn, which must be legal and affordable.

    Turn, shape and variant may be given as text, the shape also as a card or its number.

    Raises MoveError or DigError at the first illegal step, UnseenTile if a `?` is dug and `unseen`
    is False (R33), and Unaffordable if the money is not enough in the end (R25). A Game does not
    refuse that last case but settles it by R26.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("5,4,3z")
    >>> played = ksm.play(mine, "moves c1-d1 dig a1 b1 c1", "###", money=1)
    >>> played.account.due, played.account.left, played.position == ksm.Position.near("-,-,-,z")
    (1, 12, True)
    >>> ksm.play(played.position, ksm.Turn.parse("dig d1"), ksm.Shape.parse("#"), money=2)
    Traceback (most recent call last):
    ksm_widgets.rules.errors.Unaffordable: You cannot pay for this turn: ...
    """
    expect("position", position, Position)
    turn, shape = read("turn", turn, Turn), shape_of("shape", shape)
    expect("money", money, int)
    variant = one_of("variant", variant, Variant)
    played = carried_out(position, turn, shape, money=money, variant=variant)
    dig = tuple(sorted(set(turn.dig or ())))
    fault = cost_fault(dig, played.taken, played.account, unseen=unseen)
    if fault is not None:
        raise fault
    return played


def cost_fault(
    dig: tuple[Quarry, ...], taken: tuple[Tile, ...], account: Account, *, unseen: bool = True
) -> UnseenTile | Unaffordable | None:
    """The reason why a turn with legal steps is still not allowed, or None (R25, R33).

    `taken` is in the order of the dig's quarries.
    """
    if not unseen and Tile.UNSEEN in taken:
        blind = [q for q, tile in zip(dig, taken, strict=True) if tile is Tile.UNSEEN]
        return UnseenTile("illegal.unseen_tile", "R33", blind, unseen=blind)
    if not account.affordable:
        return Unaffordable("illegal.unaffordable", "R25", dig, **account.figures())
    return None


def turn_fault(
    position: Position,
    turn: Turn,
    shape: Shape,
    *,
    money: int,
    variant: Variant = Variant.STANDARD,
    unseen: bool = True,
) -> RuleError | None:
    """The error that `play` would raise for a turn, or None if it is allowed."""
    try:
        play(position, turn, shape, money=money, variant=variant, unseen=unseen)
    except RuleError as fault:
        return fault
    return None


@dataclass(frozen=True, slots=True)
class Balance:
    """The account of a turn, and the worth of the tiles that are not money: `others`, in coins.

    Money left pays for later turns (R25); the net is what the turn gains, with each tile dug at
    its worth to the player. `dug` says whether the dig has been made. `kept` is the worth of the
    objects spent if they were kept; it is taken off the net.
    """

    account: Account
    others: Decimal = Decimal(0)
    dug: bool = False
    kept: Decimal = Decimal(0)

    @classmethod
    def of(
        cls, account: Account, taken: Iterable[Tile], worth: Callable[[Tile], int | None]
    ) -> Balance:
        """The balance of a turn that digs these tiles; without any it has not been dug yet.

        `worth` gives the worth of a tile in thousandths of a coin, or None for nothing; treasures
        are money, so they are in the account.
        """
        tiles = tuple(taken)
        others = sum(worth(tile) or 0 for tile in tiles if tile.group is not Group.TREASURE)
        return cls(account, in_coins(others), dug=bool(tiles))

    @property
    def net(self) -> Decimal:
        """The gain: all that is dug at its worth, less what is paid and spent."""
        return self.account.treasures + self.others - self.account.due - self.kept
