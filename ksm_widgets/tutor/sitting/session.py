"""A sitting at the explorer as a value: what undo brings back, and what the hand is doing.

Commands are functions that take a session and return the next one; they live beside this file in
`editing`, `playing` and `viewing`. Nothing here knows a widget.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.covering import covered, only_tops_seen, uncovered_by
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.quarries import FULL_HEIGHT
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.sitting.attempt import Attempt
from ksm_widgets.tutor.sitting.query import Query
from ksm_widgets.tutor.sitting.situation import Situation
from ksm_widgets.tutor.touch import Touch

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.policy import Policy
    from ksm_widgets.solver.problem import Slot
    from ksm_widgets.tutor.phrases import Notice

__all__ = ["MOST_UNDO", "Mode", "Session", "Shown", "State", "Tool"]

MOST_UNDO = 500
"""How many steps undo remembers."""


class Mode(Enum):
    """What a touch on the board does."""

    EDIT = "edit"
    """Set up: tiles are placed, taken off and moved freely."""
    PLAY = "play"
    """Play a turn: the rules are obeyed."""


class Tool(Enum):
    """What is in the player's hand."""

    PLACE = "place"
    ERASE = "erase"
    TABLE = "table"
    """Enter what is seen at the table: height, topmost tile, next quarry."""
    MOVE = "move"
    DIG = "dig"

    @property
    def mode(self) -> Mode | None:
        """The mode the tool belongs to; None for both."""
        if self is Tool.MOVE:
            return None
        return Mode.PLAY if self is Tool.DIG else Mode.EDIT


@dataclass(frozen=True, slots=True)
class Shown:
    """Plans that lie beside the board, which of them is on it, and after how many steps.

    `question` is what they answer. The plans are whole turns that begin with the moves made when it
    was asked; `answer` is about what was left of the turn then. `hidden` plans are for hints only.
    With a `policy` they react to what shows: if it wants a look, the first of them leads there and
    the other is the best without one.
    """

    question: Query
    answer: Answer
    plans: tuple[Plan, ...]
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
        """With how many moves of the player's own the plans begin."""
        return len(self.question.made)

    @property
    def look(self) -> Quarry | None:
        """Where the plan on the board ends with a look; None if it ends with its dig, or not to."""
        return self.policy.look if self.policy is not None and self.chosen == 0 else None


