"""The coach's panels: the curve of a game, its choices, a single choice, and the weighed cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.coach.cards import answers_told, card_reasons, is_early, shares
from ksm_widgets.coach.mistakes import checked_in_depth, comes_back, seats_to_review
from ksm_widgets.coach.state import ShownPart
from ksm_widgets.coach.telling import (
    adding_up,
    curve,
    heading,
    is_listed,
    option_told,
    part_told,
    standing,
    turning_points,
    turning_told,
)
from ksm_widgets.draw.charts import curve_scene
from ksm_widgets.game.standing import figure_told, is_as_good, tenth
from ksm_widgets.game.view.parts import figures, table
from ksm_widgets.mine.view import small_card
from ksm_widgets.page.html import (
    Child,
    Markup,
    button,
    choice,
    element,
    folded,
    group,
    joined,
    note,
    picture,
    point_button,
    row,
    signed,
)
from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.turns import Turn
from ksm_widgets.words import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.analysis.card_table import CardTable
    from ksm_widgets.analysis.review import Finding, Review
    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.coach.cards import WeighedCards
    from ksm_widgets.coach.state import CoachState
    from ksm_widgets.coach.view.page import CoachedPage
    from ksm_widgets.game.match import Match
    from ksm_widgets.game.view.page import TablePage


# The whole game.


def curved(page: CoachedPage) -> Child:
    """The curve of the game, whose it is, and how far the review is.

    Hidden during an attempt: what a choice cost would tell how hard to look.
    """
    match, coach = page.match, page.coaching
    if match is None or coach is None or coach.again or not coach.shows:
        return None
    title = element("h2", page.text("coach.title"))
    return (
        element("div.ksm-header", title, _whose(page, coach, match)),
        _progress(page, coach),
        _chart(page, coach),
        note(page.text("coach.legend")),
    )


def beside(page: CoachedPage) -> Child:
    """The choices of the game, or the weighed cards."""
    if page.coaching is not None:
        return _coaching(page, page.coaching)
    return None if page.cards is None else _weighed_cards(page, page.cards)


def _coaching(page: TablePage, coach: CoachState) -> Child:
    """The turning points, all choices, the sum or the options of one, and the ways back."""
    match, text = page.match, page.text
    if match is None or not coach.shows:
        return None
    if coach.again:
        its_game = button(text("coach.its_game"), "coach", coach.seat)
        return _options(page, coach), row(its_game, _to_start(page))
    end = button(text("coach.end" if match.over else "coach.end_open"), "coach-end")
    whole = None if coach.at is None else button(text("coach.all"), "coach-all")
    return (
        _turned(page, coach),
        _choices(page, coach),
        _sum(page, coach),
        _options(page, coach),
        row(whole, end),
    )


def _to_start(page: TablePage) -> Markup:
    return button(page.text("coach.to_start"), "leave")


def _whose(page: TablePage, coach: CoachState, match: Match) -> Markup | None:
    """The choice of a player, once the game is over."""
    seats = seats_to_review(match)
    if len(seats) < 2:
        return None
    names = [(str(seat), match.seats[seat].name) for seat in seats]
    return choice(page.text("coach.whose"), "coach", names, str(coach.seat), id_="ksm-whose")


def _progress(page: TablePage, coach: CoachState) -> Markup | None:
    """The progress of the review, and the button to stop or continue it."""
    if not (coach.running or coach.stopped):
        return None
    found, in_depth = len(coach.review.findings), checked_in_depth(coach.review)
    if found < coach.choices:
        key = "coach.glance" if coach.running else "coach.stopped"
    else:
        key = "coach.longer" if coach.running else "coach.stopped_longer"
    words = note(page.text(key, found=found, longer=in_depth, choices=coach.choices))
    if coach.stopped:
        on = button(page.text("coach.on"), "coach-on")
        return element("div.ksm-weighing", words, on)
    done, all_ = found + in_depth, 2 * coach.choices
    bar = element("progress", max=all_, value=done, aria_label=page.text("coach.title"))
    stop = button(page.text("coach.stop"), "coach-stop")
    return element("div.ksm-weighing", element("div", words, bar), stop)


def _chart(page: TablePage, coach: CoachState) -> Markup:
    """The curve, with a button over each choice."""
    spots = curve(coach.review)
    scene = curve_scene(
        spots, coach.choices, chosen=coach.at, theme=page.theme, language=page.language
    )
    buttons = []
    for area in scene.hits:
        at = int(str(area.target).removeprefix("choice:"))
        finding, say = coach.review.findings[at], page.reader.say
        cost = _cost(page, coach.review, finding)
        words = f"{say(heading(finding))}: {cost}."
        pressed = at == coach.at
        buttons.append(point_button(area, scene, "coach-at", at, words, pressed=pressed))
    points = group(scene.title, buttons, class_="ksm-points")
    return element("div.ksm-chart.ksm-curve", picture(scene), points)


def _turned(page: TablePage, coach: CoachState) -> Child:
    """The turning points of the game, once all of it has been checked."""
    found = coach.review.findings
    if coach.at is not None or len(found) < coach.choices or any(one.suspected for one in found):
        return None
    rows = [
        _link(coach, one.finding, page.reader.say(turning_told(coach.review, one)))
        for one in turning_points(coach.review)
    ]
    title = element("h3", page.text("coach.turned"))
    return (title, element("ol.ksm-findings", rows)) if rows else None


def _choices(page: TablePage, coach: CoachState) -> Markup | None:
    """All choices in words."""
    found = coach.review.findings
    if not found:
        return None
    rows = []
    for at, finding in enumerate(found):
        name = element("span", page.reader.say(heading(finding)))
        rows.append(
            _link(coach, at, name, element("span.ksm-cost", _cost(page, coach.review, finding)))
        )
    flawed = len(coach.dearest)
    key = counted("coach.choices_flawed", flawed) if flawed else "coach.choices"
    title = page.text(key, count=flawed, choices=len(found))
    return folded(title, element("ol.ksm-findings", rows), id_="ksm-findings")


def _sum(page: TablePage, coach: CoachState) -> Markup | None:
    """The sum of the whole game, folded: it has more figures than most people want."""
    if coach.at is not None or coach.running or not coach.review.findings:
        return None
    said = (note(page.reader.say(one)) for one in adding_up(coach.review))
    return folded(page.text("coach.adding_up"), *said, id_="ksm-adding-up")


def _cost(page: TablePage, review: Review, finding: Finding) -> str:
    if finding.suspected:
        return page.text("coach.suspected", cost=tenth(finding.cost.mean))
    if not finding.flawed:
        return page.text("coach.no_cost")
    if not is_listed(review, finding):
        return page.text("coach.same_turn")
    return page.text("coach.cost", cost=tenth(finding.cost.mean))


def _link(coach: CoachState, at: int, *words: Child) -> Markup:
    """A choice in a list, to look at."""
    step = element(
        "button.ksm-step",
        words,
        type="button",
        class_="ksm-flawed" if is_listed(coach.review, coach.review.findings[at]) else "",
        data_act="coach-at",
        data_value=at,
        aria_current="true" if at == coach.at else None,
    )
    return element("li", step)


# A single choice.


def looking(page: TablePage, coach: CoachState, *, due: int) -> Child:
    """The choice on the board, and the buttons to go to the mistakes or try them."""
    text = page.text
    if coach.asks is not None:
        known = coach.finding is not None and not coach.judging
        tell = button(text("coach.tell"), "coach-tell", disabled=not known)
        back = _to_start(page) if coach.again else button(text("coach.all"), "coach-all")
        return element("div.ksm-group.ksm-doing", tell, back)
    shown = joined(_shown(page, coach), _once_more(page, coach))
    if coach.again:
        if not due:
            return shown, note(text("coach.again_none"))
        words = text(counted("coach.again_next", due), count=due)
        return shown, button(words, "again", class_="ksm-main")
    if not coach.dearest:
        return shown
    # While the review goes on, a dearer mistake may still be found.
    main = "" if coach.running else "ksm-main"
    ways = (
        _step(page, coach, "◀", "previous", -1),
        note(text("coach.all_tried"))
        if coach.to_try() is None
        else button(text(coach.learn), "coach-try", class_=main),
        _step(page, coach, "▶", "next", 1),
    )
    match, left = page.match, coach.to_try() is not None
    # Said from the beginning, so that nothing moves under a finger when the review is complete.
    kept = match is not None and comes_back(match, coach.seat)
    come_back = left and kept and (coach.whole or coach.running)
    return (
        shown,
        element("div.ksm-mistakes", ways),
        note(text("coach.come_back")) if come_back else None,
    )


def _once_more(page: TablePage, coach: CoachState) -> Markup | None:
    """The button to try a turn once more, if only its first part was right."""
    rest = None if coach.trying is None else coach.trying.retry.rest
    if coach.asks is not None or rest is None or not rest.flawed:
        return None
    return button(page.text("coach.once_more"), "coach-try", coach.at)


def _step(page: TablePage, coach: CoachState, sign: str, key: str, by: int) -> Markup:
    words = signed(sign, page.text(f"coach.{key}"))
    return button(words, "coach-mistake", by, disabled=coach.mistake(by) is None)


def _shown(page: TablePage, coach: CoachState) -> Markup | None:
    """The board: the mine before the choice, the choice, the answer, or the best one."""
    finding, equal = coach.finding, coach.equal
    if finding is None:
        return None
    best = finding.options[0]
    ways: list[tuple[ShownPart, str, AnyOption | None]] = [
        (ShownPart.BEFORE, "lay", None),
        (ShownPart.MADE, "made_then" if coach.trying is not None else "made", finding.made),
    ]
    if equal is not None:
        ways.append((ShownPart.ANSWER, "answer", equal))
    if best != finding.made:
        # Within the error, nothing is better than what was done, or than a right answer.
        better = finding.flawed and equal is None
        key = "best" if better else standing(finding, equal)
        ways.append((ShownPart.BEST, key, best))
    buttons = (
        button(
            _named(page, f"coach.shown_{key}", option),
            "coach-shown",
            shown.value,
            pressed=shown is coach.shown,
            disabled=coach.reasons is None and shown is not ShownPart.BEFORE,
        )
        for shown, key, option in ways
    )
    return group(page.text("coach.on_board"), buttons, class_="ksm-segments ksm-shown")


def _named(page: TablePage, key: str, option: AnyOption | None) -> Child:
    """A choice by name; a card with its picture."""
    if option is None or not isinstance(option.choice, Card):
        return element("span", page.text(key))
    number = element("small", page.reader.say(option_told(option)))
    return small_card(option.choice, page.theme), element("span", page.text(key), " ", number)


def _options(page: TablePage, coach: CoachState) -> Markup | None:
    """Every option that was weighed for a choice, the best first."""
    finding, text, say = coach.finding, page.text, page.reader.say
    if finding is None:
        return None
    rows = []
    for option in finding.options:
        made = option == finding.made
        # A turn without a dig, made or answered, was judged no further than its first look.
        part = made or (isinstance(option.choice, Turn) and option.choice.dig is None)
        words = say(part_told(finding.moment.view, option.choice) if part else option_told(option))
        words = text("coach.made", what=words) if made else words
        cells = say(figure_told(option.ahead)), _loss(page, option, finding.options)
        rows.append(figures(words, cells, "ksm-made" if made else ""))
    _set_apart(page, rows, finding.options)
    title, head = text("coach.weighed"), [text(f"coach.{key}") for key in _HEADS]
    what = _explained(page, finding.options, what="coach.weighed_what", known="coach.weighed_known")
    return folded(title, table(title, head, rows, "ksm-weighed"), what, id_="ksm-weighed")


_HEADS = ("option", "ahead", "loss")


def _loss(page: TablePage, option: AnyOption, options: Sequence[AnyOption]) -> Child:
    """The loss of an option against the best, and whether it is as good or nobody can tell."""
    if option is options[0]:
        return "–"
    loss = replace(option.loss, mean=max(0.0, option.loss.mean))
    told = page.reader.say(figure_told(loss)).replace(" ", "\N{NO-BREAK SPACE}")
    key = _set_beside(option, options)
    return told if key is None else (told, element("small", page.text(f"coach.{key}")))


def _set_beside(option: AnyOption, options: Sequence[AnyOption]) -> str | None:
    """The key of the words beside an option's loss, unless it is clear."""
    if option is options[0]:
        return None
    if is_as_good(option, options):
        return "as_good"
    return "open" if option.closely and option.is_open else None


