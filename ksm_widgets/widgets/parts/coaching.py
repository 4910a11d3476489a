"""The coach's panels: how the game went, what each choice cost, and what else could be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import curve_scene
from ksm_widgets.tutor.phrases import Phrase, Tone
from ksm_widgets.tutor.table.coaching import (
    curve,
    figure_told,
    heading,
    option_told,
    size_told,
    summary,
    turning_points,
    turning_told,
    verdict,
)
from ksm_widgets.tutor.table.missed import comes_back
from ksm_widgets.tutor.table.reviewing import looked_at_longer, seats_to_review
from ksm_widgets.widgets.coach_page import Shown
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.cards import small_card
from ksm_widgets.widgets.parts.controls import button, choice, folded, group, note, signed
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.reviewing import Finding, Option
    from ksm_widgets.widgets.coach_page import Coaching
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["coach_said", "coach_tone", "coaching", "curved", "looking"]


def coach_said(page: TablePage, coach: Coaching) -> tuple[str, ...]:
    """What the coach says now, sentence by sentence: of a choice, of a try, or of all the game."""
    say = page.reader.say
    trying, finding = coach.trying, coach.finding
    if trying is not None and not trying.retry.over:
        asked = (say(trying.retry.asks()), *map(say, trying.retry.told()))
        if coach.again:
            asked = (_which_game(page, coach), *asked)
        return (*asked, page.text("coach.judging")) if trying.judging else asked
    if finding is not None:
        words = coach.words
        told = (*verdict(finding), *_thinking(finding)) if words is None else words
        return (say(heading(finding)) + ".", *map(say, told))
    if coach.running:
        return (page.text("coach.begins"),)
    return tuple(map(say, summary(coach.review)))


def coach_tone(coach: Coaching) -> Tone:
    """How that is meant: whether the choice looked at, or the last answer tried, was good."""
    trying, finding = coach.trying, coach.finding
    if trying is not None and trying.retry.answers:
        return Tone.GOOD if trying.retry.solved else Tone.WARNING
    if finding is None or trying is not None:
        return Tone.INFO
    return Tone.WARNING if finding.flawed else Tone.GOOD


def _thinking(finding: Finding) -> tuple[Phrase, ...]:
    """That there will be more to say."""
    return (Phrase("coach.thinking"),) if finding.flawed else ()


def _which_game(page: TablePage, coach: Coaching) -> str:
    """In which game it was that a mistake was made which came back."""
    assert page.match is not None, "a mistake was made in a match"
    names = [seat.name for seat in page.match.seats]
    who = names.pop(coach.seat)
    return page.text("coach.of_game", who=who, others=names)


def curved(page: TablePage) -> Markup:
    """The curve of the game, whose it is, and how far it is weighed; not while a mistake is asked.

    What a choice cost would tell how hard one has to look.
    """
    coach, match = page.coach, page.match
    if coach is None or match is None or coach.again or not _shows(page, coach):
        return Markup("")
    title = element("h3", page.text("coach.title"))
    return joined(
        [
            element("div", title, _whose(page, coach, match), class_="ksm-header"),
            _progress(page, coach),
            _chart(page, coach),
            note(page.text("coach.legend")),
        ]
    )


def coaching(page: TablePage) -> Markup:
    """All choices in words, all that was weighed of the one looked at, and the ways back."""
    coach, match, text = page.coach, page.match, page.text
    if coach is None or match is None or not _shows(page, coach):
        return Markup("")
    if coach.again:
        ways = [button(text("coach.its_game"), "coach", coach.seat), _to_start(page)]
        return joined([_all_weighed(page, coach), element("div", *ways, class_="ksm-group")])
    over = "coach.end" if match.over else "ending.stop_open"
    return joined(
        [
            _turned(page, coach),
            _list(page, coach),
            _all_weighed(page, coach),
            element(
                "div",
                _all_of_it(page, coach),
                button(text(over), "coach-end"),
                class_="ksm-group",
            ),
        ]
    )


def _to_start(page: TablePage) -> Markup:
    """From a mistake that came back to where one came from; what is not answered still waits."""
    return button(page.text("coach.to_start"), "leave")


def _shows(page: TablePage, coach: Coaching) -> bool:
    """Whether something is shown, not asked."""
    return page.phase is None and not coach.judging


def _whose(page: TablePage, coach: Coaching, match: Match) -> Markup | None:
    """Whose choices are looked at; all may be chosen from once the game is over."""
    seats = seats_to_review(match)
    if len(seats) < 2:
        return None
    names = [(str(seat), match.seats[seat].name) for seat in seats]
    return choice(page.text("coach.whose"), "coach", names, str(coach.seat), id_="ksm-whose")


def _progress(page: TablePage, coach: Coaching) -> Markup | None:
    """How far the review is; it can be stopped, and gone on with."""
    found = coach.review.findings
    longer = looked_at_longer(coach.review)
    if coach.stopped:
        key = "coach.stopped" if len(found) < coach.choices else "coach.stopped_longer"
        words = page.text(key, found=len(found), longer=longer, choices=coach.choices)
        return element(
            "div", note(words), button(page.text("coach.on"), "coach-on"), class_="ksm-weighing"
        )
    if not coach.running:
        return None
    key = "coach.glance" if len(found) < coach.choices else "coach.longer"
    words = page.text(key, found=len(found), longer=longer, choices=coach.choices)
    bar = element(
        "progress",
        max=2 * coach.choices,
        value=len(found) + longer,
        aria_label=page.text("coach.title"),
    )
    stop = button(page.text("coach.stop"), "coach-stop")
    return element("div", element("div", note(words), bar), stop, class_="ksm-weighing")


def _chart(page: TablePage, coach: Coaching) -> Markup:
    """The curve; a button lies over each choice, and arrow keys go from one to the next."""
    spots = curve(coach.review)
    scene = curve_scene(
        spots, coach.choices, chosen=coach.at, theme=page.theme, language=page.language
    )
    buttons = []
    for area in scene.hits:
        at = int(str(area.target).removeprefix("choice:"))
        words = _in_a_line(page, coach.review.findings[at])
        buttons.append(
            element(
                "button",
                type="button",
                class_="ksm-point",
                data_act="coach-at",
                data_value=at,
                aria_label=words,
                aria_pressed="true" if at == coach.at else "false",
                title=words,
                style=f"left:{area.x / scene.width:.2%};width:{area.width / scene.width:.2%}",
            )
        )
    return element(
        "div",
        picture(scene),
        group(scene.title, *buttons, class_="ksm-points"),
        class_="ksm-chart ksm-curve",
    )


def _in_a_line(page: TablePage, finding: Finding) -> str:
    """A choice and what it cost."""
    return f"{page.reader.say(heading(finding))}. {page.reader.say(size_told(finding))}"


def _turned(page: TablePage, coach: Coaching) -> Markup | None:
    """Where the game turned, by a choice or by luck, once all of it has been glanced at."""
    if coach.at is not None or len(coach.review.findings) < coach.choices:
        return None
    rows = [
        _leads_to(coach, one.finding, page.reader.say(turning_told(coach.review, one)))
        for one in turning_points(coach.review)
    ]
    title = element("h4", page.text("coach.turned"))
    return joined([title, element("ol", *rows, class_="ksm-findings")]) if rows else None


def _leads_to(coach: Coaching, at: int, *words: str) -> Markup:
    """A choice to be looked at, in a list of them."""
    flawed = coach.review.findings[at].flawed
    return element(
        "li",
        element(
            "button",
            *words,
            type="button",
            class_="ksm-step" + (" ksm-flawed" if flawed else ""),
            data_act="coach-at",
            data_value=at,
            aria_current="true" if at == coach.at else None,
        ),
    )


def _list(page: TablePage, coach: Coaching) -> Markup | None:
    """All choices in words, each to be looked at."""
    found = coach.review.findings
    if not found:
        return None
    rows = (
        _leads_to(
            coach,
            at,
            element("span", page.reader.say(heading(finding))),
            element("span", _cost(page, finding), class_="ksm-cost"),
        )
        for at, finding in enumerate(found)
    )
    flawed = len(coach.dearest)
    return folded(
        page.text(counted("coach.choices", flawed), count=flawed, choices=len(found)),
        element("ol", *rows, class_="ksm-findings"),
        id_="ksm-findings",
    )


def _cost(page: TablePage, finding: Finding) -> str:
    """What a choice cost, in figures; nothing if that is within the error."""
    if not finding.flawed:
        return page.text("coach.no_cost")
    return page.text("coach.cost", cost=page.reader.say(figure_told(finding.cost)))


def _all_of_it(page: TablePage, coach: Coaching) -> Markup | None:
    """From a choice back to the whole game."""
    return None if coach.at is None else button(page.text("coach.all"), "coach-all")


# A single choice.


def looking(page: TablePage) -> Markup | None:
    """From mistake to mistake, what the board shows of one, and the ways to try them again."""
    coach, text = page.coach, page.text
    if coach is None:
        return None
    if coach.trying is not None and not coach.trying.retry.over:
        # The hand and the ways to end a turn stand above.
        known = coach.finding is not None and not coach.judging
        return element(
            "div",
            button(text("coach.tell"), "coach-tell", disabled=not known),
            _to_start(page) if coach.again else button(text("coach.all"), "coach-all"),
            class_="ksm-group ksm-doing",
        )
    if coach.again:
        return joined([_shown(page, coach), _next_again(page)])
    before, after = coach.mistake(-1), coach.mistake(1)
    to_try = coach.to_try()
    learn = "coach.learn" if coach.trying is None else "coach.learn_next"
    ways = [
        button(signed("◀", text("coach.previous")), "coach-mistake", -1, disabled=before is None),
        button(text(learn), "coach-try", disabled=to_try is None, class_="ksm-main"),
        button(signed("▶", text("coach.next")), "coach-mistake", 1, disabled=after is None),
    ]
    return joined(
        [
            _shown(page, coach),
            element("div", *ways, class_="ksm-mistakes") if coach.dearest else None,
            _come_back(page, coach),
        ]
    )


def _come_back(page: TablePage, coach: Coaching) -> Markup | None:
    """That the mistakes come back, once all are known, where they do."""
    if page.match is None or not (coach.whole and coach.dearest):
        return None
    return note(page.text("coach.come_back")) if comes_back(page.match, coach.seat) else None


def _next_again(page: TablePage) -> Markup:
    """On to the next mistake that came back, if more of them wait."""
    if not page.due:
        return note(page.text("coach.again_none"))
    words = page.text(counted("coach.again_next", page.due), count=page.due)
    return button(words, "again", class_="ksm-main")


def _shown(page: TablePage, coach: Coaching) -> Markup | None:
    """What the board shows: how the mine lay, what was done, the best."""
    finding = coach.finding
    if finding is None:
        return None
    best = finding.options[0]
    ways = [(Shown.LAY, "lay", None), (Shown.MADE, "made", finding.made)]
    if best != finding.made:
        # Within the error nothing is better than what was done.
        ways.append((Shown.BEST, "best" if finding.flawed else "as_good", best))
    return group(
        page.text("coach.on_board"),
        *(
            button(
                _way(page, f"coach.shown_{key}", option),
                "coach-shown",
                shown.value,
                pressed=shown is coach.shown,
                disabled=coach.reasons is None and shown is not Shown.LAY,
            )
            for shown, key, option in ways
        ),
        class_="ksm-segments ksm-shown",
    )


def _way(page: TablePage, key: str, option: Option | None) -> Markup:
    """What a choice is called, and if it is a card how that looks."""
    if option is None or option.card is None:
        return element("span", page.text(key))
    number = element("small", page.reader.say(option_told(option)))
    words = element("span", page.text(key), " ", number)
    return joined([small_card(option.card, page.theme), words])


def _all_weighed(page: TablePage, coach: Coaching) -> Markup | None:
    """All that was weighed at the choice looked at, and how much less than the best that is."""
    finding, text = coach.finding, page.text
    if finding is None:
        return None
    head = element(
        "tr",
        element("th", text("coach.option"), scope="col"),
        element("th", text("coach.ahead"), scope="col"),
        element("th", text("coach.loss"), scope="col"),
    )
    rows = [_weighed(page, finding, option) for option in finding.options]
    return folded(
        text("coach.weighed"),
        element(
            "div",
            element("table", head, *rows, class_="ksm-points-table ksm-weighed"),
            class_="ksm-scrolls",
            tabindex=0,
            role="region",
            aria_label=text("coach.weighed"),
        ),
        note(text("coach.weighed_what", games=finding.games)),
        id_="ksm-weighed",
    )


def _weighed(page: TablePage, finding: Finding, option: Option) -> Markup:
    say = page.reader.say
    made = option == finding.made
    words = say(option_told(option))
    if made:
        words = page.text("coach.made", what=words)
    return element(
        "tr",
        element("th", words, scope="row", class_="ksm-made" if made else None),
        element("td", say(figure_told(option.ahead))),
        element("td", say(figure_told(option.loss))),
    )
