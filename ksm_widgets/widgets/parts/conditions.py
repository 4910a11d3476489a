"""Powers to spend, money, and what tiles are worth to the player."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import Theme, tile_scene
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.powers import Power
from ksm_widgets.solver.unseen import expected_worth, holds_unseen
from ksm_widgets.tutor.phrases import power_term
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import button, folded, note, number_field, section
from ksm_widgets.words import coins, sentence

if TYPE_CHECKING:
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
    """What tiles are worth to the player, and the beginner variant."""
    text, situation = page.text, page.session.situation
    values = situation.values
    fields = [
        joined(
            [
                number_field(
                    text(f"worth.{name}"),
                    f"worth-{name}",
                    _plain(getattr(values, name)),
                    id_=f"ksm-{name}",
                    step="0.5",
                ),
                note(text(f"worth.{name}_why")),
            ]
        )
        for name in ("parchment", "magic", "curse")
    ]
    asked = page.session.question.situation.position
    average = expected_worth(asked, values, situation.powers)
    unseen = element(
        "label",
        element(
            "input",
            type="checkbox",
            checked=values.unseen is not None,
            data_act="unseen",
            data_value=str(average) if values.unseen is None else "never",
        ),
        text("worth.unseen"),
        class_="ksm-tick",
    )
    more = None
    if values.unseen is not None:
        more = number_field(
            text("worth.unseen_value"),
            "unseen",
            _plain(values.unseen),
            id_="ksm-unseen-worth",
            step="0.5",
            least=None,
        )
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
        *fields,
        unseen,
        more,
        note(text("worth.unseen_why", worth=average)) if holds_unseen(asked) else None,
        variant,
        id_="ksm-worth",
    )


def _plain(thousandths: int) -> str:
    """A worth as a field for numbers takes it, whatever the language."""
    return coins(Decimal(thousandths) / 1000).replace("−", "-")
