"""A guided game: the game's own page, with what to do above the mine and what is wrong below it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.coach.view.coach import CoachPanel, GameTable
from ksm_widgets.coach.view.page import CoachedPage
from ksm_widgets.course.practice.ending import game_counted
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Phase
from ksm_widgets.game.own_turn import Confirm
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.game.view.saying import announced
from ksm_widgets.game.view.table import layout
from ksm_widgets.page.html import Child, button, element, fault, folded, joined, note, row
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.rules import Turn
from ksm_widgets.tasks.view.parts import rule_card
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.phrases import Notice, Reader, Tone
from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.course.guided import Choice, GuidedGame, Stop
    from ksm_widgets.course.lesson import Lesson
    from ksm_widgets.draw.board import MinePicture
    from ksm_widgets.game.match import Match
    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.rules import Move
    from ksm_widgets.tasks.task import Feedback

_BUTTONS = {"lay": "tool_lay", "dig": "dig", "next": "next"}
"""The buttons of the game that the guide names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedPage(CoachedPage):
    """The page of a guided game; `onward` is the lesson after it.

    `remark` is what the guide says to the learner's last try, in place of what the stop tells.
    `counted` is whether the points at the end have been counted, or need not be.
    """

    guided: GuidedGame | None = None
    onward: Lesson | None = None
    remark: Notice | None = None
    counted: bool = True

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
        buttons = {name: self.text(f"at_table.{key}") for name, key in _BUTTONS.items()}
        if stop is not None:
            keys = [f"guided_{self.guide.name}.{stop.name}"]
            keys += [f"{keys[0]}_do"] if stop.asked else []
        elif self.counting:
            keys = ["guided.count", "guided.count_do"]
        elif match is not None and self.done:
            keys = ["guided.over" if match.over else "guided.on_your_own"]
        else:
            keys = ["guided.watch"]
        if self.others_act and not self.going:
            keys.append("guided.next")
        return tuple(self.text(key, **buttons) for key in keys)

    @property
    def announcement(self) -> str:
        """The text that is read out when it changes."""
        said = self.guide_words if self.remark is None else self.remark.sentences(self.reader)
        return " ".join((*said, *(() if self.counting else announced(self))))

    @property
    def picture(self) -> MinePicture | None:
        """The look of the mine, with the guide's marks."""
        there = super(GuidedPage, self).picture
        if there is None or self.remark is None or not self.remark.places:
            return there
        ghost = there.marks.ghost if self.turn.hand.at is not None else ()
        return replace(there, marks=replace(there.marks, area=self.remark.places, ghost=ghost))

    def at_rest(self) -> Self:
        """Without a remark: the match moves on."""
        return replace(CoachedPage.at_rest(self), remark=None)

    def telling(self, notice: Notice | None) -> Self:
        """The page on which the guide has something to say."""
        return replace(self, remark=notice)

    @property
    def classes_of_shown(self) -> frozenset[str]:
        """Names for the style sheet."""
        acts = {"ksm-guided-act"} if self.phase in (Phase.CHOOSE, Phase.DIG) else set()
        return frozenset({"ksm-guided"} | acts | ({"ksm-counting"} if self.counting else set()))

    def added(self, place: PagePlace) -> Child:
        """None of the coach's controls: the guide says what to do."""
        return None

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
        return None if why is None else self.telling(Notice((why,), Tone.WARNING, why.rule))


def guide(page: GuidedPage) -> Child:
    """The text and task of this stop, its rules, and after the last one the next lesson."""
    match, stop, text = page.match, page.stop, page.text
    if match is None:
        return None
    first, *others = page.guide_words
    begun = page.guide.first
    place = text(
        "guided.place",
        title=text(f"prose_{page.guide.name}.title"),
        round=min(match.game.round, page.guide.last) - begun + 1,
        rounds=page.guide.last - begun + 1,
    )
    told: list[Child] = [note(place), _remark(page) or element("p.ksm-guide-told", first)]
    told += [element("p.ksm-question", words) for words in others]
    # On a phone, where the game's own message would be out of sight.
    now = None if page.seen is None or page.playable is None else page.turn.told(page.seen)
    if now is not None:
        told.append(element("p.ksm-guide-now", now.text(page.reader), aria_hidden="true"))
    onward: Child = None
    if page.counting:
        onward = row(button(text("guided.uncounted"), "counted"))
    elif page.done and page.onward is not None:
        title = text(f"prose_{page.onward.name}.title")
        words = text("lesson_view.next_lesson", number=page.onward.label, title=title)
        onward = element("a.ksm-button.ksm-main.ksm-next-lesson", words, href=page.onward.file)
    return joined(told, fault(page), None if stop is None else _rules(page, stop), onward)


def _remark(page: GuidedPage) -> Child:
    """The guide's remark on the last try."""
    if page.remark is None:
        return None
    words = page.remark.text(page.reader)
    return element("div.ksm-notice", words, class_=f"ksm-tone-{page.remark.tone.value}")


def _rules(page: GuidedPage, stop: Stop) -> Child:
    """The rules that a stop is about, folded."""
    rules = [rule for rule in map(find_rule, stop.rules) if rule is not None]
    if not rules:
        return None
    shown = (rule_card(rule, page.reader, page.theme) for rule in rules)
    return folded(page.text("guided.rules"), *shown, id_=f"ksm-guide-{stop.name}")


def _unless_counting(name: str) -> Callable[[GuidedPage], Child]:
    """A panel of the game that tells the points, so that it is left out while they are counted."""
    panel = GameTable.panels[name]
    return lambda page: None if page.counting else panel(page)


def _ways(page: GuidedPage) -> Child:
    """The way to start again, and what is saved."""
    kept = "round_table.kept" if page.start.lasting else "round_table.kept_meanwhile"
    return joined(row(button(page.text("guided.again"), "leave")), note(page.text(kept)))


