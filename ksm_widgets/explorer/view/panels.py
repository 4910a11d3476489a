"""The explorer's panels for setting up, the head, what is said below the board; all of them."""

from __future__ import annotations

from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.draw.purse import balance_scene
from ksm_widgets.explorer.links import EXAMPLES
from ksm_widgets.explorer.playing import pointer_notice, weighed
from ksm_widgets.explorer.session import Mode, Tool
from ksm_widgets.explorer.view.holding import editor, gallery, holding, worth
from ksm_widgets.explorer.view.turn import hand, own_turn, plans, side, tool_words, turn, walk
from ksm_widgets.mine.view import mine_table, tile_button, tile_rows, tiles_dug
from ksm_widgets.page.html import (
    Markup,
    button,
    element,
    fault,
    folded,
    group,
    note,
    number_field,
    picture,
    row,
    section,
    segments,
    settings,
    signed,
    theme_colours,
    told,
)
from ksm_widgets.page.page import BOARD
from ksm_widgets.page.sharing import beside, share
from ksm_widgets.rules.position import Stage
from ksm_widgets.rules.quarries import FULL_HEIGHT
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.telling.phrases import Tone
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ksm_widgets.draw import Theme
    from ksm_widgets.explorer.view.page import Page
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.turns import Balance


def setting_up(page: Page) -> Child:
    """Whole mines: examples, random ones, and from text."""
    return examples(page), _random(page), _text(page)


def palette(page: Page) -> Child:
    """The tiles to choose and place, and other tools."""
    session, text = page.session, page.text
    placing = session.tool is Tool.PLACE
    # An unseen tile is none of those in the rows.
    held = session.brush if placing else Tile.UNSEEN
    tools = group(
        text("own.tools"),
        tile_button(page, Tile.UNSEEN, "brush", pressed=placing and held is Tile.UNSEEN),
        button(text("palette.erase"), "tool", "erase", pressed=session.tool is Tool.ERASE),
        button(text("palette.move"), "tool", "move", pressed=session.tool is Tool.MOVE),
    )
    entering = row(
        button(text("palette.table_start"), "enter", "anew", class_="ksm-small"),
        button(text("palette.table_on"), "enter", "on", class_="ksm-small"),
    )
    return section(
        text("palette.title"),
        note(text("palette.what")),
        tile_rows(page, "brush", held),
        tools,
        button(text("palette.clear"), "clear"),
        section(text("palette.table"), entering),
    )


def pad(page: Page) -> Child:
    """Heights and tiles to touch while a real mine is entered."""
    session, text = page.session, page.text
    high = session.usual if session.high is None else session.high
    heights = group(
        text("pad.heights"),
        (
            button(str(height), "pad-height", height, pressed=height == high, class_="ksm-height")
            for height in range(FULL_HEIGHT + 1)
        ),
        class_="ksm-heights",
    )
    rest = group(
        text("own.tools"),
        tile_button(page, Tile.UNSEEN, "pad-top"),
        button(text("pad.back"), "pad-back"),
        button(text("pad.done"), "tool", "place"),
        class_="ksm-tiles",
    )
    tiles = tile_rows(page, "pad-top")
    what = note(text("palette.table_what"))
    return section(text("palette.table"), heights, tiles, rest, what, class_="ksm-pad")


def naming(page: Page) -> Child:
    """The tiles that an unseen one may be; None while there is none to name."""
    session, text = page.session, page.text
    slot = session.unseen_tile
    quarry = session.hand.picked if slot is None else slot.quarry
    unseen = () if quarry is None else session.unseen_on(quarry)
    if not unseen:
        return None
    levels = (
        button(
            text("naming.level", level=other.level),
            "ask",
            str(other),
            pressed=other == slot,
            class_="ksm-small",
        )
        for other in unseen
    )
    which = group(text("naming.levels"), levels) if slot is None or len(unseen) > 1 else None
    if slot is None:
        return section(text("naming.below", quarry=unseen[0].quarry), which)
    title = text("tell.which", quarry=slot.quarry, level=slot.level)
    return section(title, which, tile_rows(page, "name"), class_="ksm-naming")


