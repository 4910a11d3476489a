"""What the rules export: every public class and function of its modules, from one place."""

from __future__ import annotations

import importlib
import pkgutil

import ksm_widgets.rules as rules

WITHIN = {
    *("arguments", "board_text", "chance", "dug_over", "json_text", "prospects", "tile_words"),
}
"""Modules whose names are not for users: for the package itself, or for what is made of it."""


def test_all_public_names_are_exported() -> None:
    for module in pkgutil.iter_modules(rules.__path__):
        loaded = importlib.import_module(f"ksm_widgets.rules.{module.name}")
        for name, value in vars(loaded).items():
            if name.startswith("_") or getattr(value, "__module__", "") != loaded.__name__:
                continue
            exported = getattr(rules, name, None) is value
            assert exported == (module.name not in WITHIN), name