class GuidedPanel(CoachPanel):
    """A panel of a guided game's page."""

    styles = (*CoachPanel.styles, Path(__file__).with_name("guided.css"))


class GuidedTable(GameTable):
    """The page of a guided game, which is saved with the learner's progress after every step.

    `on_done` is called once its rounds have been played.
    """

    page_type = GuidedPage
    panels = MappingProxyType(
        {
            **GameTable.panels,
            **{name: _unless_counting(name) for name in ("said", "ending", "plans")},
            "guide": guide,
            "set": _ways,
        }
    )
    panel_type = GuidedPanel
    layout = ("sheet", "head", "guide", *layout("curve", "coach")[2:])
    acts = MappingProxyType(
        {name: act for name, act in GameTable.acts.items() if name != "concede"}
    )
    looked_at = MappingProxyType({})
    near = (*GameTable.near, "guide")

    _page: GuidedPage

    def __init__(
        self,
        guided: GuidedGame,
        reader: Reader,
        progress: Progress,
        *,
        onward: Lesson | None = None,
        on_done: Callable[[], None] = lambda: None,
    ) -> None:
        self._guided, self._reader, self._onward = guided, reader, onward
        self._progress, self._on_done = progress, on_done
        self._counting: TaskView | None = None
        super().__init__(language=reader.language, progress=progress)
        self.set_page(self._page)

    def saves(self, progress: Progress, clock: Callable[[], int]) -> SavedMatches:
        """The place of this game alone, apart from the learner's own games."""
        return SavedMatches(progress, clock, f"guided.{self._guided.name}", 1)

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls: those of a game, without setting one up."""
        own = {name: super(GuidedTable, self).effects[name] for name in ("next", "going", "skip")}
        return {
            **own,
            "hint": lambda _: self._hint(),
            "leave": lambda _: self._again(),
            "counted": lambda _: self._counted(),
        }

    def at_start(self, page: CoachedPage) -> CoachedPage:
        """The page with the game at the table: as it was left, or from its beginning."""
        kept = [match for match in page.start.shelved if self._guided.is_of(match)]
        assert isinstance(page, GuidedPage)
        solved = self._guided.exercise in self._progress.stars()
        counted = solved or not self._guided.counts
        guided = replace(page, guided=self._guided, onward=self._onward, counted=counted)
        return self._sitting(guided, kept[0] if kept else self._begun())

    def _sitting(self, page: GuidedPage, match: Match) -> GuidedPage:
        """The page with the match at the table; the others' turns wait to be read."""
        return replace(page.sitting(match), going=False)

    def _begun(self) -> Match:
        names = self._reader.text("seating.names")
        return self._guided.begin(names, self._reader.played, self._saves.clock())

    def _again(self) -> None:
        """Start the game again."""
        if self._counting is not None:
            beside = self._beside
            beside.children = tuple(each for each in beside.children if each is not self._counting)
            self._counting.close()
            self._counting = None
        page = replace(self._page, counted=not self._guided.counts)
        self.set_page(self._sitting(page, self._begun()))

    def _hint(self) -> None:
        """Say what is asked for, or where nothing is, what a good player would do."""
        page = self._page
        stop, seen = page.stop, page.seen
        if stop is None or stop.asked is None or seen is None:
            super()._hint()
        else:
            self.set_page(page.telling(stop.asked.hint(seen)))

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; the last remark is out of date now."""
        self._page = replace(self._page, remark=None)
        super().act(name, value)

    def set_page(self, page: CoachedPage) -> None:
        """Show another page; the end of the guided rounds is kept with the learner's progress."""
        assert isinstance(page, GuidedPage)
        before = self._page
        super().set_page(page)
        if (page.guide_words, page.remark) != (before.guide_words, before.remark):
            self._panels["guide"].look()
        if page.counting:
            self._count()
        elif page.done and (before.counting or not before.done):
            self._keep_done()

    def _keep_done(self) -> None:
        """Keep with the learner's progress that the guided rounds have been played."""
        played = self._reader.played
        self._progress.answered(self._guided.exercise, 0, played, right=True, stars=MOST_STARS)
        self._on_done()

    def _count(self) -> None:
        """Have the learner count everybody's points, beside the mine."""
        match = self._page.match
        if match is None or self._counting is not None:
            return
        names = [seat.name for seat in match.seats]
        task = game_counted(names, [player.holding for player in match.game.players])
        self._counting = TaskView(task, self._reader, on_checked=self._checked)
        beside = self._beside
        beside.children = (self._counting, *beside.children)

    @property
    def _beside(self) -> Any:
        """The box with the game's message, beside the mine or below it."""
        said = self._panels["said"]
        return next(
            box for box in self.children[1].children if said in getattr(box, "children", ())
        )

    def _checked(self, said: Feedback) -> None:
        if said.right:
            self._counted()

    def _counted(self) -> None:
        """Show the final score, beside what the learner has counted."""
        if self._page.counting:
            self.set_page(replace(self._page, counted=True))

    def _others_go_on(self) -> None:
        """Have the others lay down their cards straight away: there is nothing to look at."""
        page = self._page
        if page.phase is Phase.WATCH and page.match is not None and page.match.game.current is None:
            self._step()
        else:
            super()._others_go_on()

    def refresh(self) -> None:
        """Show the game as it was left, if the progress came to the page only now."""
        saved = [one.match for one in self._saves.matches(self._page.language)]
        kept, shown = list(filter(self._guided.is_of, saved)), self._page.match
        untouched = shown is not None and shown.begun not in [match.begun for match in kept]
        if kept and untouched:
            self.set_page(self._sitting(self._page, kept[0]))
