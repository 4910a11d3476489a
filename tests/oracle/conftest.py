"""Many problems one after the other: the compiled kernel from the start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="package")
def compiled() -> Iterator[None]:
    """Solve compiled while these tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KSM_SOLVER", "compiled")
        yield
