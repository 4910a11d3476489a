"""The player's controls: choose a card, dig, pay, watch the others, pass the device on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.game.match import Phase
from ksm_widgets.game.own_turn import Confirm
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.game.view.page import TablePage
from ksm_widgets.game.view.parts import (
    card_choice,
    card_told,
    doing,
    tile_named,
    tiles_dug,
    unseen,
)
from ksm_widgets.mine.view import card_face, lamps, tile_face
from ksm_widgets.page.html import (
    Markup,
    button,
    element,
    group,
    joined,
    note,
    row,
    section,
    segments,
    signed,
)
from ksm_widgets.rules.tiles import Power
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.game.advice import Advice
    from ksm_widgets.game.match import Adding
    from ksm_widgets.rules.views import View

P = TypeVar("P", bound=TablePage)


def turn(page: TablePage) -> Markup | None:
    """The controls of the player's turn or the others', or a question to confirm first."""
    if page.turn.asks is not None:
        return _sure(page, page.turn.asks)
    match page.phase:
        case Phase.CHOOSE if page.seen is not None:
            return _choosing(page, page.seen)
        case Phase.DIG if page.seen is not None:
            return _digging(page, page.seen)
        case Phase.ADD if page.match is not None and page.match.adding is not None:
            return _adding(page, page.match.adding)
        case Phase.HAND_OVER if page.apart:
            return row(taking_back(page)) if page.can_take_back else None
        case Phase.HAND_OVER:
            return _handing_over(page)
        case _:
            return _way(page)


def _sure(page: TablePage, asks: Confirm) -> Markup:
    """A question before something that can't be undone."""
    text, figures = page.text, {}
    if asks is Confirm.UNPAID and page.seen is not None:
        account = page.turn.account(page.seen)
        figures = {"due": account.due, "have": account.money + account.treasures}
    catalogue = "at_table" if page.notes is None else "noting"
    asked = text(f"{catalogue}.sure_{asks.value}", **figures)
    yes = button(text(f"{catalogue}.yes_{asks.value}"), "sure", asks.value, class_="ksm-main")
    return element(
        "div.ksm-sure",
        element("p.ksm-question", asked),
        row(yes, button(text("at_table.no"), "unsure")),
        role="group",
        aria_label=asked,
    )


def _choosing(page: TablePage, seen: View) -> Markup:
    """The hand to choose a card from; it can be tried on the mine first."""
    text, thought = page.text, page.turn.tried
    words = text("at_table.lay_down_none")
    if thought is not None:
        words = text("at_table.lay_down", number=thought.number)
    ways = row(
        button(words, "choose", class_="ksm-main", disabled=thought is None),
        _hint(page),
        page.added(PagePlace.CHOICE),
        taking_back(page) if page.can_take_back else None,
    )
    return joined(card_choice(page, seen.hand, "card", thought), element("div.ksm-doing", ways))


def _digging(page: TablePage, seen: View) -> Markup:
    """The card, what a touch does with it, the objects to spend, and the end of the turn."""
    text, turn = page.text, page.turn
    card, mirror = turn.card(seen), Power.MIRROR in turn.powers
    assert card is not None, "who digs has a card"
    held = element(
        "div.ksm-held-card",
        card_face(card, turn.hand.turned if mirror else 0, page.theme),
        unseen(card_told(page, card)),
    )
    tools = segments(
        text("own.tools"),
        "tool",
        [("tile", text("at_table.tool_move")), ("card", text("at_table.tool_lay"))],
        "card" if turn.lays else "tile",
    )
    turning = button(text("own.turn"), "turn-card") if mirror else None
    dig = turn.dig(seen)
    ends = row(
        button(text("at_table.dig"), "dig", class_="ksm-main", disabled=dig is None),
        button(text("at_table.no_dig"), "no-dig"),
    )
    return joined(
        element("div.ksm-turn", held, element("div.ksm-tools", tools, turning)),
        _spending(page, seen),
        _account(page, seen),
        doing(ends, taking_back(page), _hint(page)),
    )


def _way(page: TablePage) -> Markup | None:
    """The buttons for the others' turns: automatically or step by step, and past them all.

    They are among the player's own controls, which are at the foot on a phone.
    """
    match, text = page.match, page.text
    if match is None or not page.others_act:
        return None
    to = "skip" if len(match.persons) == 1 else "skip_people"
    words = text(f"at_table.{'skip_end' if match.persons_done else to}")
    skip = button(words, "skip", disabled=page.thinking and page.skipping)
    next_ = button(text("at_table.next"), "next", class_="ksm-main", disabled=page.thinking)
    words, on = ("at_table.pause", "") if page.going else ("at_table.going", "on")
    quick = button(text("at_table.quick"), "quick", "" if page.quick else "on", pressed=page.quick)
    going = button(text(words), "going", on)
    return element("div.ksm-group.ksm-way", next_, going, quick if page.going else None, skip)


