"""Panels for what a player has: cards, tiles behind the screen, and the worth of tiles."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import TYPE_CHECKING

from ksm_widgets.explorer.editing import expect_size
from ksm_widgets.mine.view import card_face, tile_face
from ksm_widgets.page.html import (
    Markup,
    button,
    element,
    file_button,
    folded,
    group,
    note,
    number_field,
    row,
    section,
    segments,
    tick,
)
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.errors import CardError
from ksm_widgets.rules.quarries import SIDE, Variant
from ksm_widgets.rules.tiles import KEPT
from ksm_widgets.rules.values import in_coins
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import unseen_mean
from ksm_widgets.words import coins, counted, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.draw import Theme
    from ksm_widgets.explorer.situation import Screen
    from ksm_widgets.explorer.view.page import Draft, Page
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.tiles import Tile


@cache
def card_title(card: Card, held: bool, language: str) -> str:
    """A card's number and shape in words, and whether it is in the player's hand."""
    size, shape = card.shape.size, str(card.shape)
    key = counted("gallery.number", size)
    words = sentence(key, language, number=card.number, size=size, shape=shape)
    return f"{words} ({sentence('gallery.held', language)})" if held else words


def gallery(page: Page) -> Child:
    """All cards to choose from, by size; they may be added to the player's hand."""
    situation = page.session.situation
    return _gallery(
        situation.deck,
        situation.number,
        situation.hand,
        page.sizes,
        page.gathering,
        page.theme,
        page.language,
    )


@lru_cache(maxsize=4)
def _gallery(
    deck: tuple[Card, ...],
    number: int,
    hand: tuple[int, ...],
    size: int,
    gathering: bool,
    theme: Theme,
    language: str,
) -> Markup:
    """The gallery: large, and made only of these."""
    text = partial(sentence, language=language)

    def face(card: Card) -> Markup:
        held = card.number in hand
        return button(
            card_face(card, 0, theme),
            "hold" if gathering else "card",
            card.number,
            pressed=held if gathering else card.number == number,
            label=card_title(card, held, language),
            class_="ksm-card ksm-in-hand" if held else "ksm-card",
        )

    sizes = [(each, str(each)) for each in sorted({card.shape.size for card in deck})]
    filters = [(0, text("gallery.all")), *sizes]
    ways = [("", text("gallery.play")), ("on", text("gallery.hold"))]
    touch = text("gallery.touch")
    return folded(
        text("gallery.choose"),
        note(touch),
        segments(touch, "gather", ways, "on" if gathering else "", class_="ksm-small"),
        group(
            text("gallery.sizes"),
            (
                button(words, "sizes", each, pressed=each == size, class_="ksm-small")
                for each, words in filters
            ),
        ),
        group(
            text("gallery.choose"),
            (face(card) for card in deck if size in (0, card.shape.size)),
            class_="ksm-gallery",
        ),
        note(text("gallery.assumed")),
        id_="ksm-gallery",
    )


def editor(page: Page) -> Child:
    """A grid to draw a card's shape, and card files to open and save."""
    return _editor(page.drawn, page.session.own, page.unsaved, page.language)


