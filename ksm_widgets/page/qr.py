"""An address as a QR code, for a phone's camera."""

from __future__ import annotations

from functools import lru_cache

import segno

from ksm_widgets.page.html import Markup


@lru_cache(maxsize=4)
def qr_code(address: str) -> Markup | None:
    """An address as a QR code; None if it is too long."""
    try:
        code = segno.make(address, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    return Markup(code.svg_inline(scale=4, border=2, dark="#000", light="#fff"))
