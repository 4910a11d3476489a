"""A game between people on one device and bots, as a value.

Each act is a method that returns the match afterwards, or raises if it is not allowed. To show a
match, use `phase`, `actor`, `view`, `mine`, `seat_infos` and `steps`: the game itself also knows
what is secret (R33).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.game import steps as stepwise
from ksm_widgets.game.seats import Seat, calling_by_name, check_seats, public_infos
from ksm_widgets.game.steps import Kind, Step, Steps
from ksm_widgets.players.bots import card_of, rest_of_turn
from ksm_widgets.rules.arguments import read
from ksm_widgets.rules.deck import cards
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import GameError, KsmError
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.given import covered
from ksm_widgets.rules.playthrough import MOST_MOVES
from ksm_widgets.rules.position import legal_moves
from ksm_widgets.rules.quarries import Move, Variant
from ksm_widgets.rules.scoring import winners
from ksm_widgets.rules.turns import Turn, cost_fault
from ksm_widgets.rules.views import view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.game.seats import SeatInfo
    from ksm_widgets.rules import Position, Score, Tile, View
    from ksm_widgets.rules.deck import Card


class MatchError(KsmError):
    """An act out of turn, or a turn with too many moves."""


class Phase(Enum):
    """The step that the match is waiting for."""

    HAND_OVER = "hand_over"
    """The device goes to `actor`: nothing secret is shown until `sit_down`."""
    CHOOSE = "choose"
    """The person at the device lays down a card: `choose`."""
    WATCH = "watch"
    """A bot acts: `step`, until it is done."""
    REVEAL = "reveal"
    """All cards have just been turned over: `step` continues."""
    DIG = "dig"
    """The person at the device has their turn: `move`, `take_back`, `play`."""
    ADD = "add"
    """The turn cannot be paid, and its player chooses tiles to add: `add` (R26)."""
    OVER = "over"
    """The game has ended, and everything is open."""


OTHERS = (Phase.WATCH, Phase.REVEAL)
"""The phases in which the others' turns are shown."""


