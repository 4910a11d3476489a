"""Scenes as plain data and their painters: SVG and canvas; standard library only.

scene = board_scene(position, Marks(dig=...), theme=DARK)
paint_svg(scene); paint_canvas(scene, canvas, 2.0, numpy.asarray)
"""

from ksm_widgets.draw.board import Marks, board_scene
from ksm_widgets.draw.canvas import Canvas, paint_canvas
from ksm_widgets.draw.cards import card_scene, small_card_scene
from ksm_widgets.draw.ground import BOARD_HEIGHT, BOARD_WIDTH, CELL
from ksm_widgets.draw.purse import account_scene, balance_scene, tray_scene
from ksm_widgets.draw.shapes import Circle, HitArea, Path, Placed, Rect, Scene, Sprite, Text
from ksm_widgets.draw.themes import CONTRAST, DARK, LIGHT, THEMES, Face, Theme
from ksm_widgets.draw.tiles import TILE_FACE, tile_scene
from ksm_widgets.draw.vector import paint_svg, svg

__all__ = [
    "BOARD_HEIGHT",
    "BOARD_WIDTH",
    "CELL",
    "CONTRAST",
    "DARK",
    "LIGHT",
    "THEMES",
    "TILE_FACE",
    "Canvas",
    "Circle",
    "Face",
    "HitArea",
    "Marks",
    "Path",
    "Placed",
    "Rect",
    "Scene",
    "Sprite",
    "Text",
    "Theme",
    "account_scene",
    "balance_scene",
    "board_scene",
    "card_scene",
    "paint_canvas",
    "paint_svg",
    "small_card_scene",
    "svg",
    "tile_scene",
    "tray_scene",
]
