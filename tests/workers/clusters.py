"""A real cluster on this machine, for tests that kill its workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import pytest

__all__ = ["local_cluster"]

PATIENCE = 120
"""How long a worker may take to be there again, in seconds."""


@contextmanager
def local_cluster() -> Iterator[Any]:
    """A scheduler and two workers; whoever was killed is there again before all of them end."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        # Any free port: a warning that another cluster has the usual one would be an error here.
        dashboard_address="localhost:0",
    ) as cluster:
        yield cluster
        # Dask cannot end a worker that is just being started again.
        until = monotonic() + PATIENCE
        while not all(map(_is_up, cluster.workers.values())):
            assert monotonic() < until, "a worker did not come back"
            sleep(0.05)


def _is_up(nanny: Any) -> bool:
    """Whether the worker that a nanny looks after has started, and lives."""
    worker = nanny.process
    return worker is not None and worker.status.name == "running" and bool(worker.is_alive())
