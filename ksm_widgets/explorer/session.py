"""An explorer session as a value: what undo brings back, and what the hand is doing.

Commands are functions from a session to the next one: `editing`, `entering`, `playing`, `plans`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.explorer.situation import Attempt, Query, Situation, dig_refusal
from ksm_widgets.mine.hand import Hand, HandMode, Playable
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.given import covered, only_tops_seen, uncovered_by
from ksm_widgets.rules.position import moved
from ksm_widgets.rules.quarries import FULL_HEIGHT
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.telling.hints import HintLevel

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card, Placement
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.policy import Policy
    from ksm_widgets.telling.phrases import Notice


MOST_UNDO = 500
"""The number of steps that undo remembers."""


class Mode(Enum):
    """The mode: what a touch on the board does."""

    EDIT = "edit"
    """Set up: tiles are placed, removed and moved freely."""
    PLAY = "play"
    """Play a turn by the rules."""


class Tool(Enum):
    """The tool in use: what a touch on the board does within its mode."""

    PLACE = "place"
    ERASE = "erase"
    TABLE = "table"
    """Enter a real mine: height, topmost tile, next quarry."""
    MOVE = "move"
    DIG = "dig"

    @property
    def mode(self) -> Mode | None:
        """The mode the tool belongs to; None for both."""
        if self is Tool.MOVE:
            return None
        return Mode.PLAY if self is Tool.DIG else Mode.EDIT

    def in_mode(self, mode: Mode) -> Tool:
        """The same tool if the mode has it, or else the one that the mode begins with."""
        if self.mode in (None, mode):
            return self
        return Tool.MOVE if mode is Mode.PLAY else Tool.PLACE


@dataclass(frozen=True, slots=True)
class ShownPlans:
    """Plans found, which of them is on the board, and after how many of its steps.

    They answer `question`. The plans are whole turns that begin with the moves made when it was
    asked; `answer` is about the rest of the turn then. Those asked for come first, as many as
    `listed`; `choices` are the places of the best with each set of the objects ticked, best first.
    `hidden` plans are for hints only. With a `policy` they react to what shows: if it wants a look,
    the first plan leads there and the other is the best without one.
    """

    question: Query
    answer: Answer
    plans: tuple[Plan, ...]
    listed: int
    choices: tuple[int, ...] = ()
    chosen: int = 0
    step: int = 0
    hidden: bool = False
    policy: Policy | None = None

    @property
    def plan(self) -> Plan | None:
        """The plan on the board, or None if there is none at all."""
        return self.plans[self.chosen] if self.plans else None

    @property
    def begun(self) -> int:
        """The number of the player's own moves with which the plans begin."""
        return len(self.question.made)

    @property
    def look(self) -> Quarry | None:
        """The quarry where the plan on the board ends with a look; None if it does not."""
        return self.policy.look if self.policy is not None and self.chosen == 0 else None