def _explained(page: TablePage, options: Sequence[AnyOption], *, what: str, known: str) -> Markup:
    """Notes on what the figures and words of a table mean; words that it lacks are left out."""
    met = [_set_beside(option, options) for option in options]
    if not options[-1].closely:
        met.append("at_a_glance")
    means = [f"coach.means_{word}" for word in ("as_good", "open", "at_a_glance") if word in met]
    words = map(page.text, (what, *means, known))
    return joined(*map(note, (*words, _how_many(page, options))))


def _set_apart(page: TablePage, rows: list[Markup], options: Sequence[AnyOption]) -> None:
    """Put a line before the rows of the options that were not checked closely, if there are any."""
    closely = sum(one.closely for one in options)
    if closely < len(options):
        words = page.text("coach.at_a_glance")
        rows.insert(closely, element("tr.ksm-apart", element("th", words, colspan=3)))


def _how_many(page: TablePage, options: Sequence[AnyOption]) -> str:
    """A sentence on the number of games behind the figures."""
    most, least = options[0].games, options[-1].games
    if most == least:
        return page.text("coach.games", games=most)
    return page.text("coach.games_few", games=most, least=least)


# The cards of the hand.


def _weighed_cards(page: TablePage, cards: WeighedCards) -> Child:
    """The cards of the hand, as far as they are weighed."""
    text, found = page.text, cards.table
    title, close = text("weighed.title"), button(text("weighed.away"), "cards-away")
    head = element("div.ksm-header", element("h2", title), close)
    running = None
    if cards.running:
        words = note(text("weighed.begins" if found is None else "weighed.closer"))
        told = element("div", words, element("progress", aria_label=title))
        stop = button(text("coach.stop"), "cards-stop")
        running = element("div.ksm-weighing", told, stop)
    if found is None:
        return head, running
    reasons = element("ul", (element("li", page.reader.say(one)) for one in card_reasons(found)))
    early = is_early(found)
    if early:
        what = note(f"{text('weighed.early_what')} {_how_many(page, found.cards)}")
    else:
        what = _explained(page, found.cards, what="weighed.cards_what", known="weighed.cards_known")
    if early and running is None:
        running = note(text("weighed.slow"))
    return head, running, reasons, _by_card(page, found), what, _by_answer(page, found)


