"""What whoever sits at the table can do now: choose a card, dig, pay, hand the screen on."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.cards import card_face, small_card
from ksm_widgets.widgets.parts.controls import button, group, lamps, note, section, signed
from ksm_widgets.widgets.parts.tiles import dug, tile_face
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["card_choice", "card_told", "taking_back", "tile_named", "tiles_dug", "turn"]


def turn(page: TablePage) -> Markup:
    """What whoever sits here can do now; if the page wants to be sure of something, just that."""
    if page.asks:
        return _sure(page)
    match page.phase:
        case Phase.CHOOSE:
            return _choosing(page)
        case Phase.DIG:
            return _digging(page)
        case Phase.ADD:
            return _adding(page)
        case Phase.HAND_OVER:
            return _handing_over(page)
        case _:
            return Markup("")


def _sure(page: TablePage) -> Markup:
    """A question that is asked before something that cannot be taken back."""
    text, figures = page.text, {}
    if page.asks == "broke" and page.seen is not None:
        account = page.hand.account(page.seen)
        figures = {"due": account.due, "have": account.money + account.treasures}
    catalogue = "at_table" if page.notes is None else "noting"
    asked = text(f"{catalogue}.sure_{page.asks}", **figures)
    return element(
        "div",
        element("p", asked, class_="ksm-question"),
        element(
            "div",
            button(text(f"{catalogue}.yes_{page.asks}"), "sure", page.asks, class_="ksm-main"),
            button(text("at_table.no"), "unsure"),
            class_="ksm-group",
        ),
        class_="ksm-sure",
        role="group",
        aria_label=asked,
    )


def card_told(page: TablePage, card: Card) -> str:
    """A card in words: its number and its shape."""
    key = counted("gallery.number", card.shape.size)
    return page.text(key, number=card.number, size=card.shape.size, shape=str(card.shape))


def card_choice(
    page: TablePage, cards: Iterable[Card], act: str, thought: Card | None = None
) -> Markup:
    """Cards to choose one from, that sends its number; `thought` is the one thought of."""
    return group(
        page.text("at_table.hand"),
        *(
            button(
                small_card(card, page.theme),
                act,
                card.number,
                pressed=card == thought,
                label=card_told(page, card),
                class_="ksm-card",
            )
            for card in cards
        ),
        class_="ksm-hand",
    )


def _choosing(page: TablePage) -> Markup:
    """The hand to choose a card from; the one thought of can be tried on the mine first."""
    seen, text = page.seen, page.text
    assert seen is not None, "who chooses has the screen"
    thought = page.hand.thought_of
    cards = card_choice(page, seen.hand, "card", thought)
    words = text("at_table.lay_down_none")
    if thought is not None:
        words = text("at_table.lay_down", number=thought.number)
    return joined(
        [
            cards,
            element(
                "div",
                element(
                    "div",
                    button(words, "choose", class_="ksm-main", disabled=thought is None),
                    _hint(page),
                    _which_card(page),
                    taking_back(page) if page.can_take_back else None,
                    class_="ksm-group",
                ),
                class_="ksm-doing",
            ),
        ]
    )


def _digging(page: TablePage) -> Markup:
    """The card, what a touch does with it, the objects to spend, and the turn's end."""
    seen, text, hand = page.seen, page.text, page.hand
    assert seen is not None, "who digs has the screen"
    card = hand.card(seen)
    assert card is not None, "who digs has a card"
    turned = hand.turned if Power.MIRROR in hand.powers else 0
    tools = group(
        text("own.tools"),
        button(text("at_table.tool_move"), "tool", "tile", pressed=not hand.lays),
        button(text("at_table.tool_lay"), "tool", "card", pressed=hand.lays),
        class_="ksm-segments",
    )
    dig = hand.dig(seen)
    ends = [
        button(text("at_table.dig"), "dig", class_="ksm-main", disabled=dig is None),
        button(text("at_table.no_dig"), "no-dig"),
    ]
    turning = button(text("own.turn"), "turn-card") if Power.MIRROR in hand.powers else None
    return joined(
        [
            element(
                "div",
                element(
                    "div",
                    card_face(card, turned, page.theme),
                    element("span", card_told(page, card), class_="ksm-unseen"),
                    class_="ksm-held-card",
                ),
                element("div", tools, turning, class_="ksm-tools"),
                class_="ksm-turn",
            ),
            _spending(page),
            _account(page),
            element(
                "div",
                element("div", *ends, class_="ksm-group"),
                element("div", taking_back(page), _hint(page), class_="ksm-group"),
                class_="ksm-doing",
            ),
        ]
    )


def taking_back(page: TablePage) -> Markup:
    """The last act taken back, as far as that goes."""
    words = signed("↶", page.text("at_table.back"))
    return button(words, "back", disabled=not page.can_take_back)