def _random(page: Page) -> Child:
    text = page.text
    stages = (
        button(text(f"palette.{stage.value}"), "random", stage.value, class_="ksm-small")
        for stage in Stage
    )
    seed = number_field(text("palette.seed"), "seed", str(page.seed), id_="ksm-seed")
    return section(text("palette.random"), row(stages), seed, note(text("palette.seed_why")))


def examples(page: Page) -> Child:
    """Example positions by name; their ideas are told once they are on the board."""
    return _examples(page.language)


@cache
def _examples(language: str) -> Markup:
    buttons = (
        button(sentence(f"example.{key}", language), "example", key, class_="ksm-small")
        for key in (example.key for example in EXAMPLES)
    )
    return section(sentence("palette.examples", language), row(buttons))


def _text(page: Page) -> Child:
    text = page.text
    board = element(
        "textarea.ksm-field.ksm-text",
        page.session.position.text,
        id="ksm-text",
        name="board",
        rows=4,
        spellcheck="false",
    )
    return folded(
        text("palette.text"),
        element("label.ksm-label", text("palette.text_field"), for_="ksm-text"),
        board,
        row(
            button(text("palette.read"), "paste", from_="board"),
            button(text("share.copy"), "copied", copy="board"),
        ),
        id_="ksm-as-text",
        open_=True,
    )


def sharing(page: Page) -> Iterator[Child]:
    """The position as a link, as code for a notebook, as a QR code if asked for, as a puzzle."""
    line = f'from ksm_widgets.widgets import Explorer; Explorer("{page.link}")'
    yield share(page, line, coded=page.coded, open_=page.session.mode is Mode.EDIT)
    if page.address:
        make = element(
            "a.ksm-button",
            page.text("palette.puzzle"),
            href=f"{beside(page.address, _PUZZLES)}?{page.link}",
            target="_blank",
            rel="noopener",
        )
        yield row(make)


_PUZZLES = "puzzles.ipynb"


def saving(page: Page) -> Child:
    """The files that can be saved."""
    buttons = (
        button(page.text(f"palette.save_{kind}"), "save", kind) for kind in ("svg", "png", "text")
    )
    return folded(page.text("palette.save"), row(buttons), id_="ksm-save")


def head(page: Page) -> Child:
    """Title, mode, undo and redo, view, list of keys, colours and language."""
    session, text = page.session, page.text
    modes = [(mode.value, text(f"explorer.{mode.value}")) for mode in Mode]
    views = group(
        text("explorer.view"),
        (
            button(
                text(f"explorer.{view}"),
                "covered",
                value,
                pressed=session.covered is bool(value),
                label=f"{text(f'explorer.{view}')}: {text(f'explorer.{view}_why')}",
            )
            for view, value in (("open", ""), ("covered", "on"))
        ),
        class_="ksm-segments",
    )
    shows_keys = button(
        "?",
        "keys",
        "" if page.keys else "on",
        pressed=page.keys,
        label=text("keys.title"),
        class_="ksm-keys-button",
    )
    header = element(
        "div.ksm-header",
        element(
            "h1.ksm-title", text("explorer.title"), " ", element("small", text("explorer.subtitle"))
        ),
        segments(text("explorer.mode"), "mode", modes, session.mode.value),
        row(
            button(signed("↶", text("explorer.undo")), "undo", disabled=not session.past),
            button(signed("↷", text("explorer.redo")), "redo", disabled=not session.future),
        ),
        views,
        settings(page, shows_keys),
    )
    return theme_colours(), header


_KEYS = (
    "arrows", "touch", "off", "letter", "unseen", "move", "dig", "turn", "step", "undo", "let_go",
    "list",
)  # fmt: skip
"""The keys by their names in the catalogue."""


