"""At the table: the round, what has happened, and all that a player's own turn is played with."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.draw import THEMES, account_scene
from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.tutor.table.steps import Kind
from ksm_widgets.tutor.table.telling import told
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.page import AUTO
from ksm_widgets.widgets.parts.cards import card_face
from ksm_widgets.widgets.parts.controls import button, choice, group, note, section
from ksm_widgets.widgets.parts.tiles import tile_face
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.widgets.table_page import TablePage

__all__ = [
    "account_so_far",
    "announced",
    "card_told",
    "fault",
    "head",
    "said",
    "settings",
    "tile_named",
    "turn",
]

_NAMES = {"en": "English", "de": "Deutsch"}


def head(page: TablePage) -> Markup:
    """Which round it is, and the themes' colours as CSS; before a game how the page looks."""
    css = Markup("".join(f".ksm-theme-{theme.name}{{{theme.css}}}" for theme in THEMES.values()))
    title = page.text("at_table.title")
    looks: Markup | None = settings(page)
    if page.match is not None and page.step is not None:
        game = page.step.game
        rounds = CARDS_EACH[len(game.players)]
        title, looks = page.text("at_table.round", round=game.round, rounds=rounds), None
    heading = element("h2", title, class_="ksm-round-told")
    return joined([element("style", css), element("div", heading, looks, class_="ksm-header")])


def settings(page: TablePage) -> Markup:
    """Colours and language."""
    text = page.text
    looks = [(look, text(f"explorer.{look}")) for look in (AUTO, "light", "dark", "contrast")]
    return element(
        "div",
        choice(text("explorer.theme"), "look", looks, page.look, id_="ksm-look"),
        choice(
            text("explorer.language"), "language", _NAMES.items(), page.language, id_="ksm-lang"
        ),
        class_="ksm-group ksm-settings",
    )


# What has happened.


def announced(page: TablePage) -> tuple[str, ...]:
    """What there is to say now, sentence by sentence: what happened last, and what is asked."""
    notice = _notice(page)
    if notice is not None:
        return (*page.sentences(notice), *((_rule(notice),) if notice.rule else ()))
    return (*_happened(page), *filter(None, [_asked(page)]))


def _rule(notice: Notice) -> str:
    return f"({notice.rule})"


def _notice(page: TablePage) -> Notice | None:
    """Words of the hand's own, which go before what happened last."""
    if page.told is not None:
        return page.told
    seen = page.seen
    if seen is None or page.phase not in (Phase.CHOOSE, Phase.DIG):
        return None
    return page.hand.at_hand(seen, keyboard=page.keyboard)


def _happened(page: TablePage) -> tuple[str, ...]:
    """What was done since the last act of whoever sits here, or in a replay in this step."""
    match = page.match
    if match is None:
        return ()
    at = len(match.steps) - 1 if page.at is None else page.at
    # Of a game that is over its end is told first, not the last turn.
    since = min(page.since, at) if page.at is None and not match.over else at
    eyes = match.eyes if page.at is None else None
    steps = match.steps[since : at + 1]
    if steps and steps[-1].kind is not Kind.CHOSEN:
        steps = tuple(step for step in steps if step.kind is not Kind.CHOSEN)
    return tuple(
        page.reader.say(phrase) for step in steps for phrase in told(step, match.seats, eyes)
    )


def _asked(page: TablePage) -> str | None:
    """What whoever sits here is asked to do."""
    match, phase = page.match, page.phase
    if match is None or phase is None or match.actor is None:
        return None
    name = match.seats[match.actor].name
    match phase:
        case Phase.CHOOSE:
            thought = page.hand.thought_of
            if thought is None:
                return page.text("at_table.choose")
            return page.text("at_table.try_card", number=thought.number)
        case Phase.DIG:
            if match.nothing_moves:
                return page.text("at_table.move_none")
            return page.text("at_table.lay" if page.hand.lays else "at_table.move")
        case Phase.ADD:
            assert match.adding is not None
            return page.text(counted("at_table.add", match.adding.count), count=match.adding.count)
        case Phase.HAND_OVER:
            return page.text("at_table.hand_over", name=name)
        case Phase.WATCH if page.thinking:
            return page.text("at_table.thinks", name=name)
        case _:
            return None


