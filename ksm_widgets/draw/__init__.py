"""Scenes as plain data and their painters: SVG and canvas; standard library only.

scene = board_scene(position, Marks(dig=...), theme=DARK)
paint_svg(scene); paint_canvas(scene, canvas, 2.0, numpy.asarray)

What pictures are made of:

    shapes      scenes, shapes, sprites, text and hit areas as plain data
    themes      every colour, by torchlight, by day and in high contrast
    signs       what is on the tiles, and digits and letters, as strokes

The things of the game:

    tiles       a tile, large or small
    ground      rock, torches, coordinates, and the pile on a quarry with its lamps
    board       the mine as a whole, marks on it, and a tile that glides
    cards       digging cards
    purse       a player's coins and tiles, and the account of a turn
    charts      the lead over a game, net against moves, points game by game

What makes them visible:

    vector      scenes as SVG, and the picture of whatever has one
    canvas      scenes as drawing commands, and what has changed since the last one
    showing     a board with its words, for the page
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
