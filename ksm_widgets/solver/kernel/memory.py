"""The kind of sequence the kernel works on: a list of integers, or an array of them."""

from __future__ import annotations

from collections.abc import MutableSequence

Ints = MutableSequence[int]
"""Whole numbers below 2**62 in size; read and written by index only."""

__all__ = ["Ints"]