@dataclass(frozen=True, slots=True)
class Adding:
    """A turn that cannot be paid, to which `count` of the tiles `held` must be added (R26)."""

    turn: Turn
    count: int
    held: tuple[Tile, ...]

    @classmethod
    def to(cls, turn: Turn, game: Game) -> Self:
        """The tiles due if the digging player's `turn` cannot be paid; raises as Game.play does."""
        assert game.current is not None, "somebody digs"
        spent = [power.tile for power in turn.powers]
        held = game.players[game.current].holding.without(spent).tiles
        return cls(turn, game.tiles_to_add(game.current, turn), held)

    @property
    def choice(self) -> bool:
        """Whether there is a choice of tiles."""
        return 0 < self.count < len(self.held)


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment; seats are counted from 0.

    `steps` is everything that happened, from the deal on. `eyes` is the seat of the person at the
    device: always the same with one person; with several, None until the next one sits down.
    `adding` is the turn that waits in Phase.ADD, `conceded` the seat that gave up, `begun` when the
    match began, in milliseconds since 1970, and `title` the name that its user gave it.

    >>> match = Match.begin([Seat("Anna"), Seat("Berta", "cautious")], seed=7)
    >>> match.phase.value, match.view.holding.coins, match.seat_infos[1].cards_left
    ('choose', 10, 12)
    >>> match = match.choose(match.view.hand[0].number)
    >>> match = match.step()
    >>> match.phase.value, match.steps[-1].kind.value
    ('reveal', 'revealed')
    >>> while match.phase in (Phase.REVEAL, Phase.WATCH):
    ...     match = match.step()
    >>> match.phase.value, match.actor
    ('dig', 0)
    """

    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    eyes: int | None = None
    looked: bool = False
    adding: Adding | None = None
    conceded: int | None = None
    begun: int = field(default=0, compare=False)
    title: str = field(default="", compare=False)
    plan: Turn | None = field(default=None, compare=False, repr=False)
    """The rest of the turn that the current bot has planned, if it has."""

    @classmethod
    def begin(
        cls,
        seats: Sequence[Seat],
        *,
        seed: int,
        edition_name: str = "en",
        variant: Variant = Variant.STANDARD,
        deck: tuple[Card, ...] | None = None,
        begun: int = 0,
    ) -> Self:
        """Deal a new game (R3, R4) from a deck, by default the built-in cards.

        Raises SeatError, and as Setting and `edition` do.
        """
        setting = Setting(len(seats), seed, edition(edition_name), variant, deck or cards())
        return cls.of(seats, Game.begin(setting), begun=begun)

    @classmethod
    def of(
        cls,
        seats: Sequence[Seat],
        game: Game,
        *,
        conceded: int | None = None,
        begun: int = 0,
    ) -> Self:
        """The match for a game so far, with all its steps; raises SeatError.

        With several people nobody has the device yet.
        """
        check_seats(seats, len(game.players))
        persons = [at for at, seat in enumerate(seats) if seat.person]
        order = sorted(range(len(seats)), key=lambda at: (not seats[at].person, at))
        steps = stepwise.replay(game, order)
        if conceded is not None:
            steps = (*steps, Step(Kind.CONCEDED, game, conceded))
        return cls(
            tuple(seats),
            steps,
            eyes=persons[0] if len(persons) == 1 else None,
            looked=len(game.waiting) < len(seats) or bool(game.begun),
            conceded=conceded,
            begun=begun,
        )

    @property
    def game(self) -> Game:
        """The game now; it knows all secrets."""
        return self.steps[-1].game

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.person)

    @property
    def persons_done(self) -> bool:
        """Whether no person has anything left to do: others play the rest."""
        here = [self.game.players[at] for at in self.persons]
        return not any(player.hand or player.chosen for player in here)

    @property
    def noted(self) -> bool:
        """Whether it was played at a real table and noted."""
        return self.game.setting.given is not None

    @property
    def over(self) -> bool:
        """Whether the last card has been played, or somebody has given up."""
        return self.game.over or self.conceded is not None

    @property
    def actor(self) -> int | None:
        """The seat to act next, None at the end.

        People lay down their cards before bots, the person at the device before the others.
        """
        game = self.game
        if self.over:
            return None
        if game.current is not None:
            return game.current
        left = [at for at, player in enumerate(game.players) if player.chosen is None]
        return min(left, key=lambda at: (not self.seats[at].person, at != self.eyes, at))

    @property
    def phase(self) -> Phase:
        """The step that the match is waiting for."""
        game, actor = self.game, self.actor
        if actor is None:
            return Phase.OVER
        if not self.looked and len(game.waiting) == len(self.seats):
            return Phase.REVEAL
        if not self.seats[actor].person:
            return Phase.WATCH
        if self.eyes != actor:
            return Phase.HAND_OVER
        if game.current is None:
            return Phase.CHOOSE
        return Phase.DIG if self.adding is None else Phase.ADD

    @property
    def nothing_moves(self) -> bool:
        """Whether a turn begins in a mine where no tile can move, such as a new one (R13)."""
        game = self.game
        begins = self.phase is Phase.DIG and not game.begun
        return begins and not legal_moves(game.position, game.setting.variant)

    @property
    def view(self) -> View | None:
        """The view of the person at the device; None while nobody is there."""
        return None if self.eyes is None else view(self.game, self.eyes)

    @property
    def mine(self) -> Position:
        """The mine as everybody knows it (R33)."""
        return covered(self.game.position, self.game.covering)

    @property
    def round(self) -> int:
        """The round being played."""
        return self.game.round

    @property
    def board_help(self) -> str:
        """The key of the help on the board's keys."""
        return "at_table.board_help"

    @property
    def seat_infos(self) -> tuple[SeatInfo, ...]:
        """The public part of each seat."""
        return public_infos(self.game, self.seats)

    @property
    def scores(self) -> tuple[Score, ...]:
        """Each seat's points at the end; MatchError before, as they are secret."""
        if not self.over:
            raise MatchError("match.not_over")
        return self.game.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points at the end, except one that gave up (R28); none before."""
        if self.conceded is None:
            return self.game.winners
        others = [at for at in range(len(self.seats)) if at != self.conceded]
        return tuple(others[at] for at in winners([self.scores[other] for other in others]))

    def sit_down(self) -> Self:
        """The person to act next takes the device."""
        self._expect(Phase.HAND_OVER)
        return replace(self, eyes=self.actor)

    def choose(self, number: int) -> Self:
        """Lay down the card with this number; raises as Game.choose does."""
        with calling_by_name(self.seats):
            return self._done(stepwise.choose(self.steps, self._acting(Phase.CHOOSE), number))

    def move(self, move: Move | str) -> Self:
        """Move a tile; everybody sees what it uncovers.

        Raises MoveError for a move the rules forbid, MatchError for one too many.
        """
        seat = self._acting(Phase.DIG)
        if len(self.game.begun) >= MOST_MOVES:
            raise MatchError("match.moves", most=MOST_MOVES)
        made = stepwise.move(self.steps, seat, read("move", move, Move))
        return replace(self, steps=made)

    def play(self, turn: Turn | str, *, unpaid: bool = False) -> Self:
        """End the turn: further moves, dig and objects, or `-` for no dig.

        A turn that cannot be paid raises Unaffordable (R25). With `unpaid` it ends as in R26, after
        Phase.ADD where there is a choice of tiles. Raises as Game.play does.
        """
        seat, rest = self._acting(Phase.DIG), read("turn", turn, Turn)
        if len(self.game.begun) + len(rest.moves) > MOST_MOVES:
            raise MatchError("match.moves", most=MOST_MOVES)
        fault = cost_fault(rest.dig or (), (), self.game.account(seat, rest))
        if fault is not None:
            if not unpaid:
                raise fault
            adding = Adding.to(rest, self.game)
            if self.game.setting.edition.offender_chooses and adding.choice:
                return replace(self, adding=adding)
        return self._done(stepwise.play(self.steps, seat, rest))

    def add(self, tiles: Sequence[Tile]) -> Self:
        """Add these tiles to the turn that cannot be paid (R26); raises GameError for wrong ones.

        `take_back` returns to the turn.
        """
        seat = self._acting(Phase.ADD)
        assert self.adding is not None, "there is a turn to add tiles to"
        if not tiles:  # Without tiles, Game.play would choose them.
            count = self.adding.count
            raise GameError("game.wrong_choice", "R26", found=0, expected=count)
        added = stepwise.play(self.steps, seat, self.adding.turn, tuple(tiles))
        return self._done(added)

    def take_back(self) -> Self:
        """Take back the last act, unless somebody learned something from it.

        That is one's own card laid face down, until the next one or the next player sits down; a
        move that uncovered no new tile; or a turn that waits for tiles to add. Raises GameError for
        a move that uncovered one (R33), MatchError where there is nothing to take back.
        """
        if self.phase is Phase.ADD:
            return replace(self, adding=None)
        if self.phase is Phase.DIG and self.actor is not None:
            self.game.take_back(self.actor)
            return replace(self, steps=self.steps[:-1])
        last = self.steps[-1]
        own = last.seat in (self.persons if self.eyes is None else (self.eyes,))
        if last.kind is Kind.CHOSEN and own:
            return replace(self, steps=self.steps[:-1])
        raise MatchError("match.nothing_back")

    @property
    def can_take_back(self) -> bool:
        """Whether there is an act to take back."""
        try:
            self.take_back()
        except KsmError:
            return False
        return True

    def concede(self) -> Self:
        """The person at the device gives up, which ends the game."""
        if self.eyes is None or self.over:
            raise MatchError("match.not_now")
        steps = (*self.steps, Step(Kind.CONCEDED, self.game, self.eyes))
        return replace(self, steps=steps, conceded=self.eyes, adding=None, plan=None)

    def step(self) -> Self:
        """Take one step while no person has to act.

        A bot lays down a card, moves a tile, or digs and pays; it may take a moment to think. After
        a reveal, play continues.
        """
        if self.phase is Phase.REVEAL:
            return replace(self, looked=True)
        seat, game = self._acting(Phase.WATCH), self.game
        bot = self.seats[seat].bot
        if game.current is None:
            return self._done(stepwise.choose(self.steps, seat, card_of(game, seat, bot)))
        turn = rest_of_turn(game, bot) if self.plan is None else self.plan
        if not turn.moves:
            return self._done(stepwise.play(self.steps, seat, turn))
        steps = stepwise.move(self.steps, seat, turn.moves[0])
        rest: Turn | None = replace(turn, moves=turn.moves[1:])
        if bot.looks and steps[-1].game.covering != game.covering and rest != Turn():
            rest = None
        return replace(self, steps=steps, plan=rest)

    def _acting(self, phase: Phase) -> int:
        """The seat that acts in this phase; MatchError in another."""
        self._expect(phase)
        assert self.actor is not None, "somebody has to act before the end"
        return self.actor

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise MatchError("match.not_now")

    def _done(self, steps: Steps) -> Self:
        """After a choice or a turn: with several people, nobody has the device."""
        revealed = steps[-1].kind is Kind.REVEALED
        return replace(
            self,
            steps=steps,
            eyes=self.eyes if len(self.persons) == 1 else None,
            looked=self.looked and not revealed,
            adding=None,
            plan=None,
        )
