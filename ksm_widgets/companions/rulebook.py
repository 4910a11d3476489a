"""A game's rulebook, made of its catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.rulebook import Rule, Rulebook, register

if TYPE_CHECKING:
    from collections.abc import Mapping


def rulebook(name: str, prefix: str, chapters: Mapping[str, range]) -> Rulebook:
    """The registered rulebook of a game, with the numbers of each chapter's rules.

    The catalogues have title, introduction and chapters in the table `<name>_rules`, the rules in
    `<name>_rule_title` and `<name>_rule`.
    """

    def rule(number: str) -> Rule:
        return Rule(number, Phrase(f"{name}_rule_title.{number}"), Phrase(f"{name}_rule.{number}"))

    book = Rulebook(
        prefix,
        {
            chapter: tuple(rule(f"{prefix}{number}") for number in numbers)
            for chapter, numbers in chapters.items()
        },
        page="",
        words=f"{name}_rules",
    )
    register(book)
    return book
