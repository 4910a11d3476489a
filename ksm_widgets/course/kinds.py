"""Every kind of task in the course, to import from one place."""

from __future__ import annotations

from ksm_widgets.mine.tasks import Mark, PlaceCard, PlayTurn, Shift
from ksm_widgets.tasks.choose import Choose, Option, Order, options
from ksm_widgets.tasks.numbers import Field, NumberField, Numbers, terms, worded_field
from ksm_widgets.tasks.task import AnyTask

__all__ = [
    "KINDS",
    "Choose",
    "Field",
    "Mark",
    "NumberField",
    "Numbers",
    "Option",
    "Order",
    "PlaceCard",
    "PlayTurn",
    "Shift",
    "options",
    "terms",
    "worded_field",
]

KINDS: tuple[type[AnyTask], ...] = (Choose, Mark, Numbers, Order, PlaceCard, PlayTurn, Shift)
