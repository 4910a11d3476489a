"""The page of a game as a value: the match, the player's own turn, and what else is shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw.board import MinePicture
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.game.match import OTHERS, Phase
from ksm_widgets.game.noted_game import NotedGame
from ksm_widgets.game.notes import Notes
from ksm_widgets.game.on_board import Replay
from ksm_widgets.game.own_turn import Confirm, OwnTurn, moved_notice
from ksm_widgets.game.record import match_text
from ksm_widgets.game.view.saying import announced, marks_of
from ksm_widgets.mine.hand import HandMode
from ksm_widgets.page.state import ForgedValue, PageState
from ksm_widgets.rules.errors import KsmError, Unaffordable
from ksm_widgets.rules.turns import Turn
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Notice, Reader
from ksm_widgets.telling.plans import read_out

if TYPE_CHECKING:
    from ksm_widgets.game.keeping import Start
    from ksm_widgets.game.match import Match
    from ksm_widgets.game.on_board import OnBoard, Showing
    from ksm_widgets.game.view.added import PagePlace
    from ksm_widgets.mine.hand import Playable
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.views import View


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage(PageState):
    """The page of a game: `start` before it, then the match.

    `turn` is what the player prepares. `at` is the step shown in a replay, None while the match is
    played. What happened from step `since` on is announced, unless `told` is said instead. `going`
    is whether the others' turns advance automatically, and `quick` whether at a quick pace.
    `thinking` is whether a bot thinks, and `skipping` whether of all the others' turns at once.
    `notes` are those on a game at a real table. `record` is empty while it would reveal secrets;
    `apart` is whether each player has a device of their own, and `hints` whether they may ask for
    hints.

    A feature that adds to the page extends it: see `shows`, `added`, `at_rest`.
    """

    start: Start
    match: Match | None = None
    record: str = ""
    notes: Notes | None = None
    turn: OwnTurn = field(default_factory=OwnTurn)
    at: int | None = None
    since: int = 0
    going: bool = True
    quick: bool = False
    thinking: bool = False
    skipping: bool = False
    told: Notice | None = None
    apart: bool = False
    hints: bool = True

    # What another feature adds.

    @property
    def shows(self) -> Showing | None:
        """The thing that has the board in place of the match; None while the match has it."""
        return None

    @property
    def requests(self) -> bool:
        """Whether the game itself says what to do next; what a feature says takes its place."""
        return True

    def added(self, place: PagePlace) -> Child:
        """The additions to a place in the game's own panels."""
        return None

    def at_rest(self) -> Self:
        """Without anything added that belongs to the moment: the match moves on."""
        return self

    # What is at the table.

    @property
    def kept(self) -> str:
        """The game at the table, by when it began; nothing for one that is only looked at."""
        match = self.match
        return "-" if match is None or self.shows is not None else str(match.begun)

    @property
    def on_board(self) -> OnBoard | None:
        """The owner of the board now; None before a game is set up.

        It alone decides what the mine looks like, and what can be done there.
        """
        if self.shows is not None:
            return self.shows
        if self.notes is not None:
            return self.notes
        if self.match is None or self.at is None:
            return self.match
        return Replay(self.match, self.at)

    @property
    def at_table(self) -> bool:
        """Whether there is a mine to show; otherwise a game is being set up."""
        return self.on_board is not None

    @property
    def edition(self) -> str:
        """The edition being played, whose names and pictures are used (R22)."""
        if self.match is None:
            return self.start.seating.edition
        return self.match.game.setting.edition.name

    @property
    def reader(self) -> Reader:
        """The reader of the page."""
        return Reader(self.language, self.edition)

    @property
    def phase(self) -> Phase | None:
        """The step that the board waits for; None while something is only shown."""
        return None if self.on_board is None else self.on_board.phase

    @property
    def others_act(self) -> bool:
        """Whether the others' turns are shown, one by one."""
        return self.phase in OTHERS and not self.apart

    @property
    def renews(self) -> bool:
        """Whether another game can be begun here after this one."""
        return not self.apart

    @property
    def plays(self) -> bool:
        """Whether the match is played, rather than noted, or covered by something else."""
        return self.match is not None and self.on_board is self.match

    @property
    def seen(self) -> View | None:
        """The view of the person at the device, or the one that is shown instead."""
        return None if self.on_board is None else self.on_board.view

    @property
    def mine(self) -> Position | None:
        """The mine as everybody knows it, or knew it then (R33); None before a game."""
        return None if self.on_board is None else self.on_board.mine

    @property
    def can_take_back(self) -> bool:
        """Whether there is an act to take back; a spectator has none."""
        spectates = self.apart and self.match is not None and self.match.eyes is None
        return self.on_board is not None and not spectates and self.on_board.can_take_back

    # What it shows.

    @property
    def playable(self) -> Playable | None:
        """The hand's possibilities on the mine now; None if there are none."""
        seen = self._acting
        return None if seen is None else self.turn.playable(seen)

    @property
    def _acting(self) -> View | None:
        """The view of the player who can do something on the mine now; None if nobody can."""
        seen = self.seen
        if seen is None or self.turn.asks or self.phase not in (Phase.CHOOSE, Phase.DIG):
            return None
        return None if self.turn.card(seen) is None else seen

    @property
    def picture(self) -> MinePicture | None:
        """The look of the mine; None before a game."""
        mine = self.mine
        if mine is None:
            return None
        return MinePicture(
            mine,
            marks_of(self),
            open_view=False,
            theme=self.theme,
            edition=self.edition,
            language=self.language,
        )

    @property
    def board(self) -> BoardView | None:
        """The mine, with the card under the pointer if one is to be laid."""
        owner, picture, playable = self.on_board, self.picture, self.playable
        if owner is None or picture is None:
            return None
        lays = playable is not None and playable.mode is HandMode.LAY
        return BoardView(
            picture,
            text=picture.position.text,
            label=self.text("touch.board_label", cursor=self.at_cursor),
            help=self.text(owner.board_help),
            held=self.turn.hand.covers(playable) if playable and lays else {},
        )

    @property
    def at_cursor(self) -> str:
        """The tiles at the cursor, in words; empty before a game."""
        cursor, mine = self.turn.hand.cursor, self.mine
        return "" if mine is None else read_out(cursor, mine.stack(cursor), self.reader)

    @property
    def announcement(self) -> str:
        """The text that is read out when it changes."""
        return " ".join(announced(self)) if self.at_table else ""

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet."""
        place = "table" if self.at_table else "start"
        names = {"ksm-play", f"ksm-theme-{self.theme.name}", f"ksm-at-{place}"}
        return frozenset(names | ({"ksm-at-end"} if self.phase is Phase.OVER else set()))

    def text(self, key: str, **params: object) -> str:
        """A sentence of the catalogue in the page's language."""
        return self.reader.text(key, **params)

    def telling(self, notice: Notice | None) -> Self:
        """The page with something to tell."""
        return replace(self, told=notice)

    def failed(self, error: str) -> Self:
        """The page after an unexpected error: nothing advances any more."""
        return replace(self, trouble=error, thinking=False, going=False)

    # What a touch on the board makes of it.

    def pressed(self, place: Quarry) -> Self:
        """The button or a finger went down."""
        if self.notes is not None and self.match is None:
            return self.noting(self.notes.lay(replace(self.notes.tops, at=place)))
        seen = self._acting
        if seen is None:
            return self
        return replace(self, turn=self.turn.press(seen, place), told=None)

    def released(self, place: Quarry | None) -> Self:
        """The button or finger was lifted at a quarry, or beside the mine."""
        seen = self._acting
        return self if seen is None else self._after(*self.turn.release(seen, place))

    def pointed(self, place: Quarry | None) -> Self:
        """The pointer came to another quarry, with the card in hand."""
        if place == self.turn.hand.pointed or self.playable is None:
            return self
        return replace(self, turn=self.turn.point(place))

    def keyed(self, key: str) -> Self:
        """A key was pressed."""
        seen, page = self._acting, replace(self, told=None)
        if seen is not None:
            return page._after(*self.turn.key(seen, key))
        hand = replace(self.turn.hand.walk(key), keyboard=True)
        page = replace(page, turn=replace(self.turn, hand=hand))
        if self.notes is None or self.match is not None:
            return page
        return page.noting(self.notes.lay(replace(self.notes.tops, at=hand.cursor)))

    def unfocused(self) -> Self:
        """The board lost the keyboard's focus: the cursor is not shown."""
        hand = replace(self.turn.hand, keyboard=False)
        return replace(self, turn=replace(self.turn, hand=hand))

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl and Z takes back, n goes on with the others' turns; notes have keys of their own."""
        if command:
            return ("back", "") if key.lower() == "z" and not shift else None
        if key == "n" and self.others_act:
            return "next", ""
        return None if self.notes is None else self.notes.act_of(key)

    def read_out(self, before: Self) -> str:
        """The tiles at the cursor after it has moved, unless a tile is asked for there."""
        moved = self.turn.hand.cursor != before.turn.hand.cursor
        asked = self.notes is not None and self.match is None
        return self.at_cursor if moved and not asked else ""

    def _after(self, turn: OwnTurn, move: Move | None) -> Self:
        """The page after a touch or a key, which may ask for a move."""
        page = replace(self, turn=turn)
        if move is None:
            return page
        try:
            return page.move(move)
        except KsmError as error:
            return page.telling(Notice.refusal(error, move))

    # What the player does, in a match or a game that is noted.

    @property
    def played(self) -> Match:
        """The match that is played here; ForgedValue without one."""
        if self.match is None or self.notes is not None:
            raise ForgedValue("no match is played")
        return self.match

    def move(self, move: Move) -> Self:
        """Make a move."""
        if self.notes is not None:
            return self.noting(self.notes.move(move))
        match = self.played.move(move)
        notice = None if match.view is None else moved_notice(match.view)
        return self.arriving(match, turn=self.turn.let_go(notice))

    def choose(self) -> Self:
        """Lay down the card that is tried."""
        card = self.turn.tried
        return self if card is None else self.arriving(self.played.choose(card.number))

    def dig(self) -> Self:
        """End the turn with the dig that is laid; ForgedValue if there is none."""
        if self.seen is None or self.turn.dig(self.seen) is None:
            raise ForgedValue("nothing is laid")
        return self.end_turn(self.turn.rest(self.seen))

    def pass_up(self) -> Self:
        """End the turn without a dig; where that can't be taken back, ask first."""
        seen = self.seen
        if not self.plays or seen is None or seen.holding.money < len(seen.begun):
            return self.end_turn(Turn())  # What can't be paid is asked about there.
        return self.asking(Confirm.NO_DIG)

    def end_turn(self, turn: Turn) -> Self:
        """End the turn; if it cannot be paid, ask first (R26)."""
        try:
            if self.notes is not None:
                return self.noting(self.notes.end_turn(turn))
            return self.arriving(self.played.play(turn))
        except Unaffordable:
            return self.in_doubt(turn)

    def take_back(self) -> Self:
        """Take the last act back."""
        if self.notes is not None:
            return self.noting(self.notes.take_back())
        match = self.played.take_back()
        return self.arriving(match, since=len(match.steps), turn=self.turn.let_go())

    def asking(self, what: Confirm | None) -> Self:
        """The page that asks to confirm something, or with None no longer does."""
        return replace(self, turn=replace(self.turn, asks=what))

    def in_doubt(self, turn: Turn) -> Self:
        """The page that asks to confirm a turn that cannot be paid (R26)."""
        hand = self.turn.hand if turn.dig else replace(self.turn.hand, marked=())
        return replace(self, turn=replace(self.turn, asks=Confirm.UNPAID, hand=hand))

    # From one moment to the next.

    def new_turn(self, match: Match) -> OwnTurn:
        """An own turn in which nothing is prepared yet.

        The card lies where it was tried, if it can be dug there, and is held then; it is held, too,
        where nothing moves.
        """
        fresh = self.turn.afresh()
        # Where somebody has just dug, no card is tried.
        keeps = self.phase is Phase.CHOOSE or self.phase in OTHERS
        hand = replace(fresh.hand, marked=self.turn.hand.marked if keeps else ())
        tried = replace(fresh, hand=hand)
        if match.phase in OTHERS:
            return tried
        if match.view is not None and tried.dig(match.view) is not None:
            return replace(tried, lays=True)
        return replace(fresh, lays=match.nothing_moves)

    def sitting(self, match: Match) -> Self:
        """Sit down to a match, and tell what happened last."""
        page = replace(self, at=None, turn=self.turn.afresh(), going=True)
        if match.noted and not match.over:
            return page.noting(Notes(match.begun, noted=NotedGame.of(match)))
        return page.arriving(match, since=max(0, len(match.steps) - 1))

    def noting(self, notes: Notes) -> Self:
        """Continue the notes; what is newly noted is announced once all of it is entered."""
        before, match = self.notes, notes.match
        had = None if before is None else before.noted
        if match is None or notes.noted is None:
            start = self.start if had is None else replace(self.start, seating=had.seating)
            turn = replace(self.turn, hand=replace(self.turn.hand, cursor=notes.tops.at))
            return replace(self, start=start, match=None, notes=notes, turn=turn, told=None)
        if had is notes.noted:
            return replace(self, notes=notes, match=match)
        if had is None:
            since = max(0, len(match.steps) - 1)
        elif len(notes.noted.past) < len(had.past):
            since = len(match.steps)  # Something was taken back.
        else:
            since = self.since if had.asked else len(had.match.steps)
        turn = self.new_turn(match)
        if match.view is not None and match.view.begun:
            turn = replace(turn, notice=moved_notice(match.view), powers=self.turn.powers)
        return self.arriving(match, since=since, turn=turn, notes=notes)

    def arriving(
        self,
        match: Match,
        *,
        since: int | None = None,
        turn: OwnTurn | None = None,
        notes: Notes | None = None,
    ) -> Self:
        """Continue the match, or with `notes` one that is noted.

        What happened from step `since` on is announced, by default all that is new.
        """
        if since is None:
            since = 0 if self.match is None else len(self.match.steps)
        turn, told = self._following(match, turn or self.new_turn(match))
        turn = replace(turn, asks=self.turn.asks, adding=(), advice=self.turn.advice)
        return replace(
            self.at_rest(),
            match=match,
            record=match_text(match) if match.over or notes else "",
            notes=notes,
            since=since,
            turn=turn,
            thinking=False,
            told=told or self.told,
        )

    def _following(self, match: Match, turn: OwnTurn) -> tuple[OwnTurn, Notice | None]:
        """The turn with the level of hints left in it, and the rest of a hint that is followed.

        After a move the next level can be asked; a plan told as a whole needs no asking again.
        """
        before, (level, advice) = self.match, (self.turn.hint_level, self.turn.advice)
        same = before is not None and len(before.game.records) == len(match.game.records)
        if not same or match.phase is not Phase.DIG:
            return replace(turn, hint_level=HintLevel.NONE), None
        if level is HintLevel.ALL and advice is not None and match.view is not None:
            rest = advice.rest(match.view)
            if rest is not None and rest.plan is not None:
                told = () if turn.notice is None else turn.notice.phrases
                notice = rest.notice(level, told)
                return replace(turn.following(rest.plan.turn), hint_level=level), notice
        return replace(turn, hint_level=min(level, HintLevel.TILES)), None

    def attending(self, act: str, value: str | None) -> Self:
        """The page before a control acts: what was told is out of date, unless a hint needs it."""
        return self if self.turn.follows(self.told, act, value) else replace(self, told=None)

    def leaving(self, start: Start) -> Self:
        """Return to the start."""
        page, turn = self.at_rest(), self.turn.afresh()
        return replace(
            page, start=start, match=None, notes=None, at=None, turn=turn, thinking=False
        )
