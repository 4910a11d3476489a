"""Example positions; `examples.toml` has them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from tomllib import loads
from typing import Any

from ksm_widgets.explorer.links import situation_of
from ksm_widgets.explorer.situation import Situation


@dataclass(frozen=True, slots=True)
class Example:
    """An example position; the catalogue has its name and idea under `example.`."""

    key: str
    link: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Example:
        """Make an example from its table in the file."""
        return cls(data["key"], f"board={'/'.join(data['board'])}&card={data['card']}")

    @property
    def situation(self) -> Situation:
        """The situation of the example."""
        return situation_of(self.link)


_FILE = files("ksm_widgets.explorer") / "examples.toml"
EXAMPLES = tuple(map(Example.from_dict, loads(_FILE.read_text(encoding="utf-8"))["example"]))
"""All of them, in the order in which the explorer offers them."""


def example(key: str) -> Example:
    """The example of a key; raises KeyError if there is none."""
    return {found.key: found for found in EXAMPLES}[key]
