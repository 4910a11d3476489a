"""A guided game: the game's own page, with what to do above the mine and what is wrong below it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.analysis.knowledge import card_to_play
from ksm_widgets.coach.view.coach import CoachPanel, GameTable
from ksm_widgets.coach.view.page import CoachedPage
from ksm_widgets.course.practice.ending import game_counted
from ksm_widgets.course.view.guided_page import GuidedPage
from ksm_widgets.course.view.guided_panels import controls, guide, unless_counting, ways
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Phase
from ksm_widgets.game.view.table import layout
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Notice, Phrase, Reader, Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.course.guided import GuidedGame
    from ksm_widgets.course.lesson import Lesson
    from ksm_widgets.game.match import Match
    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.tasks.task import AnyTask


class GuidedPanel(CoachPanel):
    """A panel of a guided game's page."""

    styles = (*CoachPanel.styles, Path(__file__).with_name("guided.css"))


class CountingView(TaskView):
    """The points to be counted; `on_done`, called last, brings into sight what comes next.

    It is told whether they were counted right, or only looked up.
    """

    def __init__(self, task: AnyTask, reader: Reader, on_done: Callable[[bool], None]) -> None:
        self._on_done = on_done
        super().__init__(task, reader)

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; once the points are known, the page goes on elsewhere."""
        super().act(name, value)
        said = self.state.feedback
        right = name == "check" and said is not None and said.right
        if self.state.shown or right:
            self._on_done(right)


class GuidedTable(GameTable):
    """The page of a guided game, which is saved with the learner's progress after every step.

    `on_done` is called once its rounds have been played. `used` are the controls of a game that
    have an effect here.
    """

    page_type = GuidedPage
    used: tuple[str, ...] = ("next", "going", "skip")
    panels = MappingProxyType(
        {
            **GameTable.panels,
            **{name: unless_counting(name) for name in ("said", "ending", "plans")},
            "guide": guide,
            "turn": controls,
            "set": ways,
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
        onward: tuple[Lesson, ...] = (),
        on_done: Callable[[], None] = lambda: None,
    ) -> None:
        self._guided, self._reader, self._onward = guided, reader, onward
        self._progress, self._on_done = progress, on_done
        self._counting: CountingView | None = None
        super().__init__(language=reader.language, progress=progress)
        self.set_page(self._page)

    def saves(self, progress: Progress, clock: Callable[[], int]) -> SavedMatches:
        """The place of this game alone, unless it is one of the learner's own games."""
        if self._guided.own:
            return super().saves(progress, clock)
        return SavedMatches(progress, clock, self._guided.saved_as, 1)

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls: those of a game that are `used` here, and the guide's."""
        effects = super().effects
        return {
            **{name: effects[name] for name in self.used},
            "hint": lambda _: self._hint(),
            "leave": lambda _: self._ask_again(),
            "again": lambda _: self._again(),
            "stay": lambda _: self.set_page(self._page),
            "counted": lambda _: self._counted(right=False),
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

    def _begun(self, before: Match | None = None) -> Match:
        names = self._reader.text("seating.names")
        return self._guided.begin(names, self._reader.played, self._saves.clock(), before)

    def _ask_again(self) -> None:
        self.set_page(replace(self._page, leaves=True))
        self._panels["set"].look(".ksm-sure")

    def _again(self) -> None:
        """Start the game again."""
        if self._counting is not None:
            beside = self._beside
            beside.children = tuple(each for each in beside.children if each is not self._counting)
            self._counting.close()
            self._counting = None
        page = replace(self._page, counted=not self._guided.counts)
        self.set_page(self._sitting(page, self._begun(page.match)))

    def _hint(self) -> None:
        """Say where to look, then what is asked for; or else what a good player would do.

        What has been tried stays on the mine, unless it can't be dug: its crosses would lie over
        the marks of the hint.
        """
        stop, seen, said = self._page.stop, self._page.seen, self._page.remark
        self._page = page = replace(self._page, remark=None)
        if stop is None or stop.asked is None or seen is None:
            super()._hint()
            return
        if page.picture is not None and page.picture.marks.not_diggable:
            page = replace(page, turn=page.turn.let_go())
        nudge = None if page.turn.hint_level else stop.asked.nudge(seen)
        level = HintLevel.ALL if nudge is None else HintLevel.IDEA
        page = replace(page, turn=replace(page.turn, hint_level=level))
        if nudge is not None:
            self.set_page(page.telling(nudge))
            return
        hint, digs = stop.asked.hint(seen), page.phase is Phase.DIG
        plan = stop.asked.plan(seen, card_to_play(seen)) if digs else None
        further = plan is not None and bool(plan.moves)
        end = Phrase("guided.hint_then" if further else "guided.hint_all")
        all_told = replace(hint, phrases=(*hint.phrases, end))
        page = page.telling(all_told if said in (hint, all_told) else hint)
        if plan is not None and plan.dig is not None:
            page = replace(page, turn=page.turn.following(plan.turn))
        self.set_page(page)

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; to go on doing so is to have read what the guide says."""
        before = self._page = self._page.attending(name, value)
        super().act(name, value)
        self._read(before)

    def _read(self, before: CoachedPage) -> None:
        """Take what the guide says as read, if it still says so after the learner has acted."""
        page = self._page
        assert isinstance(before, GuidedPage)
        acts = page.phase in (Phase.CHOOSE, Phase.DIG) and page != before
        if acts and page.guide_words == before.guide_words:
            self.set_page(replace(page, read=True))
            if not before.read:
                self._panels["guide"].look()

    def set_page(self, page: CoachedPage) -> None:
        """Show another page; the end of the guided rounds is kept with the learner's progress."""
        assert isinstance(page, GuidedPage)
        before = self._page
        if page.guide_words != before.guide_words:
            page = replace(page, read=False)
        super().set_page(page)
        said = (page.guide_words, page.remark, page.told)
        if said != (before.guide_words, before.remark, before.told):
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
        self._counting = CountingView(task, self._reader, lambda right: self._counted(right=right))
        beside = self._beside
        beside.children = (self._counting, *beside.children)

    @property
    def _beside(self) -> Any:
        """The box with the game's message, beside the mine or below it."""
        said = self._panels["said"]
        return next(
            box for box in self.children[1].children if said in getattr(box, "children", ())
        )

    def _counted(self, *, right: bool) -> None:
        """Show the final score, beside what the learner has counted."""
        if self._page.counting:
            page = replace(self._page, counted=True)
            said = Notice((Phrase("guided.right"), Phrase("guided.over")), Tone.GOOD)
            self.set_page(page.telling(said) if right else page)

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
