"""The ideas behind a plan in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.solver.ideas import Idea

__all__ = ["idea_phrase"]


def idea_phrase(idea: Idea) -> Phrase:
    """An idea in words, as a hint."""
    return Phrase.of(f"idea.{idea.value}")
