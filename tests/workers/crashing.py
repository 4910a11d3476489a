"""Jobs that kill their worker, and one that does not."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def tenfold(job: int) -> int:
    """A quick job."""
    return 10 * job


def crashes_once(mark: Path, at: object, work: Callable[[Job], Result], job: Job) -> Result:
    """Do the work, but the first worker to do the job `at` is killed."""
    if job == at:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return work(job)


def crashes_always(at: int, job: int) -> int:
    """Kill every worker that does the job `at`."""
    if job == at:
        os.kill(os.getpid(), signal.SIGKILL)
    return job