@lru_cache(maxsize=4)
def _editor(draft: Draft, own: tuple[Card, ...], unsaved: bool, language: str) -> Markup:
    text = partial(sentence, language=language)
    marked = len(draft.cells)
    said = note(text(counted("gallery.editor_marked", marked), count=marked))
    if marked:
        try:
            expect_size(draft.number, marked, own)
        except CardError as error:
            words = f"{text(counted('gallery.editor_marked', marked), count=marked)} "
            said = element("p.ksm-note.ksm-bad", words, error.sentence(language), role="status")
    cells = (
        button(
            "",
            "draft-cell",
            f"{across},{along}",
            pressed=(across, along) in draft.cells,
            label=text("gallery.editor_cell", row=across + 1, column=along + 1),
            class_="ksm-cell",
        )
        for across in reversed(range(SIDE))
        for along in range(SIDE)
    )
    key = "gallery.unsaved" if unsaved else counted("gallery.own", len(own))
    return folded(
        text("gallery.editor"),
        note(text("gallery.editor_what")),
        number_field(
            text("gallery.editor_number"),
            "draft-number",
            str(draft.number),
            id_="ksm-draft",
            least="1",
        ),
        element("div.ksm-grid", cells, role="group", data_roving=True),
        element("div.ksm-grid-arrow", "▼", aria_hidden="true"),
        said,
        row(
            button(text("gallery.editor_take"), "draft-take"),
            button(text("gallery.editor_empty"), "draft-empty"),
        ),
        note(text(key, count=len(own))) if own else None,
        row(
            button(text("gallery.save"), "save", "cards"),
            file_button(text("gallery.open"), "deck", ".csv,text/csv"),
        ),
        id_="ksm-card-editor",
    )


def holding(page: Page) -> Child:
    """The choice between standard values and the player's screen, and the screen."""
    text, screen = page.text, page.session.situation.screen
    ways = [("", text("holding.usual")), ("on", text("holding.held"))]
    switch = segments(text("holding.by"), "screen", ways, "on" if screen.used else "")
    if not screen.used:
        return section(text("holding.title"), switch, note(text("holding.usual_what")))
    faults = (
        element("p.ksm-note.ksm-bad", text("holding.surplus", group=text(f"group.{kind.value}")))
        for kind in screen.surplus(page.session.situation.position)
    )
    return section(text("holding.title"), switch, _tray(page), faults, _box(page), _end(page))


def _tray(page: Page) -> Child:
    """The tiles held, each kind once with its count; a touch puts one back."""
    text, held = page.text, Counter(page.session.situation.screen.tiles)
    tiles = [
        button(
            (_face(page, tile), element("span.ksm-count", str(count))),
            "put-back",
            tile.letter,
            label=text("holding.back", tile=text(f"tile.{tile.letter}"), count=count),
            class_="ksm-tile",
        )
        for tile, count in held.items()
    ]
    title = text("holding.screen")
    return (
        element("h3", title),
        group(title, tiles, class_="ksm-tiles ksm-screen") if tiles else None,
        note(text("holding.screen_what" if tiles else "holding.screen_empty")),
        _gone(page),
    )


def _gone(page: Page) -> Markup | None:
    """Say that further tiles are known, which no unseen one can be."""
    count = len(page.session.situation.screen.gone)
    return note(page.text(counted("holding.gone", count), count=count)) if count else None


def _box(page: Page) -> Child:
    """The kinds of tiles that can be held; a touch puts one behind the screen."""

    def tile_button(tile: Tile) -> Markup:
        label = page.text("holding.have", tile=page.text(f"tile.{tile.letter}"))
        return button(_face(page, tile), "have", tile.letter, label=label, class_="ksm-tile")

    rows = (
        group(page.text(f"group.{kind.value}"), map(tile_button, tiles), class_="ksm-tiles")
        for kind, tiles in groupby(KEPT, key=lambda tile: tile.group)
    )
    return element("h3", page.text("holding.box")), rows


def _end(page: Page) -> Iterator[Child]:
    """The number of players, and the rounds to come or what the others have in the end."""
    text, screen = page.text, page.session.situation.screen
    ways = [("", text("holding.rounds")), ("on", text("holding.last"))]
    numbers = [(number, str(number)) for number in CARDS_EACH]
    label = text("holding.players")
    players = segments(label, "players", numbers, screen.players)
    yield segments(text("holding.when"), "last", ways, "on" if screen.last else "")
    yield element("div.ksm-stepper", element("span", label), players)
    if screen.last:
        yield note(_others_asked(page, screen))
        yield _others(page, screen)
        if screen.guesses:
            yield note(text("holding.guess"))
            yield button(text("holding.others_none"), "others-none", class_="ksm-small")
    else:
        yield _stepper(page, text("holding.rounds_left"), "rounds", "", screen.rounds_left)
        yield note(text("holding.expected"))


