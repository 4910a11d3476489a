"""JSON from outside, and amounts as JSON has them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

_DEEPEST = 100
# A text without an end takes all the rest: tried again from each quote, it would take hours.
_STEP = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[][{}]', re.DOTALL)


def read_json(text: str, **options: Any) -> Any:
    """The value of a JSON text, with the options of `json.loads`.

    Raises ValueError, or RecursionError if it is nested too deep. Python itself raises that, but in
    a browser it ends instead, some thousand levels down.
    """
    if text.count("[") + text.count("{") > _DEEPEST:
        depth = 0
        for step in _STEP.finditer(text):
            match step[0]:
                case "[" | "{":
                    depth += 1
                case "]" | "}":
                    depth -= 1
            if depth > _DEEPEST:
                raise RecursionError("nested too deep")
    return json.loads(text, **options)


@overload
def json_number(amount: None) -> None: ...
@overload
def json_number(amount: Decimal | Fraction) -> int | float: ...
def json_number(amount: Decimal | Fraction | None) -> int | float | None:
    """An amount as JSON has it: without a point where it is whole, None as null."""
    if amount is None:
        return None
    return int(amount) if amount == int(amount) else float(amount)
