"""A game noted turn by turn while people play it at a real table (R3-R31).

Only uncovered tiles are known. Each newly uncovered tile has to be named before anything else; any
number of notes can be taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.game.match import Match, MatchError
from ksm_widgets.game.seats import Seat, Seating, calling_by_name, check_seats, public_infos
from ksm_widgets.game.steps import replay
from ksm_widgets.rules.arguments import read
from ksm_widgets.rules.deck import card, cards
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import GameError, KsmError
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.given import Given, covered, only_tops_seen
from ksm_widgets.rules.playthrough import MOST_MOVES
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Move, Variant
from ksm_widgets.rules.scoring import curse_points, magic_objects
from ksm_widgets.rules.stakes import Collected
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn, cost_fault
from ksm_widgets.solver.problem_reading import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.game.seats import SeatInfo
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.game import TurnRecord


class CorrectionError(MatchError):
    """A corrected tile with which a turn noted later can't have been played."""

    def __init__(self, who: str, round: int, fault: KsmError) -> None:
        super().__init__("match.correction", who=who, round=round)
        self.fault = fault

    def sentence(self, language: str = "en") -> str:
        """A sentence on whose turn it is, and what is wrong with it."""
        return f"{super().sentence(language)} {self.fault.sentence(language)}"


@dataclass(frozen=True, slots=True)
class NotedGame:
    """The notes on a game so far; `past` has the state before each note.

    >>> tops = "12345x abcdMy 54321z xyzabc dCSA12 345ab1"
    >>> noting = NotedGame.begin([Seat("Anna"), Seat("Bruno")], tops).cards([3, 7])
    >>> noting.actor, noting.asked
    (0, ())
    >>> noting = noting.play("dig a6 a5 b5")
    >>> [str(slot) for slot in noting.asked]
    ['a5:3', 'b5:3', 'a6:3']
    >>> noting.name(Tile.MUMMY).mine.stack("a5")[-1]
    Tile('z')
    """

    seats: tuple[Seat, ...]
    game: Game
    past: tuple[Self, ...] = field(default=(), repr=False)

    @classmethod
    def begin(
        cls,
        seats: Sequence[Seat],
        tops: str,
        *,
        edition_name: str = "en",
        variant: Variant = Variant.STANDARD,
        deck: tuple[Card, ...] | None = None,
    ) -> Self:
        """Begin with the mine's topmost tiles, 36 letters from a6 to f1, and a deck.

        Raises as Given.beginning, Setting and `check_seats` do.
        """
        given = Given.beginning(tops)
        deck = deck or cards()
        setting = Setting(len(seats), 0, edition(edition_name), variant, deck, given=given)
        check_seats(seats, setting.players)
        return cls(tuple(seats), Game.begin(setting))

    @classmethod
    def of(cls, match: Match) -> Self:
        """Continue a noted game; MatchError for any other.

        Its notes can be taken back, unless its record was written in another way.
        """
        if match.game.setting.given is None:
            raise MatchError("match.not_noted")
        noted = cls(match.seats, match.game)
        try:
            return noted._beginning(match.game)._noted_like(match.game)
        except KsmError:
            return noted

    @property
    def given(self) -> Given:
        """The facts known about the beginning by now."""
        given = self.game.setting.given
        assert given is not None, "a noted game has given facts"
        return given

    @property
    def match(self) -> Match:
        """The game as a match, to save or replay."""
        return Match.of(self.seats, self.game)

    @property
    def seating(self) -> Seating:
        """The table it is played at."""
        setting = self.game.setting
        sitters = tuple((seat.name, None) for seat in self.seats)
        return Seating(sitters, setting.edition.name, setting.variant)

    @property
    def mine(self) -> Position:
        """The mine as it is known, with `?` for a tile nobody has seen or named yet."""
        known = list(covered(self.game.position, self.game.covering).stacks)
        for slot in self.asked:
            at = slot.quarry.index
            known[at] = (*known[at][:-1], Tile.UNSEEN)
        return Position(tuple(known))

    @property
    def asked(self) -> tuple[Slot, ...]:
        """The places where uncovered tiles have to be named, before anything else."""
        slots = []
        for quarry, unseen in zip(QUARRIES, self.game.covering, strict=True):
            stack = self.given.mine.stack(quarry)
            if unseen < FULL_HEIGHT and stack[unseen] is Tile.UNSEEN:
                slots.append(Slot(quarry, unseen + 1))
        return tuple(slots)

    @property
    def seat_infos(self) -> tuple[SeatInfo, ...]:
        """The public part of each seat; the notes show what everybody holds."""
        holdings = [player.holding.tiles for player in self.game.players]
        held = [Collected(curse_points(tiles), magic_objects(tiles)) for tiles in holdings]
        known = zip(public_infos(self.game, self.seats), held, strict=True)
        return tuple(replace(info, collected=collected) for info, collected in known)

    @property
    def actor(self) -> int | None:
        """The digging seat; None while cards are chosen, and at the end."""
        return self.game.current

    def cards(self, numbers: Sequence[int]) -> Self:
        """Note the revealed cards, in the order of the seats (R6).

        Raises MatchError for another number of cards, GameError for one that was in another hand or
        has been played, CardError for one that does not exist.
        """
        self._expect_names()
        players = len(self.seats)
        if len(numbers) != players:
            raise MatchError("match.cards", found=len(numbers), expected=players)
        game = self._again(self.holding(numbers))
        with calling_by_name(self.seats):
            for seat, number in enumerate(numbers):
                game = game.choose(seat, number)
        return self._noted(game)

    def holding(self, numbers: Sequence[int]) -> Given:
        """The facts once the first seats have revealed these cards; raises as `cards` does."""
        given = self.given
        with calling_by_name(self.seats):
            for seat, number in enumerate(numbers):
                given = given.holding(seat, card(number).number, len(self.seats))
        return given

    def move(self, move: Move | str) -> Self:
        """Note a move; raises as Game.move does, and MatchError for one too many."""
        seat = self._digging()
        self._expect_moves(1)
        return self._noted(self.game.move(seat, move))

    def play(
        self,
        turn: Turn | str,
        *,
        unpaid: bool = False,
        added: Sequence[Tile] = (),
        shares: Sequence[Sequence[Tile]] | None = None,
    ) -> Self:
        """Note the end of a turn; for an `unpaid` one, the tiles added and who got which (R26).

        `shares` begin with the next player; without them, tiles are shared out at random. Raises as
        Game.play does, Unaffordable for a turn that cannot be paid, unless it is `unpaid`, and
        MatchError for a turn with too many moves.
        """
        seat, game, turn = self._digging(), self.game, read("turn", turn, Turn)
        self._expect_moves(len(turn.moves))
        fault = cost_fault((), (), game.account(seat, turn))
        if fault is not None and not unpaid:
            raise fault
        return self._noted(game.play(seat, turn, tuple(added), shares))

    def name(self, tile: Tile) -> Self:
        """Name the tile at the first of the places asked for.

        Raises MatchError if none is asked for or the tile is `?`, FaultyPosition if the box has no
        more tiles of its group.
        """
        if not self.asked or tile is Tile.UNSEEN:
            raise MatchError("match.not_now")
        slot = self.asked[0]
        return self._noted(self._again(self.given.named(slot.quarry, slot.level, tile)))

    @property
    def known(self) -> tuple[Slot, ...]:
        """The places whose tiles are known from the start of the game on, those named last first.

        The topmost tiles come after the uncovered ones.
        """
        uncovered: list[Slot] = []
        notings: list[NotedGame] = [*self.past, self]
        mine = notings[0].given.mine
        for noting in notings:
            after = noting.given.mine
            for quarry, had, has in zip(QUARRIES, mine.stacks, after.stacks, strict=True):
                if had != has:
                    pairs = enumerate(zip(had, has, strict=True), 1)
                    uncovered += [Slot(quarry, level) for level, (one, two) in pairs if one != two]
            mine = after
        tops = (Slot(quarry, FULL_HEIGHT) for quarry in QUARRIES)
        return (*reversed(uncovered), *tops)

    def corrected(self, slot: Slot, tile: Tile) -> Self:
        """Name a known tile otherwise, wherever it is by now; all later notes stay as they are.

        Raises MatchError for a place whose tile is not known yet, FaultyPosition if the box has no
        more tiles of that group, CorrectionError if a turn can't have been played like this.
        """
        if slot not in self.known or tile is Tile.UNSEEN:
            raise MatchError("match.not_known", slot=str(slot))
        given = self.given.named(slot.quarry, slot.level, tile)
        game = replace(self.game, setting=replace(self.game.setting, given=given))
        return self._beginning(game)._noted_like(game)

    def take_back(self) -> Self:
        """Take back the last note; MatchError if there is none."""
        if not self.past:
            raise MatchError("match.nothing_back")
        return self.past[-1]

    def _digging(self) -> int:
        self._expect_names()
        if self.game.current is None:
            raise GameError("game.choosing", "R6")
        return self.game.current

    def _expect_names(self) -> None:
        if self.asked:
            raise MatchError("match.name_first", slot=str(self.asked[0]))

    def _expect_moves(self, more: int) -> None:
        """Raise MatchError unless so many more moves fit into the turn: a record has no others."""
        if len(self.game.begun) + more > MOST_MOVES:
            raise MatchError("match.moves", most=MOST_MOVES)

    def _noted(self, game: Game) -> Self:
        return replace(self, game=game, past=(*self.past, self))

    def _beginning(self, game: Game) -> Self:
        """Before the first note on a game."""
        given = game.setting.given
        assert given is not None, "it is a noted game, too"
        tops = Given(covered(given.mine, only_tops_seen(given.mine)))
        return type(self)(self.seats, Game.begin(replace(game.setting, given=tops)))

    def _noted_like(self, game: Game) -> Self:
        """With the notes that lead to this game; CorrectionError for a turn that can't be noted."""
        noting = self
        for chosen, turns in game.rounds():
            numbers = [card.number for card in chosen if card is not None]
            if len(numbers) == len(chosen):
                noting = noting.cards(numbers)
            for record in turns:
                try:
                    noting = noting._played_like(record, game)
                except KsmError as fault:
                    who = self.seats[record.player].name
                    raise CorrectionError(who, noting.game.round, fault) from fault
        for begun in game.begun:
            noting = noting.move(begun.move)._named_like(game)
        return noting

    def _played_like(self, record: TurnRecord, game: Game) -> Self:
        """After a turn of this game, as it was settled."""
        noting, settled = self, record.settlement
        for move in record.turn.moves:
            noting = noting.move(move)._named_like(game)
        rest = replace(record.turn, moves=())
        if settled is None:
            return noting.play(rest)._named_like(game)
        shares = settled.shares
        unpaid = noting.play(rest, unpaid=True, added=settled.added, shares=shares)
        return unpaid._named_like(game)

    def _named_like(self, game: Game) -> Self:
        """With the names of uncovered tiles, as far as this game has them."""
        noting, given = self, game.setting.given
        assert given is not None, "it is a noted game, too"
        while noting.asked:
            slot = noting.asked[0]
            tile = given.mine.stack(slot.quarry)[slot.level - 1]
            if tile is Tile.UNSEEN:
                break
            noting = noting.name(tile)
        return noting

    def _again(self, given: Given) -> Game:
        """The same game, with more known of its beginning."""
        known = replace(self.game, setting=replace(self.game.setting, given=given))
        return replay(known, range(len(self.seats)))[-1].game
