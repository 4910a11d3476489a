"""Powers to spend, money, and what tiles are worth to the player."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import Theme, tile_scene
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.coach.gains import unseen_mean
from ksm_widgets.tutor.phrases import power_term
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import button, folded, note, number_field, section
from ksm_widgets.words import coins, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.widgets.page import Page

__all__ = ["money", "powers", "worth"]


@cache
def _object(power: Power, theme: Theme, edition: str) -> Markup:
    return picture(tile_scene(power.tile, theme=theme, edition=edition))


def powers(page: Page) -> Markup:
    """The magic objects to spend this turn."""
    spent = page.session.situation.powers
    boxes = (
        element(
            "label",
            element(
                "input",
                type="checkbox",
                checked=power in spent,
                data_act="power",
                data_value=power.value,
            ),
            _object(power, page.theme, page.edition),
            element(
                "span",
                element("b", sentence(power_term(power, page.language).key, page.language)),
                " ",
                element("small", page.text(f"spend.{power.value}_what")),
            ),
            class_="ksm-power",
        )
        for power in Power
    )
    return section(page.text("spend.title"), element("div", *boxes, class_="ksm-powers"))


def money(page: Page) -> Markup:
    """The coins and treasures the player holds."""
    text, held = page.text, page.session.situation.money
    return element(
        "div",
        element("label", text("worth.money"), for_="ksm-money", class_="ksm-label"),
        element(
            "div",
            button("−", "money", max(0, held - 1), label=text("worth.less"), class_="ksm-round"),
            element(
                "input",
                type="number",
                name="money",
                min=0,
                max=999,
                value=held,
                data_act="money",
                id="ksm-money",
                title=text("worth.money_what"),
                class_="ksm-field ksm-number",
            ),
            button("+", "money", held + 1, label=text("worth.more"), class_="ksm-round"),
            class_="ksm-group",
        ),
    )


def worth(page: Page) -> Markup:
    """What tiles are worth to the player, unless that goes by what is held; and the variant."""
    text, situation = page.text, page.session.situation
    values = situation.values
    fields = [
        joined(
            [
                number_field(
                    text(f"worth.{name}"),
                    f"worth-{name}",
                    _plain(Decimal(getattr(values, name)) / 1000),
                    id_=f"ksm-{name}",
                    step="0.5",
                ),
                note(text(f"worth.{name}_why")),
            ]
        )
        for name in ("parchment", "magic", "curse")
    ]
    by_holding = situation.screen.used
    variant = element(
        "label",
        element(
            "input",
            type="checkbox",
            checked=situation.variant is Variant.BEGINNER,
            data_act="variant",
        ),
        text("worth.variant"),
        class_="ksm-tick",
    )
    return folded(
        text("worth.title"),
        *([note(text("worth.by_holding"))] if by_holding else fields),
        *_unseen(page, own=not by_holding),
        variant,
        id_="ksm-worth",
    )


def _unseen(page: Page, *, own: bool) -> Iterator[Markup]:
    """Whether an unseen tile may be dug, what it counts then, and whether that is the mean.

    Where tiles are worth the usual, a worth of one's `own` can take the mean's place.
    """
    text, asked = page.text, page.session.question.situation
    told = asked.values.unseen if own else None
    yield element(
        "label",
        element(
            "input",
            type="checkbox",
            checked=asked.digs_unseen,
            data_act="unseen",
            data_value="never" if asked.digs_unseen else "mean",
        ),
        text("worth.unseen"),
        class_="ksm-tick",
    )
    if not asked.digs_unseen:
        return
    mean = None if asked.position.faults() else unseen_mean(asked.problem())
    counted = mean if told is None else Decimal(told) / 1000
    if own:
        shown = "" if counted is None else _plain(counted)
        label = text("worth.unseen_value")
        yield number_field(label, "unseen", shown, id_="ksm-unseen-worth", step="0.5", least=None)
    if told is not None:
        yield button(text("worth.unseen_mean"), "unseen", "mean", class_="ksm-small")
    if mean is not None:
        yield note(text("worth.unseen_why", worth=mean))


def _plain(worth: Decimal) -> str:
    """A worth as a field for numbers takes it, whatever the language."""
    return coins(worth).replace("−", "-")
