"""The learner's own whole game: no tasks until its end, then one mistake to try again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ksm_widgets.coach.view.page import CoachedPage
from ksm_widgets.course.view.guided import GuidedTable
from ksm_widgets.course.view.guided_page import GuidedPage
from ksm_widgets.course.view.guided_panels import guide, ways
from ksm_widgets.game.match import Phase
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.page.html import Child, button, element, joined, note, row
from ksm_widgets.page.sharing import beside

_PHASES = {Phase.CHOOSE: "choose", Phase.DIG: "dig", Phase.ADD: "add"}
_FURTHER = ("checking", "try_on", "try_same")
_SHOWN = ("coach", "coach-at", "coach-mistake", "coach-try", "coach-all")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage(GuidedPage):
    """The page of the learner's own game; `learned` once its costliest mistake was tried again."""

    learned: bool = False
    coached = (PagePlace.TURN, PagePlace.END)

    @property
    def done(self) -> bool:
        """Whether the game is over, and its costliest mistake, if any, was tried again."""
        return self.match is not None and self.match.over and (self.learned or self._asked)

    @property
    def _asked(self) -> bool:
        coach = self.coaching
        if coach is None or not coach.whole:
            return False
        return not coach.dearest or coach.dearest[0] in coach.solved

    @property
    def awaits(self) -> str:
        """The name of what the learner does next, which the guide says."""
        match, coach = self.match, self.coaching
        if match is None or not match.over:
            name = "watch" if self.phase is None else _PHASES.get(self.phase, "watch")
            if name != "choose" or match is None or self.seen is None:
                return name
            first, last = match.game.round == 1, len(self.seen.hand) == 1
            return "begin" if first else "last" if last else name
        if coach is None:
            return "after" if self.learned else "over"
        if coach.judging:
            return "checking"
        if coach.asks is not None and coach.attempted:
            return "try_same" if coach.asks.retry.repeats else "try_on"
        if coach.asks is not None:
            return "try"
        if self._asked:
            return "done" if coach.dearest else "none"
        if self.learned and coach.seat not in match.persons:
            return "done"
        if not coach.whole:
            return "stopped" if coach.stopped else "look" if coach.to_try() is None else "look_try"
        return "found_more" if coach.solved else "found"

    @property
    def learn(self) -> str:
        """The key of the words on the button to try a mistake."""
        return "coach.learn" if self.coaching is None else self.coaching.learn

    @property
    def guide_words(self) -> tuple[str, ...]:
        """The text to show now, and what to do."""
        coach, name = self.coaching, self.awaits
        if name == "watch":
            return super(OwnPage, self).guide_words
        named = {"coach": "coach.ask", "learn": self.learn, "on": "coach.on"}
        buttons = {name: self.text(key) for name, key in named.items()}
        todo = "try_on_do" if name == "try_same" else f"{name}_do"
        if name == "done" and coach is not None and coach.to_try() is not None:
            todo = "done_more_do"
        return tuple(self.text(f"guided_own.{key}", **buttons) for key in (name, todo))

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet; what the coach says is always shown."""
        there = super(OwnPage, self).classes
        if self.shows is None:
            # Each round says the same of a card and of a turn.
            told_in = {"choose": 2, "dig": 1}.get(self.awaits)
            known = told_in is not None and self.match is not None and self.match.round > told_in
            return there | {"ksm-guide-known"} if known else there
        # Once something is settled, a phone has room for all that the guide says of it.
        tells = {"ksm-guide-tells"} if self.awaits in ("done", "none", "found_more") else set[str]()
        # To a further try the coach says all that a phone has room for.
        aside = {"ksm-guide-aside"} if self.awaits in _FURTHER else set[str]()
        return (there - {"ksm-guided-act"}) | tells | aside


_COACH_ON = ("coach.on", "coach-on")
_ASK, _NEW = ("coach.ask", "coach"), ("ending.again", "leave")


def _buttons(page: OwnPage) -> tuple[tuple[str, str], ...]:
    """The buttons for what the learner is told to do, the first one first of all."""
    match page.awaits:
        case "over":
            return (_ASK,)
        case "stopped":
            return (_COACH_ON,)
        case "found" | "found_more":
            return ((page.learn, "coach-try"), *((_NEW,) if page.learned else ()))
        case "done" | "none":
            return (_NEW,)
        case "after":
            return (_NEW, _ASK)
    return ()


def _guide(page: OwnPage) -> Child:
    """The next thing to do, with the buttons for it."""
    buttons = [
        button(page.text(words), act, class_="" if at else "ksm-main")
        for at, (words, act) in enumerate(_buttons(page))
    ]
    onward = _onward(page)
    return joined(guide(page), row(*buttons, onward) if buttons or onward else None)


def _onward(page: OwnPage) -> Child:
    """The way to the page of games, once the course is over; a notebook does not know its own."""
    if not page.done or not page.address or page.awaits in ("try", *_FURTHER):
        return None
    words, at = page.text("guided_own.onward"), beside(page.address, "play.ipynb")
    return element("a.ksm-button", words, href=at)


def _ways(page: OwnPage) -> Child:
    """The way to start again while the game goes on; after it, where it is kept."""
    if page.match is None or not page.match.over:
        return ways(page)
    kept = "guided_own.kept" if page.start.lasting else "round_table.kept_meanwhile"
    return note(page.text(kept))


class OwnTable(GuidedTable):
    """The page of the learner's own game, which is one of their saved games."""

    page_type = OwnPage
    used = (*GuidedTable.used, "coach", "coach-on", "coach-stop")
    panels = MappingProxyType({**GuidedTable.panels, "guide": _guide, "set": _ways})
    looked_at = MappingProxyType(dict.fromkeys(_SHOWN, "head"))

    _page: OwnPage

    def at_start(self, page: CoachedPage) -> CoachedPage:
        """The page with the game at the table: as it was left, or from its beginning."""
        there = super().at_start(page)
        assert isinstance(there, OwnPage)
        over = there.match is not None and there.match.over
        return replace(there, learned=over and self._guided.exercise in self._progress.stars())

    def _ask_again(self) -> None:
        """Ask before a game is given up for a new one; one that is over is kept."""
        match = self._page.match
        if match is not None and match.over:
            self._again()
        else:
            super()._ask_again()

    def _again(self) -> None:
        """Begin another game."""
        self._page = replace(self._page, learned=False)
        super()._again()

    def set_page(self, page: CoachedPage) -> None:
        """Show another page; once the costliest mistake was tried again, that is saved."""
        assert isinstance(page, OwnPage)
        super().set_page(page)
        if page.done and not self._page.learned:
            self._page = replace(self._page, learned=True)
