"""What the rules room exports: every public name of its modules, from one place."""

from __future__ import annotations

import importlib
import pkgutil

import ksm_widgets.rules as rules

WITHIN = {"arguments", "chance", "prospects", "setup"}
"""Modules whose names are for the room itself."""


def test_all_public_names_are_exported() -> None:
    names: list[str] = []
    for module in pkgutil.iter_modules(rules.__path__):
        loaded = importlib.import_module(f"ksm_widgets.rules.{module.name}")
        for name in loaded.__all__:
            assert hasattr(loaded, name)
            if module.name not in WITHIN:
                assert getattr(rules, name) is getattr(loaded, name)
                names.append(name)
    assert sorted(names) == sorted(rules.__all__)
    assert len(set(names)) == len(names)
