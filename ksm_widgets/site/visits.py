"""Who visits the site, from what their browser sends: language, colours, and whose progress."""

from __future__ import annotations

import re
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING

from ksm_widgets.draw import THEMES
from ksm_widgets.tutor.course.progress import data_folder
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LOOKS", "Visit", "preferred", "visit"]

LOOKS = ("auto", *THEMES)
"""The colours one can choose: as the system has them, or one of the themes."""

_GUEST = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor; `guest` is empty for whoever started the app, whose progress is their own."""

    language: str
    look: str = "auto"
    guest: str = ""

    @property
    def surroundings(self) -> dict[str, str]:
        """What a kernel is told of its visitor, as environment variables."""
        told = {"KSM_LANGUAGE": self.language, "KSM_LOOK": self.look}
        if self.guest:
            told["KSM_DATA"] = str(data_folder() / "guests" / self.guest)
        return told


def visit(cookies: Mapping[str, str], accepted: str, *, usual: str = "", shared: bool) -> Visit:
    """The visitor of a request; what does not look like our own cookies counts for nothing.

    `accepted` is the browser's list of languages, `usual` the language the app was started in.
    Where the app is shared each browser is a guest of its own.
    """
    language = cookies.get("ksm-language", "")
    if language not in LANGUAGES:
        language = usual if usual in LANGUAGES else preferred(accepted)
    look = cookies.get("ksm-look", "")
    guest = ""
    if shared:
        known = cookies.get("ksm-guest", "")
        guest = known if _GUEST.fullmatch(known) else token_hex(16)
    return Visit(language, look if look in LOOKS else LOOKS[0], guest)


def preferred(accepted: str) -> str:
    """The first of our languages in a browser's list, which names the dearest first; else English.

    >>> preferred("fr-CH, de;q=0.9, en;q=0.8"), preferred("")
    ('de', 'en')
    """
    for wish in accepted.split(","):
        name = wish.strip()[:2].lower()
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]