def taking_back(page: TablePage) -> Markup:
    """The button that takes the last act back."""
    words = signed("↶", page.text("at_table.back"))
    return button(words, "back", disabled=not page.can_take_back)


def _hint(page: TablePage) -> Markup | None:
    """The button for a hint; none where none is allowed, in a noted turn, or over something."""
    if not (page.hints and page.plays):
        return None
    hint_level = page.turn.hint_level
    words = signed("?", page.text("at_table.hint")), lamps(hint_level) if hint_level else None
    if page.thinking:
        words = signed("…", page.text("at_table.hint_thinks")), None
    return button(words, "hint", disabled=page.thinking, class_="ksm-hint")


def hinted(page: P, found: Advice | None) -> P:
    """Tell one level more of some advice, if there is any."""
    if found is None:
        return replace(page, thinking=False)
    hint_level = HintLevel(min(page.turn.hint_level + 1, HintLevel.ALL))
    tried, before = page.turn.tried, []
    if tried is not None and tried.number != found.card and hint_level < HintLevel.TILES:
        before.append(Phrase.of("match_advice.other_card", number=tried.number))
    told = found.notice(hint_level, before)
    turn, plan = replace(page.turn, hint_level=hint_level, advice=found), found.plan
    if hint_level >= HintLevel.MOVE and plan is not None and plan.dig:
        follows = page.phase is Phase.DIG
        turn = turn.following(plan.turn) if follows else replace(turn, aim=plan.dig)
    return replace(page, thinking=False, told=told, turn=turn)


def _spending(page: TablePage, seen: View) -> Markup | None:
    """The player's magic objects, each to be spent on this dig (R19, R20)."""
    label = page.text("at_table.spend")
    buttons = [
        button(
            tile_face(power.tile, page.theme, page.edition),
            "spend",
            power.value,
            pressed=power in page.turn.powers,
            label=page.text(f"turn_told.{power.value}"),
            class_="ksm-tile",
        )
        for power in Power
        if power.tile in seen.holding.tiles
    ]
    if not buttons:
        return None
    return element("div.ksm-spending", element("span.ksm-label", label), group(label, buttons))


def _adding(page: TablePage, adding: Adding) -> Markup:
    """The player's tiles, to choose those to add to a turn that can't be paid (R26)."""
    text, chosen = page.text, Counter(page.turn.adding)
    buttons = []
    for tile, count in Counter(adding.held).items():
        params = {"tile": tile_named(page, tile), "chosen": chosen[tile], "count": count}
        face = tile_face(tile, page.theme, page.edition)
        buttons.append(
            button(
                (face, element("span.ksm-count", f"{chosen[tile]}/{count}")),
                "add-tile",
                tile.letter,
                pressed=bool(chosen[tile]),
                label=text("at_table.add_tile", **params),
                class_="ksm-tile",
            )
        )
    ready = len(page.turn.adding) == adding.count
    add = button(text("at_table.add_these"), "add", class_="ksm-main", disabled=not ready)
    return joined(
        group(text("at_table.adding"), buttons, class_="ksm-tiles ksm-screen"),
        element("div.ksm-group.ksm-doing", add, taking_back(page)),
    )


def _handing_over(page: TablePage) -> Markup:
    """The request to pass the device on; nothing secret is shown meanwhile."""
    match = page.match
    assert match is not None
    assert match.actor is not None, "the device goes to somebody"
    name = match.seats[match.actor].name
    sit = button(page.text("at_table.sit", name=name), "sit", class_="ksm-main ksm-wide ksm-late")
    return section(
        page.text("at_table.hand_over", name=name),
        note(page.text("at_table.hand_over_what", name=name)),
        row(sit, taking_back(page) if page.can_take_back else None),
        class_="ksm-hand-over",
    )


def _account(page: TablePage, seen: View) -> Markup:
    """The account of the turn with the dig laid out: tiles, costs, money left (R25)."""
    text = page.text
    account, taken = page.turn.account(seen), page.turn.taken(seen)
    missing = counted("draw.missing", -account.left)
    figures = (
        (account.moves, "at_table.steps", ""),
        (account.curses, "draw.curses", "ksm-plus"),
        (account.due, "draw.to_pay", "ksm-equals"),
        (abs(account.left), "draw.left" if account.affordable else missing, "ksm-left-over"),
    )
    shown = (
        element("div", element("dt", text(what)), element("dd", str(number)), class_=class_)
        for number, what, class_ in figures
    )
    return element(
        "div.ksm-reckoning",
        tiles_dug(page, taken) if taken else note(text("at_table.nothing_laid")),
        element("dl", shown, class_="" if account.affordable else "ksm-too-dear"),
        note(text("draw.account_sum", **account.figures())),
        role="group",
        aria_label=text("draw.account"),
    )
