"""Workers for long computations: this process, several processes, or a Dask cluster.

Each worker is given one job after another, and results come in any order. A worker that dies is
replaced and its job rerun, so jobs should depend on nothing but their arguments.
"""

from ksm_widgets.workers.work import (
    Cluster,
    Here,
    Pool,
    Workers,
    WorkersError,
    cores,
    get_workers,
)

__all__ = ["Cluster", "Here", "Pool", "Workers", "WorkersError", "cores", "get_workers"]
