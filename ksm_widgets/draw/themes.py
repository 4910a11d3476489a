"""Themes: every colour of a picture as data; `dark` (by torchlight), `light` and `contrast`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ksm_widgets.rules.tiles import Group


@dataclass(frozen=True, slots=True)
class Face:
    """The colours of a group of tiles: face, lighter upper rim, edge and ink."""

    face: str
    rim: str
    edge: str
    ink: str


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one look, all `#rrggbb`.

    `layers` are two neutral edges that covered tiles take by turns, whatever they are: a coloured
    edge would betray them (R33).
    """

    name: str
    page: str
    glow: str
    glow_strength: float
    frame: str
    well: str
    well_rim: str
    floor: str
    label: str
    layers: tuple[str, str]
    layer_line: str
    number: str
    lamp: str
    lamp_off: str
    shadow: str
    gold: str
    good: str
    bad: str
    focus: str
    arrow: str
    arrow_ink: str
    bare: str
    panel: str
    panel_rim: str
    ink: str
    soft_ink: str
    stairs: str
    stairs_edge: str
    ring_ground: str
    card: str
    card_rim: str
    card_field: str
    card_ink: str
    treasure: Face
    curse: Face
    parchment: Face
    magic: Face
    unseen: Face

    def face(self, group: Group) -> Face:
        """The colours of a group's tiles."""
        return {
            Group.TREASURE: self.treasure,
            Group.CURSE: self.curse,
            Group.PARCHMENT: self.parchment,
            Group.MAGIC: self.magic,
            Group.UNSEEN: self.unseen,
        }[group]

    @property
    def css(self) -> str:
        """The colours for a page around the board, as CSS properties."""
        names = {
            "panel": self.panel,
            "rim": self.panel_rim,
            "ink": self.ink,
            "soft": self.soft_ink,
            "page": self.page,
            "gold": self.gold,
            "good": self.good,
            "bad": self.bad,
            "focus": self.focus,
            "well": self.well,
            "on-gold": self.panel,
        }
        return "".join(f"--ksm-{name}:{colour};" for name, colour in names.items())


_TREASURE = Face("#f3bd3c", "#ffe08a", "#b47a10", "#4a2c04")
_CURSE = Face("#26222e", "#6b6280", "#0d0b10", "#f0e6d2")
_PARCHMENT = Face("#f4ead2", "#fffaf0", "#b9a27a", "#7a1f1a")
_MAGIC = Face("#9fd6ee", "#d6f1fc", "#4d93b4", "#0f3f5c")

DARK = Theme(
    name="dark",
    page="#20160f",
    glow="#ff8f3a",
    glow_strength=0.036,
    frame="#4a3422",
    well="#17100a",
    well_rim="#6a4c32",
    floor="#241910",
    label="#e6cfa6",
    layers=("#9a8a75", "#7d6e5c"),
    layer_line="#2a2018",
    number="#ffe3ae",
    lamp="#ffb23e",
    lamp_off="#43342a",
    shadow="#000000",
    gold="#ffd34d",
    good="#8fe388",
    bad="#ff6f5e",
    focus="#ffffff",
    arrow="#fff4d6",
    arrow_ink="#2a1a08",
    bare="#7fe0ff",
    panel="#2e2219",
    panel_rim="#5a4330",
    ink="#f6e7c8",
    soft_ink="#c9b08a",
    stairs="#d9a860",
    stairs_edge="#5c4023",
    ring_ground="#1a1006",
    card="#e8d3a8",
    card_rim="#8a6a3c",
    card_field="#cdb07a",
    card_ink="#4a2f16",
    treasure=_TREASURE,
    curse=_CURSE,
    parchment=_PARCHMENT,
    magic=_MAGIC,
    unseen=Face("#6d6258", "#8d8175", "#463e37", "#f3e8d6"),
)

LIGHT = Theme(
    name="light",
    page="#f5ead6",
    glow="#ffd98c",
    glow_strength=0.05,
    frame="#dcc7a0",
    well="#c9b08a",
    well_rim="#a98c60",
    floor="#bfa57d",
    label="#5b4020",
    layers=("#8d7d68", "#75664f"),
    layer_line="#372c1e",
    number="#2f1d08",
    lamp="#8a3d00",
    lamp_off="#dcc9a6",
    shadow="#3a2608",
    gold="#a35a00",
    good="#1c6b2a",
    bad="#b3201a",
    focus="#1b1b1b",
    arrow="#2a1a08",
    arrow_ink="#fff4d6",
    bare="#00538a",
    panel="#fff8ea",
    panel_rim="#d3bb8e",
    ink="#33220f",
    soft_ink="#705430",
    stairs="#fff3d6",
    stairs_edge="#b3946a",
    ring_ground="#fffaf0",
    card="#fff3d6",
    card_rim="#a98c60",
    card_field="#ead6a8",
    card_ink="#4a2f16",
    treasure=_TREASURE,
    curse=_CURSE,
    parchment=_PARCHMENT,
    magic=_MAGIC,
    unseen=Face("#74685c", "#a09486", "#5d544b", "#ffffff"),
)

CONTRAST = Theme(
    name="contrast",
    page="#000000",
    glow="#000000",
    glow_strength=0,
    frame="#000000",
    well="#000000",
    well_rim="#ffffff",
    floor="#000000",
    label="#ffffff",
    layers=("#b8b8b8", "#8c8c8c"),
    layer_line="#000000",
    number="#ffffff",
    lamp="#ffffff",
    lamp_off="#4a4a4a",
    shadow="#000000",
    gold="#ffe100",
    good="#5cff6b",
    bad="#ff7a6b",
    focus="#ffffff",
    arrow="#ffffff",
    arrow_ink="#000000",
    bare="#00e5ff",
    panel="#000000",
    panel_rim="#ffffff",
    ink="#ffffff",
    soft_ink="#dddddd",
    stairs="#ffffff",
    stairs_edge="#777777",
    ring_ground="#000000",
    card="#ffffff",
    card_rim="#555555",
    card_field="#ffffff",
    card_ink="#000000",
    treasure=Face("#ffd400", "#fff3a6", "#a87f00", "#000000"),
    curse=Face("#000000", "#ffffff", "#555555", "#ffffff"),
    parchment=Face("#ffffff", "#ffffff", "#b0b0b0", "#7a0000"),
    magic=Face("#a6e4ff", "#e2f7ff", "#3f88ad", "#001f33"),
    unseen=Face("#3d3d3d", "#ffffff", "#777777", "#ffffff"),
)

THEMES: Mapping[str, Theme] = MappingProxyType({t.name: t for t in (LIGHT, DARK, CONTRAST)})
"""The themes by name."""
AUTO = "auto"
LOOKS = (AUTO, *THEMES)
"""The choices of colours: those of the page around, or a theme by its name."""
