"""The panels of a guided game: what to do, the rules of this stop, and the ways on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.coach.view.coach import GameTable
from ksm_widgets.course.view.finish import next_lessons
from ksm_widgets.game.match import Phase
from ksm_widgets.game.own_turn import moved_notice
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import told
from ksm_widgets.game.view.saying import notice_of, steps_told
from ksm_widgets.page.html import Child, Markup, button, element, fault, folded, joined, note, row
from ksm_widgets.tasks.view.parts import rule_card
from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.course.guided import Stop
    from ksm_widgets.course.view.guided_page import GuidedPage


def guide(page: GuidedPage) -> Child:
    """The text and task of this stop, its rules, and after the last one the next lessons."""
    match, stop, text = page.match, page.stop, page.text
    if match is None:
        return None
    first, *others = page.guide_words
    begun, title = page.guide.first, text(f"prose_{page.guide.name}.title")
    # The rounds of a whole game are counted at its head, and a single one needs no number.
    place = title
    if not page.guide.own and page.guide.last > begun:
        place = text(
            "guided.place",
            title=title,
            round=min(match.game.round, page.guide.last) - begun + 1,
            rounds=page.guide.last - begun + 1,
        )
    said = element("div.ksm-guide-words", _remark(page), _told(first), _now(page))
    parts: list[Child] = [note(place), _happened(page), said]
    parts += [element("p.ksm-question", words) for words in others]
    onward: list[Child] = []
    if page.counting:
        onward = [row(button(text("guided.uncounted"), "counted"))]
    elif page.done:
        onward = [*next_lessons(text, page.onward)]
    return joined(parts, fault(page), None if stop is None else _rules(page, stop, first), *onward)


def _happened(page: GuidedPage) -> Child:
    """The others' turns in words, for a phone, where the game's message is out of sight."""
    match = page.match
    began = page.stop is not None and page.stop in page.guide.stops[:1]
    if match is None or began or page.phase not in (Phase.CHOOSE, Phase.DIG):
        return None
    steps = [step for step in steps_told(page) if step.seat not in (None, match.actor)]
    digs = [at for at, step in enumerate(steps) if step.kind is Kind.DUG]
    if not digs:
        return None
    # A short phone has room for the last one only.
    earlier, last = (
        " ".join(page.reader.say(each) for step in part for each in told(step, match.seats))
        for part in (steps[digs[0] : digs[-1]], steps[digs[-1] :])
    )
    before = element("span.ksm-guide-earlier", earlier, " ") if earlier else None
    return element("p.ksm-guide-happened", before, last, aria_hidden="true")


def _told(words: str) -> Markup:
    """The text of this stop; a remark takes its place, but on a phone it keeps its room."""
    return element("p.ksm-guide-told", words)


def _now(page: GuidedPage) -> Child:
    """The game's own message, for a phone, where it would be out of sight.

    A remark made on it takes its place, and so does a stop that tells of the last move. What a card
    would gain is said at the foot, with the cards. The wait for a hint is told, too.
    """
    now, stop, seen = notice_of(page), page.stop, page.seen
    if page.thinking and page.phase in (Phase.CHOOSE, Phase.DIG):
        return element("p.ksm-guide-now", page.text("at_table.hinting"), aria_hidden="true")
    if (
        now is None
        or page.phase is Phase.CHOOSE
        or (page.remark is not None and now == page.remarked_on)
    ):
        return None
    if stop is not None and stop.moves and seen is not None and now == moved_notice(seen):
        return None
    return element("p.ksm-guide-now", now.text(page.reader), aria_hidden="true")


def controls(page: GuidedPage) -> Child:
    """The player's controls; on a phone with what the card that is tried would gain."""
    now = notice_of(page) if page.phase is Phase.CHOOSE else None
    told = None
    if now is not None:
        told = element("p.ksm-guide-foot", now.text(page.reader), aria_hidden="true")
    return joined(told, GameTable.panels["turn"](page))


def _remark(page: GuidedPage) -> Child:
    """The guide's remark on the last try."""
    if page.remark is None:
        return None
    words = page.remark.text(page.reader)
    return element("div.ksm-notice", words, class_=f"ksm-tone-{page.remark.tone.value}")


def _rules(page: GuidedPage, stop: Stop, words: str) -> Child:
    """The rules that a stop is about, folded; with what it told, where that makes room."""
    rules = [rule for rule in map(find_rule, stop.rules) if rule is not None]
    if not rules:
        return None
    shown = (rule_card(rule, page.reader, page.theme) for rule in rules)
    again = element("p.ksm-guide-again", words)
    return folded(page.text("guided.rules"), again, *shown, id_=f"ksm-guide-{stop.name}")


def unless_counting(name: str) -> Callable[[GuidedPage], Child]:
    """A panel of the game that tells the points, so that it is left out while they are counted."""
    panel = GameTable.panels[name]
    return lambda page: None if page.counting else panel(page)


def ways(page: GuidedPage) -> Child:
    """The way to start again, which has to be confirmed, and what is saved."""
    text = page.text
    if page.leaves:
        asked = text(f"guided{'_own' if page.guide.own else ''}.again_sure")
        yes = button(text("guided.again"), "again", class_="ksm-main")
        answers = row(yes, button(text("at_table.no"), "stay"))
        question = element("p.ksm-question", asked)
        return element("div.ksm-sure", question, answers, role="group", aria_label=asked)
    kept = "round_table.kept" if page.start.lasting else "round_table.kept_meanwhile"
    return joined(row(button(text("guided.again"), "leave")), note(text(kept)))
