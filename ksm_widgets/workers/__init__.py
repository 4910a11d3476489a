"""Who does long work, game by game: this process, several of this machine, or a cluster.

Each worker is handed one game after the other and gives back what it comes to, in any order. Who
falls is replaced and his game done again; so work of which a game alone decides what it comes to
comes to the same whoever does it.
"""

from ksm_widgets.workers.cluster import Cluster
from ksm_widgets.workers.pool import Pool, cores
from ksm_widgets.workers.work import Here, Workers, WorkersError

__all__ = ["Cluster", "Here", "Pool", "Workers", "WorkersError", "cores", "hired"]


def hired(count: int | None = None, scheduler: str | None = None) -> Workers:
    """The workers wished for: so many of this machine, all its cores if nothing is said.

    Or those of the cluster whose scheduler has this address; raises WorkersError as Cluster does.
    """
    if scheduler is not None:
        return Cluster(scheduler)
    count = cores() if count is None else count
    return Here() if count == 1 else Pool(count)