def _by_card(page: TablePage, found: CardTable) -> Markup:
    """Each card with the points expected, the best first; early figures have no losses."""
    text, say = page.text, page.reader.say
    early = is_early(found)
    rows = []
    for option in found.cards:
        cells: list[Child] = [say(figure_told(option.ahead))]
        if not early:
            cells.append(_loss(page, option, found.cards))
        rows.append(figures(_card(page, option.choice), cells))
    head = [text("weighed.card"), text("weighed.ahead")]
    if not early:
        _set_apart(page, rows, found.cards)
        head = [text("weighed.card"), text("coach.ahead"), text("coach.loss")]
    return table(text("weighed.title"), head, rows, "ksm-card-points")


def _by_answer(page: TablePage, found: CardTable) -> Child:
    """The same games by what the only opponent laid down in them; last, the mean of all."""
    match, text, say = page.match, page.text, page.reader.say
    if not found.answers or match is None:
        return None
    other = match.seats[found.answers[0].player].name
    title = text("card_table.answers", other=other)
    leads = [option.ahead for option in found.cards if option.choice in found.rows]
    rest, lines = text("card_table.rest"), zip(*found.cells, strict=True)
    rows = [
        figures(
            _share(str(answer.card.number) if answer.card else rest, share, page.language),
            _in_two_lines(map(say, map(figure_told, line))),
        )
        for answer, share, line in zip(found.answers, shares(found), lines, strict=True)
    ]
    whole = _share(text("card_table.all"), 100, page.language)
    rows.append(figures(whole, _in_two_lines(map(say, map(figure_told, leads)))))
    head = [text("card_table.answer"), *(_card(page, card) for card in found.rows)]
    known = note(" ".join(map(say, answers_told(found, other))))
    return note(title), table(title, head, rows, "ksm-card-points ksm-by-answer"), known


def _share(name: str, share: int, language: str) -> Child:
    return name, " ", element("small", percent(share / 100, language))


def _in_two_lines(told: Iterable[str]) -> Iterable[str]:
    """Figures that are split before their error, and nowhere else, where there is little room."""
    return (one.replace("± ", "±\N{NO-BREAK SPACE}") for one in told)


def _card(page: TablePage, card: Card) -> Child:
    return small_card(card, page.theme), str(card.number)