@dataclass(frozen=True, slots=True)
class State:
    """What undo and redo bring back: the situation, the own turn so far, and the plans shown.

    `watching` is whether the board shows the plan, or what the player has done. `anew` is whether
    searches begin with the turn, rather than go on from the board as it stands. `hinted` is how
    many moves of the plan had been made when the last hint was told.
    """

    situation: Situation = field(default_factory=Situation)
    mode: Mode = Mode.EDIT
    moves: tuple[Move, ...] = ()
    dig: Placement | None = None
    shown: Shown | None = None
    watching: bool = False
    rung: Rung = Rung.NONE
    hinted: int = 0
    anew: bool = False
    attempt: Attempt = field(init=False, repr=False, compare=False)
    """The player's own turn so far: the moves and the dig, played once on the situation's mine."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "attempt", Attempt(self.situation, self.moves, self.dig))

    @property
    def plan(self) -> Plan | None:
        """The plan on the board, if one is watched."""
        return self.shown.plan if self.shown is not None and self.watching else None

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves of which the board shows what came: of the plan if one is watched."""
        plan = self.plan
        return (
            self.moves if plan is None or self.shown is None else plan.turn.moves[: self.shown.step]
        )

    @property
    def dug(self) -> bool:
        """Whether the board shows what came of a dig."""
        plan = self.plan
        if plan is None or self.shown is None:
            return self.dig is not None
        return self.shown.step > len(plan.turn.moves)

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves that a search takes as made; after the dig it looks at the whole turn again."""
        return () if self.anew or self.dig is not None else self.moves

    @property
    def follows(self) -> bool:
        """Whether the own turn so far is how the chosen plan begins, so that it can go on so."""
        if self.shown is None or self.shown.plan is None or self.dig is not None:
            return False
        return self.shown.plan.turn.moves[: len(self.moves)] == self.moves

    @property
    def look_due(self) -> Quarry | None:
        """The quarry at which a tile is to be looked at now; None before a plan has led there."""
        shown = self.shown
        if shown is None or shown.plan is None or self.dig is not None:
            return None
        made = shown.plan.turn.moves[: shown.step] if self.watching else self.moves
        return shown.look if made == shown.plan.turn.moves else None

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start of the turn to what the board shows now."""
        plan = self.plan
        if plan is not None and self.shown is not None:
            return plan.positions[: self.shown.step + 1]
        return self.attempt.positions


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Touch):
    """A sitting: its state with past and future, the tool in hand, and where the pointer is.

    Quarries are marked one by one under the seal. `high` is the height entered for the cursor's
    quarry that waits for its topmost tile, `usual` the one entered last; `asked` is an unseen tile
    that is to be named, `loss` after how many own moves the first coin was lost, if the last
    verdict said so.
    """

    state: State = field(default_factory=State)
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    tool: Tool = Tool.PLACE
    brush: Tile = Tile.TREASURE_1
    high: int | None = None
    usual: int = FULL_HEIGHT
    asked: Slot | None = None
    covered: bool = False
    notice: Notice | None = None
    loss: int | None = None

    @property
    def situation(self) -> Situation:
        """The situation that is set up."""
        return self.state.situation

    @property
    def mode(self) -> Mode:
        """What a touch on the board does."""
        return self.state.mode

    @property
    def position(self) -> Position:
        """How the mine lies on the board now."""
        return self.state.positions[-1]

    @property
    def seen_position(self) -> Position:
        """The mine as it is looked at: in the covered view `?` for what nobody has seen (R33)."""
        if not self.covered:
            return self.position
        positions = self.state.positions
        return covered(positions[-1], uncovered_by(only_tops_seen(positions[0]), positions))

    @property
    def question(self) -> Query:
        """What to solve: in the covered view with what nobody has seen left open (R33)."""
        made, situation = self.state.made, self.situation
        if self.covered:
            start = situation.position
            reached = self.state.attempt.positions[: len(made) + 1]
            seen = uncovered_by(only_tops_seen(start), reached)
            situation = replace(situation, position=covered(start, seen))
        return Query(situation, made)

    @property
    def faults(self) -> tuple[KsmError, ...]:
        """Everything wrong with the situation's mine."""
        return self.situation.position.faults()

    @property
    def holds_card(self) -> bool:
        """Whether the card hangs under the pointer, to be laid for a dig."""
        state = self.state
        return self.tool is Tool.DIG and state.dig is None and state.plan is None

    def become(self, state: State, notice: Notice | None = None) -> Session:
        """The session with a new state, which undo can take back."""
        if state == self.state:
            return replace(self, notice=notice, picked=None)
        return replace(
            self,
            loss=None,
            state=state,
            past=(*self.past[-MOST_UNDO + 1 :], self.state),
            future=(),
            picked=None,
            marked=(),
            asked=None,
            notice=notice,
        )

    def showing(self, state: State, notice: Notice | None = None) -> Session:
        """The session with a state that is no step of its own, such as a step through a plan."""
        return replace(
            self, state=state, picked=None, marked=(), asked=None, notice=notice, loss=None
        )

    def telling(self, notice: Notice | None) -> Session:
        """The same session with something to tell."""
        return replace(self, notice=notice)

    def undo(self) -> Session:
        """The session before the last step; the same if there is none."""
        if not self.past:
            return self
        back = self.past[-1]
        return replace(
            self.showing(back),
            past=self.past[:-1],
            future=(self.state, *self.future),
            tool=_tool_for(self.tool, back.mode),
        )

    def redo(self) -> Session:
        """The session with the step done again that was taken back last."""
        if not self.future:
            return self
        ahead = self.future[0]
        return replace(
            self.showing(ahead),
            past=(*self.past, self.state),
            future=self.future[1:],
            tool=_tool_for(self.tool, ahead.mode),
        )


def _tool_for(tool: Tool, mode: Mode) -> Tool:
    return tool if tool.mode in (None, mode) else Tool.MOVE if mode is Mode.PLAY else Tool.PLACE