def fault(page: TablePage) -> Markup | None:
    """What went wrong that nobody expected."""
    if page.trouble is None:
        return None
    title = element("b", page.text("solve.fault_title"), ": ")
    words = page.text("solve.fault_what", error=page.trouble)
    return element("p", title, words, class_="ksm-notice ksm-tone-warning", role="alert")


def said(page: TablePage) -> Markup:
    """What there is to say now, and the way through the others' turns."""
    parts: list[Markup | None] = [fault(page)]
    notice = _notice(page)
    tone = Tone.INFO if notice is None else notice.tone
    sentences = announced(page) or (page.text("at_table.welcome"),)
    lines = joined(element("span", each, " ") for each in sentences)
    class_ = f"ksm-notice ksm-tone-{tone.value}" + (" ksm-told" if len(sentences) > 1 else "")
    parts.append(element("p", lines, class_=class_))
    parts.append(_way(page))
    return joined(parts)


def _way(page: TablePage) -> Markup | None:
    """On through the others' turns: by oneself, or as they come."""
    match, text = page.match, page.text
    if match is None or page.phase not in (Phase.WATCH, Phase.REVEAL):
        return None
    alone = len(match.persons) == 1
    return element(
        "div",
        button(text("at_table.next"), "next", class_="ksm-main", disabled=page.thinking),
        button(
            text("at_table.pause" if page.going else "at_table.going"),
            "going",
            "" if page.going else "on",
        ),
        button(text("at_table.skip" if alone else "at_table.skip_people"), "skip"),
        class_="ksm-group ksm-way",
    )


# What a turn is played with.


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
    asked = text(f"at_table.sure_{page.asks}", **figures)
    return element(
        "div",
        element("p", asked, class_="ksm-question"),
        element(
            "div",
            button(text(f"at_table.yes_{page.asks}"), "sure", page.asks, class_="ksm-main"),
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


def _choosing(page: TablePage) -> Markup:
    """The hand to choose a card from; the one thought of can be tried on the mine first."""
    seen, text = page.seen, page.text
    assert seen is not None, "who chooses has the screen"
    thought = page.hand.thought_of
    cards = group(
        text("at_table.hand"),
        *(
            button(
                card_face(card, 0, page.theme),
                "card",
                card.number,
                pressed=card == thought,
                label=card_told(page, card),
                class_="ksm-card",
            )
            for card in seen.hand
        ),
        class_="ksm-hand",
    )
    words = text("at_table.lay_down_none")
    if thought is not None:
        words = text("at_table.lay_down", number=thought.number)
    return joined(
        [
            cards,
            element(
                "div",
                button(words, "choose", class_="ksm-main", disabled=thought is None),
                _hint(page),
                _back(page) if page.match is not None and page.match.can_take_back else None,
                class_="ksm-group ksm-doing",
            ),
        ]
    )


def _digging(page: TablePage) -> Markup:
    """The card, what a touch does with it, the objects to spend, and the turn's end."""
    seen, text, hand, match = page.seen, page.text, page.hand, page.match
    assert seen is not None, "who digs has the screen"
    assert match is not None, "there is a match"
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
            element("div", *ends, class_="ksm-group ksm-doing"),
            element("div", _back(page), _hint(page), class_="ksm-group ksm-doing"),
        ]
    )


def _back(page: TablePage) -> Markup:
    match = page.match
    back = match is not None and match.can_take_back
    return button(page.text("at_table.back"), "back", disabled=not back)


def _hint(page: TablePage) -> Markup:
    return button(page.text("at_table.hint"), "hint", disabled=page.thinking)


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
                _back(page),
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
            _back(page) if match.can_take_back else None,
            class_="ksm-group",
        ),
        class_="ksm-hand-over",
    )


def account_so_far(page: TablePage) -> Markup | None:
    """What the turn comes to, with the dig laid out: tiles taken, to pay, money left (R25)."""
    seen = page.seen
    if page.phase is not Phase.DIG or seen is None:
        return None
    account = page.hand.account(seen)
    taken = page.hand.taken(seen)
    faces = element(
        "ul",
        *(
            element(
                "li",
                tile_face(tile, page.theme, page.edition),
                element("span", tile_named(page, tile), class_="ksm-unseen"),
            )
            for tile in taken
        ),
        class_="ksm-loot",
    )
    scene = account_scene(account, theme=page.theme, language=page.language)
    return element(
        "div",
        faces if taken else None,
        picture(scene, decorative=False),
        class_="ksm-account",
    )
