"""Every kind of task, each in a file of its own. A new kind is one more file, and one more name."""

from __future__ import annotations

from ksm_widgets.tutor.tasks.choose import Choose, Option, options
from ksm_widgets.tutor.tasks.mine.marking import Mark, PlaceCard
from ksm_widgets.tutor.tasks.mine.playing import PlayTurn, Shift
from ksm_widgets.tutor.tasks.numbers import Field, Numbers, asked_field
from ksm_widgets.tutor.tasks.order import Order
from ksm_widgets.tutor.tasks.task import AnyTask

__all__ = [
    "KINDS",
    "Choose",
    "Field",
    "Mark",
    "Numbers",
    "Option",
    "Order",
    "PlaceCard",
    "PlayTurn",
    "Shift",
    "asked_field",
    "options",
]

KINDS: tuple[type[AnyTask], ...] = (Choose, Mark, Numbers, Order, PlaceCard, PlayTurn, Shift)
