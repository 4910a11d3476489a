"""How the explorer's board looks: all that its picture depends on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.draw import Glide, Marks, Scene, Theme, board_scene, glide_between
from ksm_widgets.tutor.sitting.marking import marks_of

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.widgets.page import Page

__all__ = ["Looks"]


@dataclass(frozen=True, slots=True)
class Looks:
    """The mine as it is seen, its marks, the view, colours and language; as long as they last."""

    position: Position
    marks: Marks
    open_view: bool
    theme: Theme
    edition: str
    language: str

    @classmethod
    def of(cls, page: Page) -> Looks:
        """How the board of a page looks."""
        session = page.session
        return cls(
            session.seen_position,
            marks_of(session, keyboard=page.keyboard),
            not session.covered,
            page.theme,
            page.edition,
            page.language,
        )

    def scene(self) -> Scene:
        """The picture."""
        return board_scene(
            self.position,
            self.marks,
            open_view=self.open_view,
            theme=self.theme,
            edition=self.edition,
            language=self.language,
        )

    def glide_to(self, after: Looks) -> Glide | None:
        """The way of a tile, if that is all that happens on the mine until it looks like that."""
        if replace(self, position=after.position, marks=after.marks) != after:
            return None
        return glide_between(self.position, after.position, open_view=self.open_view)