def _others_asked(page: Page, screen: Screen) -> str:
    """Ask what the others have collected; if some still dig, name them."""
    digging = [player for player, other in enumerate(screen.others, start=2) if other.to_dig]
    if not digging:
        return page.text("holding.others")
    names = [Phrase.of("holding.to_dig_player", player=player) for player in digging]
    return Phrase.of("holding.to_dig", players=names).say(page.language)


def _others(page: Page, screen: Screen) -> Iterator[Child]:
    for player, other in enumerate(screen.others):
        for what, number in (("curses", other.curses), ("magic", other.magic)):
            words = page.text(f"holding.other_{what}", player=player + 2)
            yield _stepper(page, words, "other", f"{player},{what},", number)


def _stepper(page: Page, what: str, act: str, before: str, entered: int | None) -> Markup:
    """A number to make smaller and larger by touch; `before` goes before it in the act's value.

    Before it is entered there is a question mark in its place, which is not zero.
    """
    number = entered or 0
    way = "less" if entered is not None else "none"
    less, more = page.text(f"holding.{way}", what=what), page.text("holding.more", what=what)
    shown = "?" if entered is None else str(number)
    name = page.text("holding.missing") if entered is None else None
    return element(
        "div.ksm-stepper",
        button(
            "−" if entered is not None else "0",
            act,
            f"{before}{max(0, number - 1)}",
            label=less,
            class_="ksm-round",
        ),
        element("output", shown, aria_label=name),
        button("+", act, f"{before}{number + 1}", label=more, class_="ksm-round"),
        element("span", what),
    )


def _face(page: Page, tile: Tile) -> Markup:
    return tile_face(tile, page.theme, page.edition)


def worth(page: Page) -> Child:
    """The values of tiles, unless the player's screen decides, and the variant for moving."""
    text, situation = page.text, page.session.situation
    by_holding = situation.screen.used
    beginner = situation.variant is Variant.BEGINNER
    other = Variant.STANDARD if beginner else Variant.BEGINNER
    return folded(
        text("worth.title"),
        note(text("worth.by_holding")) if by_holding else _values(page),
        _unseen(page, own=not by_holding),
        tick(text("worth.variant"), "variant", other.value, on=beginner),
        id_="ksm-worth",
    )


def _values(page: Page) -> Iterator[Child]:
    values = page.session.situation.values
    for name in ("parchment", "magic", "curse"):
        value = _plain(in_coins(getattr(values, name)))
        label = page.text(f"worth.{name}")
        yield number_field(label, f"worth-{name}", value, id_=f"ksm-{name}", step="0.5")
        yield note(page.text(f"worth.{name}_why"))


def _unseen(page: Page, *, own: bool) -> Iterator[Child]:
    """Whether unseen tiles may be dug, and what they count: their mean, or with `own` a value."""
    text, asked = page.text, page.session.question.situation
    amount = asked.values.unseen if own else None
    digs = asked.digs_unseen
    yield tick(text("worth.unseen"), "unseen", "never" if digs else "mean", on=digs)
    if not digs:
        return
    known = asked.unseen is None or asked.position.faults()
    mean = None if known else unseen_mean(asked.problem())
    counted = mean if amount is None else in_coins(amount)
    if own:
        shown = "" if counted is None else _plain(counted)
        label = text("worth.unseen_value")
        yield number_field(label, "unseen", shown, id_="ksm-unseen-worth", step="0.5", least=None)
    if amount is not None:
        yield button(text("worth.unseen_mean"), "unseen", "mean", class_="ksm-small")
    if mean is not None:
        yield note(text("worth.unseen_why", worth=mean))


def _plain(worth: Decimal) -> str:
    """A value as a number field takes it, whatever the language."""
    return coins(worth).replace("−", "-")