def _hint(page: TablePage) -> Markup | None:
    """A hint; none while the coach asks, who tells the answer afterwards, nor for a turn noted."""
    if page.coach is not None or page.notes is not None:
        return None
    words = signed("?", page.text("at_table.hint"))
    shown = joined([words, lamps(page.rung)]) if page.rung else words
    return button(shown, "hint", disabled=page.thinking, class_="ksm-hint")


def _which_card(page: TablePage) -> Markup | None:
    """All cards weighed against each other; none while the coach asks."""
    if page.coach is not None:
        return None
    return button(page.text("weighed.ask"), "cards", disabled=page.cards is not None)


def _spending(page: TablePage) -> Markup | None:
    """The magic objects behind the screen, each to be spent for this dig (R19, R20)."""
    seen = page.seen
    assert seen is not None, "who digs has the screen"
    held = [power for power in Power if power.tile in seen.holding.tiles]
    if not held:
        return None
    return element(
        "div",
        element("span", page.text("at_table.spend"), class_="ksm-label"),
        group(
            page.text("at_table.spend"),
            *(
                button(
                    tile_face(power.tile, page.theme, page.edition),
                    "spend",
                    power.value,
                    pressed=power in page.hand.powers,
                    label=page.reader.say(Phrase(f"turn_told.{power.value}")),
                    class_="ksm-tile",
                )
                for power in held
            ),
        ),
        class_="ksm-spending",
    )


def tile_named(page: TablePage, tile: Tile) -> str:
    """A tile as the edition on the table calls it."""
    return page.text(page.reader.edition.tile_term(tile).key)


def _adding(page: TablePage) -> Markup:
    """The tiles held, to choose those from that are added to a turn that cannot be paid (R26)."""
    match, text = page.match, page.text
    assert match is not None
    assert match.adding is not None, "tiles are added to a turn"
    chosen = Counter(page.adding)
    tiles = group(
        text("at_table.adding"),
        *(
            button(
                joined(
                    [
                        tile_face(tile, page.theme, page.edition),
                        element("span", f"{chosen[tile]}/{count}", class_="ksm-count"),
                    ]
                ),
                "add-tile",
                tile.letter,
                pressed=bool(chosen[tile]),
                label=text(
                    "at_table.add_tile",
                    tile=tile_named(page, tile),
                    chosen=chosen[tile],
                    count=count,
                ),
                class_="ksm-tile",
            )
            for tile, count in Counter(match.adding.held).items()
        ),
        class_="ksm-tiles ksm-screen",
    )
    ready = len(page.adding) == match.adding.count
    return joined(
        [
            tiles,
            element(
                "div",
                button(text("at_table.add_these"), "add", class_="ksm-main", disabled=not ready),
                taking_back(page),
                class_="ksm-group ksm-doing",
            ),
        ]
    )


def _handing_over(page: TablePage) -> Markup:
    """Who is to have the screen; until they say so, nothing secret is on it."""
    match = page.match
    assert match is not None
    assert match.actor is not None, "the screen is handed to somebody"
    name = match.seats[match.actor].name
    return section(
        page.text("at_table.hand_over", name=name),
        note(page.text("at_table.hand_over_what")),
        element(
            "div",
            button(page.text("at_table.sit", name=name), "sit", class_="ksm-main ksm-wide"),
            taking_back(page) if page.can_take_back else None,
            class_="ksm-group",
        ),
        class_="ksm-hand-over",
    )


def _account(page: TablePage) -> Markup:
    """What the turn comes to, with the dig laid out: tiles taken, to pay, money left (R25)."""
    seen, text = page.seen, page.text
    assert seen is not None, "who digs has the screen"
    account, taken = page.hand.account(seen), page.hand.taken(seen)

    def figure(number: int, what: str, class_: str = "") -> Markup:
        return element("div", element("dt", text(what)), element("dd", str(number)), class_=class_)

    missing = counted("draw.missing", -account.left)
    left = "draw.left" if account.affordable else missing
    return element(
        "div",
        tiles_dug(page, taken) if taken else note(text("at_table.nothing_laid")),
        element(
            "dl",
            figure(account.moves, "at_table.steps"),
            figure(account.curses, "draw.curses", "ksm-plus"),
            figure(account.due, "draw.to_pay", "ksm-equals"),
            figure(abs(account.left), left, "ksm-left-over"),
            class_="" if account.affordable else "ksm-too-dear",
        ),
        note(text("draw.account_sum", **account.figures())),
        class_="ksm-reckoning",
        role="group",
        aria_label=text("draw.account"),
    )


def tiles_dug(page: TablePage, taken: Iterable[Tile]) -> Markup:
    """Tiles that are dug, side by side, as the edition on the table names and paints them."""
    name = partial(tile_named, page)
    return dug(taken, name, theme=page.theme, edition=page.edition)
