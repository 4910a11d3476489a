"""The tray of a player's coins and tiles, and the account of a turn (R16-R25)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal

from ksm_widgets.draw.shapes import Circle, HitArea, Item, Path, Placed, Rect, Scene, Text, panel
from ksm_widgets.draw.signs import glyph, word
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.draw.tiles import mini
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Account, Balance
from ksm_widgets.words import coins as amount
from ksm_widgets.words import counted, rough, sentence


def tray_scene(
    coins: int,
    tiles: Iterable[Tile] = (),
    *,
    widest: float = math.inf,
    theme: Theme = DARK,
    edition: str = "en",
    language: str = "en",
) -> Scene:
    """The tray of a player: coins, and each kind of tile once with its count.

    As wide as need be, at most `widest`, in rows of 64; hit as `coins`, or `tile:` and the letter.
    """
    held = Counter(tiles)
    items: list[Item] = [*_coins(8, 10, theme), *_number(coins, 62, 16, 30, theme.ink, "start")]
    hits = [HitArea(0, 0, 62 + 22 * len(str(coins)), 64, "coins")]
    x, y, width = hits[0].width + 18, 0.0, 0.0
    for tile in Tile:
        if not held[tile]:
            continue
        count = str(held[tile])
        across = 56 + 12 * len(count)
        if x + across + 6 > widest:
            x, y = 12.0, y + 64
        items.append(Placed(mini(tile, theme, edition), x, y + 13, 1.5))
        items += _number(held[tile], x + 41, y + 32, 16, theme.ink, "start")
        hits.append(HitArea(x, y, across - 8, 64, f"tile:{tile.letter}"))
        x += across
        width = max(width, x + 6)
    width, height = max(width, hits[0].width + 24), y + 64
    ground = panel(width, height, theme)
    lines = [sentence("draw.coins", language, count=coins)]
    lines += [
        f"{held[tile]} × {sentence(f'tile.{tile.letter}', language)}" for tile in Tile if held[tile]
    ]
    title = sentence("draw.tray", language)
    return Scene(width, height, (ground, *items), tuple(hits), title, "\n".join(lines))


def account_scene(account: Account, *, theme: Theme = DARK, language: str = "en") -> Scene:
    """The account of a turn, 460 by 132: moves + curses = to pay, and what is left (R25).

    Below stand the coins one by one: those that are paid hollow, those that are left solid,
    those that are missing crossed.
    """
    items = (panel(460, 132, theme), *_account(account, theme, language))
    text = sentence("draw.account_words", language, **account.figures())
    return Scene(460, 132, items, (), sentence("draw.account", language), text)


def balance_scene(balance: Balance, *, theme: Theme = DARK, language: str = "en") -> Scene:
    """The account and the net of a turn, 460 by 222.

    Below the account are the sums for the money left, and the net: treasures + what the
    other tiles dug are worth - to pay - what objects spent would be worth if kept, if any are.
    Before the dig that is the net so far.
    """
    account, others, net = balance.account, balance.others, balance.net
    figures = account.figures()
    colour = theme.gold if net >= 0 else theme.bad if balance.dug else theme.panel_rim
    name = sentence("draw.net" if balance.dug else "draw.net_so_far", language)
    items: list[Item] = [
        panel(460, 222, theme),
        *_account(account, theme, language),
        Path("M12 136 L332 136", stroke=theme.panel_rim, stroke_width=1.4),
        Rect(344, 132, 106, 80, 10, fill=theme.page, stroke=colour, stroke_width=2),
        *word(amount(rough(net), language), 397, 146, 30, theme.ink, 16),
        Text(397, 202, name, 14, theme.ink, "middle", bold=True),
    ]
    # Each figure with the sign before it, and where the two are.
    signed = [
        ("", Decimal(account.treasures), "draw.treasures"),
        ("+", others, "draw.others"),
        ("-", Decimal(account.due), "draw.to_pay"),
    ]
    places = [(62, 0), (182, 126), (288, 238)]
    if balance.kept:
        signed.append(("-", balance.kept, "draw.objects"))
        places = [(42, 0), (131, 86), (229, 190), (297, 267)]
    for (sign, figure, key), (x, before) in zip(signed, places, strict=True):
        if sign:
            items.append(Placed(glyph(sign, theme.soft_ink, 13), before - 9, 150, 0.3))
        items += word(amount(rough(figure), language), x, 152, 24, theme.ink, 15)
        items.append(Text(x, 199, sentence(key, language), 13, theme.soft_ink, "middle"))
    items.append(Placed(glyph("=", theme.soft_ink, 13), 321, 150, 0.3))
    text = sentence("draw.account_words", language, **figures)
    key = "draw.net_words_spent" if balance.kept else "draw.net_words"
    sums = {**figures, "others": others, "net": net, "kept": balance.kept}
    text += "\n" + sentence(key, language, **sums)
    return Scene(460, 222, tuple(items), (), sentence("draw.account", language), text)


def _account(account: Account, theme: Theme, language: str) -> list[Item]:
    """The figures of an account, its coins, and the sum that they make."""
    good = account.affordable
    colour = theme.good if good else theme.bad
    verdict = sentence("draw.left" if good else counted("draw.missing", -account.left), language)
    items: list[Item] = [
        Rect(344, 10, 106, 112, 10, fill=theme.page, stroke=colour, stroke_width=2),
        *_number(abs(account.left), 397, 26, 42, colour),
        Placed(glyph("✓" if good else "!", colour, 18), 350, 12, 0.2),
        Text(397, 106, verdict, 14, theme.ink, "middle", bold=True),
    ]
    for x, sign in ((126, "+"), (238, "=")):
        items.append(Placed(glyph(sign, theme.soft_ink, 13), x - 9, 16, 0.3))
    for x, number, key in (
        (62, account.moves, "draw.moves"),
        (182, account.curses, "draw.curses"),
        (290, account.due, "draw.to_pay"),
    ):
        items += _number(number, x, 16, 30, theme.ink)
        items.append(Text(x, 66, sentence(key, language), 13, theme.soft_ink, "middle"))
    total = sentence("draw.account_sum", language, **account.figures())
    return [*items, *_coin_row(account, theme), Text(18, 124, total, 12.5, theme.soft_ink)]


def _coin_row(account: Account, theme: Theme) -> list[Item]:
    """One coin for each that is there, or missing."""
    there = account.money + account.treasures
    count = max(there, account.due, 1)
    step = min(18.0, 316 / count)
    radius = min(7.4, step * 0.43)
    items: list[Item] = []
    for index in range(min(count, 200)):
        x, y = 20 + step * (index + 0.5), 100.0
        if index >= there:
            arm = radius * 0.6
            items += [
                Circle(x, y, radius, stroke=theme.bad, stroke_width=1.2, dash=(2, 2)),
                Path(
                    f"M{x - arm:.2f} {y - arm:.2f} L{x + arm:.2f} {y + arm:.2f} "
                    f"M{x + arm:.2f} {y - arm:.2f} L{x - arm:.2f} {y + arm:.2f}",
                    stroke=theme.bad,
                    stroke_width=1.6,
                ),
            ]
        elif index < account.due:
            items.append(Circle(x, y, radius, stroke=theme.soft_ink, stroke_width=1.4))
        else:
            items += [
                Circle(x, y, radius, theme.treasure.edge),
                Circle(x, y - radius * 0.1, radius * 0.84, theme.treasure.face),
            ]
    return items


def _number(
    number: int, x: float, y: float, height: float, colour: str, anchor: str = "middle"
) -> tuple[Placed, ...]:
    return word(str(number), x, y, height, colour, 15, anchor)


def _coins(x: float, y: float, theme: Theme) -> list[Item]:
    """A little heap of coins."""
    items: list[Item] = []
    for left, low, count in ((x, y + 36, 3), (x + 20, y + 36, 2)):
        for level in range(count):
            top = low - 8 * level - 8
            items += [
                Rect(left, top, 24, 9, 4, theme.treasure.edge),
                Rect(left + 1, top, 22, 6.5, 3, theme.treasure.face),
                Rect(left + 4, top + 1.6, 13, 1.8, 0.9, theme.treasure.rim),
            ]
    return items