def keys(page: Page) -> Child:
    """The list of keys, if it is shown."""
    if not page.keys:
        return None
    letters = " ".join(tile.letter for tile in Tile)
    rows = (
        element(
            "div",
            element("dt", element("kbd", page.text(f"keys.{name}_key", letters=letters))),
            element("dd", page.text(f"keys.{name}")),
        )
        for name in _KEYS
    )
    return element(
        "section.ksm-over",
        element("h2", page.text("keys.title")),
        element("dl.ksm-keys", rows),
        button(page.text("keys.close"), "keys", "", class_="ksm-small"),
        role="region",
        aria_label=page.text("keys.title"),
    )


# Below the board.


def said(page: Page) -> Child:
    """The notice, and the buttons to go through a plan."""
    return fault(page), _notice(page), _at_pointer(page), walk(page)


def _notice(page: Page) -> Iterator[Child]:
    """The notice, and the faults of the mine; without any news, what can be done next."""
    session, notice = page.session, page.notice
    sentences = (_resting(page),) if notice is None else notice.sentences(page.reader)
    tone = Tone.INFO if notice is None else notice.tone
    yield told(sentences, tone, None if notice is None else notice.rule)
    if session.faults and session.notice is not None:
        rows = (element("li", page.reader.say(fault)) for fault in session.faults)
        yield element("ul.ksm-faults", rows)


def _resting(page: Page) -> str:
    state = page.session.state
    if state.mode is Mode.EDIT:
        return page.text("tell.opening")
    if state.plan is not None:
        return page.text("own.watching")
    return page.text("tell.turn_over") if state.dig is not None else tool_words(page)


def _at_pointer(page: Page) -> Child:
    """The text about the place pointed at, below other news."""
    session = page.session
    if not session.holds_card or (session.notice is None and not session.faults):
        return None
    notice = pointer_notice(session)
    words = tool_words(page) if notice is None else notice.text(page.reader)
    return element("p.ksm-note.ksm-aside", words)


def under(page: Page) -> Child:
    """The account of the turn while one is played: tiles dug, a picture, gains."""
    state = page.session.state
    if state.mode is not Mode.PLAY:
        return None
    taken = state.attempt.taken
    if state.plan is not None:
        taken = state.plan.taken if state.dug else ()
    label = element("span.ksm-label", page.text("own.loot"))
    turn = weighed(page.session)
    gains = [element("li", phrase.say(page.language)) for phrase in turn.gain_phrases]
    return element(
        "div.ksm-account",
        row(label, tiles_dug(page, taken)) if taken else None,
        _account(turn.balance, page.theme, page.language),
        element("ul.ksm-gains", gains) if gains else None,
        [note(phrase.say(page.language)) for phrase in turn.spent_phrases],
        note(page.text("own.net_what")),
    )


@lru_cache(maxsize=64)
def _account(balance: Balance, theme: Theme, language: str) -> Markup:
    return picture(balance_scene(balance, theme=theme, language=language), decorative=False)


# All of them.


def _hand(page: Page) -> Child:
    if page.session.tool is Tool.TABLE:
        return pad(page)
    editing = page.session.mode is Mode.EDIT
    return naming(page), palette(page) if editing else own_turn(page)


def _set(page: Page) -> Child:
    editing = page.session.mode is Mode.EDIT
    return setting_up(page) if editing else examples(page), sharing(page), saving(page)


PANELS: Mapping[str, Callable[[Page], Child]] = MappingProxyType(
    {
        "said": said,
        "under": under,
        "head": head,
        "words": lambda page: mine_table(page.session.seen_position, page.language),
        "hand": _hand,
        "plans": lambda page: (plans(page), hand(page)),
        "set": _set,
        "turn": turn,
        "side": side,
        "holding": holding,
        "gallery": gallery,
        "worth": worth,
        "editor": editor,
        "keys": keys,
    }
)
LAYOUT = (
    "sheet",
    "head",
    ("middle", BOARD, "said", "under", "words", "keys"),
    ("left", "hand", "plans", "set"),
    ("right", "turn", "side", "holding", ("more", "gallery", "worth", "editor")),
)
