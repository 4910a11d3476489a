"""Texts that look like numbers, or do not, as they may be typed or sent where one is wanted."""

from __future__ import annotations

__all__ = ["NUMBERS_OF_ALL_KINDS"]

NUMBERS_OF_ALL_KINDS = (
    "0",
    "-1",
    "+5",
    "1_0",
    " ",
    " 7 ",
    "007",
    "1.5",
    "1,5",
    "1e3",
    "1e999999999",
    "-1e999999999",
    "1e-999999999",
    "1e999999999999999999",
    "Infinity",
    "-Infinity",
    "NaN",
    "sNaN",
    "0x10",
    "²",
    "١",
    "١٫٥",
    "--1",
    "-",
    "9" * 25,
    "9" * 400,
    "9" * 5000,
    "-" + "9" * 5000,
    "0." + "9" * 5000,
)
