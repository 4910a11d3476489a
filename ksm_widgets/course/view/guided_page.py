"""The page of a guided game as a value: what the guide says, and what it lets the learner do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ksm_widgets.coach.view.page import CoachedPage
from ksm_widgets.game.match import Phase
from ksm_widgets.game.own_turn import Confirm
from ksm_widgets.game.view.saying import announced, notice_of
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.rules import Card, Turn
from ksm_widgets.telling.phrases import Notice, Tone

if TYPE_CHECKING:
    from ksm_widgets.course.guided import Choice, GuidedGame, Stop
    from ksm_widgets.course.lesson import Lesson
    from ksm_widgets.draw.board import MinePicture
    from ksm_widgets.game.view.added import PagePlace
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules import Move


_BUTTONS = {"lay": "tool_lay", "dig": "dig", "next": "next"}
"""The buttons of the game that the guide names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedPage(CoachedPage):
    """The page of a guided game; `onward` are the lessons after it.

    `remark` is what the guide says to the learner's last try, in place of what the stop tells, and
    of the game's own notice that it was `remarked_on`. `read` is whether the learner has begun to
    do what the guide says now, and so has read it. `counted` is whether the points at the end have
    been counted, or need not be, and `leaves` whether the learner has asked to start again.
    `coached` are the places for the coach's controls.
    """

    coached: ClassVar[tuple[PagePlace, ...]] = ()

    guided: GuidedGame | None = None
    onward: tuple[Lesson, ...] = ()
    remark: Notice | None = None
    remarked_on: Notice | None = None
    read: bool = False
    counted: bool = True
    leaves: bool = False

    @property
    def counting(self) -> bool:
        """Whether the learner is counting the points, which are not told meanwhile."""
        return not self.counted and self.phase is Phase.OVER

    @property
    def guide(self) -> GuidedGame:
        """The guided game; ForgedValue without one."""
        if self.guided is None:
            raise ForgedValue("no guided game")
        return self.guided

    @property
    def done(self) -> bool:
        """Whether the guided rounds have been played."""
        return self.match is not None and self.guide.done(self.match)

    @property
    def stop(self) -> Stop | None:
        """The stop at which the game is now."""
        return None if self.match is None else self.guide.stop(self.match)

    @property
    def guide_words(self) -> tuple[str, ...]:
        """The text to show now, and what to do."""
        stop, match = self.stop, self.match
        words: dict[str, object] = {
            name: self.text(f"at_table.{key}") for name, key in _BUTTONS.items()
        }
        if stop is not None and match is not None and stop.spent is not None:
            words["compared"] = self.guide.compared(match)
        if stop is not None:
            keys = [f"guided_{self.guide.name}.{stop.name}"]
            keys += [f"{keys[0]}_do"] if stop.asked else []
        elif self.counting:
            keys = ["guided.count", "guided.count_do"]
        elif match is not None and self.done:
            keys = ["guided.over" if match.over else "guided.on_your_own"]
        else:
            done = match is not None and match.persons_done
            keys = ["guided.watch_end" if done else "guided.watch"]
        if self.others_act and not self.going:
            keys.append("guided.next")
        return tuple(self.text(key, **words) for key in keys)

    @property
    def announcement(self) -> str:
        """The text that is read out when it changes."""
        said = self.guide_words if self.remark is None else self.remark.sentences(self.reader)
        return " ".join((*said, *(() if self.counting else announced(self))))

    @property
    def picture(self) -> MinePicture | None:
        """The look of the mine, with the guide's marks.

        At the first stop nothing has been uncovered before the learner's eyes yet; and where the
        guide speaks of other quarries, those are marked instead.
        """
        there = super(GuidedPage, self).picture
        spoken = () if self.stop is None else self.stop.places
        if there is not None and (spoken or self.stop in self.guide.stops[:1]):
            there = replace(there, marks=replace(there.marks, bare=(), area=spoken))
        if there is None or self.remark is None or not self.remark.places:
            return there
        ghost = there.marks.ghost if self.turn.hand.at is not None else ()
        return replace(there, marks=replace(there.marks, area=self.remark.places, ghost=ghost))

    def at_rest(self) -> Self:
        """Without a remark: the match moves on."""
        return replace(CoachedPage.at_rest(self), remark=None)

    def attending(self, act: str, value: str | None) -> Self:
        """The page before a control acts; a hint looks at the last remark: it may be the same."""
        page = CoachedPage.attending(self, act, value)
        stays = act == "hint" or self.turn.follows(self.remark, act, value)
        return replace(page, remark=self.remark if stays else None, leaves=False)

    def telling(self, notice: Notice | None) -> Self:
        """The page on which the guide has something to say."""
        return replace(self, remark=notice, remarked_on=notice_of(self))

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet: the game's, and what the guide says and waits for."""
        names = {
            "ksm-guided": True,
            "ksm-guided-act": self.phase in (Phase.CHOOSE, Phase.DIG),
            "ksm-guided-read": self.read,
            "ksm-counting": self.counting,
        }
        own = {name for name, so in names.items() if so}
        return super(GuidedPage, self).classes | own

    @property
    def requests(self) -> bool:
        """Whether the game itself says what to do next: only where the guide does not."""
        if self.shows is not None or self.phase not in (Phase.CHOOSE, Phase.DIG):
            return True
        # The wait for a hint is told in any case.
        return self.thinking or (self.stop is None and not self.guide.own)

    @property
    def renews(self) -> bool:
        """Whether another game can be begun: a prepared one can only be started again."""
        return self.guide.own

    def added(self, place: PagePlace) -> Child:
        """The coach's controls where he is asked; elsewhere the guide says what to do."""
        return super(GuidedPage, self).added(place) if place in self.coached else None

    # What the learner does: done if it is what was asked for, else told why not.

    def choose(self) -> Self:
        """Lay down the card that is tried."""
        card = self.turn.tried
        return self._fault_page(card) or CoachedPage.choose(self)

    def move(self, move: Move) -> Self:
        """Make a move that the rules allow."""
        after = CoachedPage.move(self, move)
        return self._fault_page(move) or after

    def pass_up(self) -> Self:
        """End the turn without a dig."""
        return self._fault_page(Turn()) or CoachedPage.pass_up(self)

    def end_turn(self, turn: Turn) -> Self:
        """End the turn."""
        return self._fault_page(turn) or CoachedPage.end_turn(self, turn)

    def asking(self, what: Confirm | None) -> Self:
        """Ask to confirm something; what is not asked for is told straight away."""
        undug = self._fault_page(Turn()) if what is Confirm.NO_DIG else None
        return undug or CoachedPage.asking(self, what)

    def _fault_page(self, choice: Choice | None) -> Self | None:
        """The page that says why a choice is not the one asked for; None if it is."""
        if self.match is None or choice is None:
            return None
        why = self.guide.fault(self.match, choice)
        if why is None:
            return None
        page = self.cleared(why.places) if isinstance(choice, Card) else self
        places = why.places if isinstance(choice, Card) else ()
        return page.telling(Notice((why,), Tone.WARNING, why.rule, places))

    def cleared(self, places: tuple[Any, ...]) -> Self:
        """The page without what was tried, where the guide marks other places."""
        if not places or set(self.turn.hand.marked) <= set(places):
            return self
        return replace(self, turn=self.turn.let_go())