@dataclass(frozen=True, slots=True)
class State:
    """The state that undo and redo restore: situation, own turn so far, plans shown.

    `watching` is whether the board shows the plan, rather than the player's own turn. `anew` is
    whether searches begin at the start of the turn, rather than at the board as it is. `hinted` is
    the number of the plan's moves that had been made at the last hint.
    """

    situation: Situation = field(default_factory=Situation)
    mode: Mode = Mode.EDIT
    moves: tuple[Move, ...] = ()
    dig: Placement | None = None
    shown: ShownPlans | None = None
    watching: bool = False
    hint_level: HintLevel = HintLevel.NONE
    hinted: int = 0
    anew: bool = False
    attempt: Attempt = field(init=False, repr=False, compare=False)
    """The player's own turn so far."""

    faults: tuple[KsmError, ...] = field(init=False, repr=False, compare=False)
    """All faults of the situation's mine."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "attempt", Attempt(self.situation, self.moves, self.dig))
        object.__setattr__(self, "faults", self.situation.position.faults())

    @property
    def watched(self) -> tuple[Plan, int] | None:
        """The plan on the board and the step it is at, if one is watched."""
        shown = self.shown
        if shown is None or shown.plan is None or not self.watching:
            return None
        return shown.plan, shown.step

    @property
    def plan(self) -> Plan | None:
        """The plan on the board, if one is watched."""
        watched = self.watched
        return None if watched is None else watched[0]

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that lead to the board shown: the plan's if one is watched."""
        watched = self.watched
        return self.moves if watched is None else watched[0].turn.moves[: watched[1]]

    @property
    def dug(self) -> bool:
        """Whether the board shows the mine after a dig."""
        watched = self.watched
        if watched is None:
            return self.dig is not None
        plan, step = watched
        return step > len(plan.turn.moves)

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves that a search takes as made; after the dig, none."""
        return () if self.anew or self.dig is not None else self.moves

    @property
    def follows(self) -> bool:
        """Whether the chosen plan begins with the own turn so far."""
        if self.shown is None or self.shown.plan is None or self.dig is not None:
            return False
        return self.shown.plan.turn.moves[: len(self.moves)] == self.moves

    @property
    def look_due(self) -> Quarry | None:
        """The quarry to look at now; None before a plan has led there."""
        shown = self.shown
        if shown is None or shown.plan is None or self.dig is not None:
            return None
        made = shown.plan.turn.moves[: shown.step] if self.watching else self.moves
        return shown.look if made == shown.plan.turn.moves else None

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start of the turn to what the board shows now."""
        watched = self.watched
        if watched is None:
            return self.attempt.positions
        plan, step = watched
        return plan.positions[: step + 1]


_HAND_MODES = {Tool.MOVE: HandMode.MOVE, Tool.DIG: HandMode.LAY}
"""The hand's mode for a tool; other tools are the explorer's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session: its state with past and future, the tool in use, and the hand.

    `high` is the height entered for the cursor's quarry, until its topmost tile is entered, `usual`
    the one entered last; `asked` is an unseen tile to be named. `loss` is the number of own moves
    after which the first coin was lost, if the last verdict said so. `own` are the cards of the
    user's own game, which join whatever is loaded; `replacing` is a card file that has other shapes
    for them, and waits to be chosen again.
    """

    state: State = field(default_factory=State)
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    hand: Hand = field(default_factory=Hand)
    tool: Tool = Tool.PLACE
    brush: Tile = Tile.TREASURE_1
    high: int | None = None
    usual: int = FULL_HEIGHT
    asked: Slot | None = None
    covered: bool = False
    notice: Notice | None = None
    loss: int | None = None
    own: tuple[Card, ...] = ()
    replacing: str = ""

    @property
    def situation(self) -> Situation:
        """The situation set up."""
        return self.state.situation

    @property
    def mode(self) -> Mode:
        """The mode: what a touch on the board does."""
        return self.state.mode

    @property
    def position(self) -> Position:
        """The mine on the board now."""
        return self.state.positions[-1]

    @property
    def seen_position(self) -> Position:
        """The mine as it is shown: in the covered view `?` for what nobody has seen (R33)."""
        if not self.covered:
            return self.position
        positions = self.state.positions
        return covered(positions[-1], uncovered_by(only_tops_seen(positions[0]), positions))

    @property
    def question(self) -> Query:
        """The question to the solver, which in the covered view knows what has been seen (R33)."""
        made, situation = self.state.made, self.situation
        if self.covered:
            start = situation.position
            reached = self.state.attempt.positions[: len(made) + 1]
            seen = uncovered_by(only_tops_seen(start), reached)
            situation = replace(situation, position=covered(start, seen))
        return Query(situation, made)

    @property
    def faults(self) -> tuple[KsmError, ...]:
        """All faults of the situation's mine."""
        return self.state.faults

    @property
    def playable(self) -> Playable:
        """The moves and digs open to the hand on the board."""
        situation, state = self.situation, self.state
        turn_over = self.mode is Mode.PLAY and state.dig is not None
        return Playable(
            position=self.position,
            mode=HandMode.TAP if turn_over else _HAND_MODES.get(self.tool, HandMode.TAP),
            variant=situation.variant if self.mode is Mode.PLAY else None,
            shape=situation.card.shape,
            powers=situation.powers,
            fault=partial(dig_refusal, state.attempt),
            moves=state.moves,
        )

    @property
    def unseen_tile(self) -> Slot | None:
        """The unseen tile that can be named now.

        That is the one asked about, in hand, to be looked at, or uncovered by the last move.
        """
        if self.asked is not None:
            return self.asked if self.asked in self.unseen_on(self.asked.quarry) else None
        if self.hand.picked is not None:
            return self._unseen_top(self.hand.picked)
        if self.state.look_due is not None:
            return self._unseen_top(self.state.look_due)
        moves = self.state.played
        if not moves or self.state.dug or self.mode is not Mode.PLAY:
            return None
        return self._unseen_top(moves[-1].source)

    def unseen_on(self, quarry: Quarry) -> tuple[Slot, ...]:
        """The unseen tiles of a quarry, from the top."""
        stack = self._known.stack(quarry)
        levels = range(len(stack), 0, -1)
        return tuple(Slot(quarry, level) for level in levels if stack[level - 1] is Tile.UNSEEN)

    def _unseen_top(self, quarry: Quarry) -> Slot | None:
        mine = self._known
        hidden = mine.top(quarry) is Tile.UNSEEN
        return Slot(quarry, mine.height(quarry)) if hidden else None

    @property
    def _known(self) -> Position:
        """The mine on the board with all its known tiles; a plan knows only those that show."""
        state = self.state
        if state.plan is None:
            return self.position
        mine = moved(state.situation.position, state.played, state.situation.variant)
        return mine.lifted(state.plan.dig or ()) if state.dug else mine

    @property
    def looked(self) -> bool:
        """Whether the own turn has come to where a look is due, and the tile shows."""
        quarry = self.state.look_due
        if quarry is None or self.state.watching:
            return False
        return self.seen_position.top(quarry) is not Tile.UNSEEN

    @property
    def follows_plan(self) -> bool:
        """Whether the plan found last still answers what to do now, so that a hint needs no search.

        It does as long as the player follows it.
        """
        state = self.state
        shown, asked = state.shown, self.question
        if state.dig is not None or (shown is not None and shown.question == asked):
            return True
        if shown is None or not shown.plans or shown.question.situation != asked.situation:
            return False
        made = len(asked.made)
        return made > shown.begun and shown.plans[0].turn.moves[:made] == asked.made

    @property
    def hint_level(self) -> HintLevel:
        """The hint level reached, NONE if the plan found last does not fit any more."""
        return self.state.hint_level if self.follows_plan else HintLevel.NONE

    @property
    def holds_card(self) -> bool:
        """Whether the card is under the pointer, to be laid for a dig."""
        state = self.state
        return self.tool is Tool.DIG and state.dig is None and state.plan is None

    def step(self, state: State, notice: Notice | None = None) -> Session:
        """Take a step to a new state, which undo can take back."""
        if state == self.state:
            return replace(self, hand=replace(self.hand, picked=None), notice=notice)
        past = (*self.past[-MOST_UNDO + 1 :], self.state)
        return replace(self.show(state, notice), past=past, future=())

    def show(self, state: State, notice: Notice | None = None) -> Session:
        """Show a state without a step that undo would take back, as a step through a plan does."""
        hand = self.hand.emptied()
        return replace(self, state=state, hand=hand, asked=None, notice=notice, loss=None)

    def telling(self, notice: Notice | None) -> Session:
        """The same session with something to tell."""
        return replace(self, notice=notice)

    def at(self, cursor: Quarry) -> Session:
        """The same session with the cursor at a quarry."""
        return replace(self, hand=replace(self.hand, cursor=cursor))

    def undo(self) -> Session:
        """Take the last step back, if there is one."""
        if not self.past:
            return self
        back = self.past[-1]
        return replace(
            self.show(back),
            past=self.past[:-1],
            future=(self.state, *self.future),
            tool=self.tool.in_mode(back.mode),
        )

    def redo(self) -> Session:
        """Take the step again that was taken back last, if there is one."""
        if not self.future:
            return self
        ahead = self.future[0]
        return replace(
            self.show(ahead),
            past=(*self.past, self.state),
            future=self.future[1:],
            tool=self.tool.in_mode(ahead.mode),
        )
