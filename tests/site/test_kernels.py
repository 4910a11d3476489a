"""Kernels for visitors: kept as long as a page is with them, and a little longer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from jupyter_client.session import utcnow

from ksm_widgets.site import kernels
from ksm_widgets.site.kernels import PAGE_LOAD, PageLoad, VisitorGone, WarmKernels

if TYPE_CHECKING:
    from pathlib import Path

AWHILE = 120


@pytest.mark.long
def test_one_that_no_page_is_with_is_stopped_though_it_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now, kernel_id = 1000.0, ""
    manager = WarmKernels(spare=0, cull_idle_timeout=AWHILE, connection_dir=str(tmp_path))
    monkeypatch.setattr(kernels, "monotonic", lambda: now)

    async def lives() -> bool:
        """Whether it lives after Jupyter's look, though it has just said something."""
        if kernel_id in manager:
            kernel: Any = manager.get_kernel(kernel_id)
            kernel.last_activity = utcnow()
            await manager.cull_kernel_if_idle(kernel_id)
        return kernel_id in manager

    async def visited() -> None:
        nonlocal now, kernel_id
        PAGE_LOAD.set(PageLoad({}, lambda: False))
        kernel_id = await manager.start_kernel()
        manager.notify_connect(kernel_id)
        now += 100 * AWHILE
        assert await lives()
        manager.notify_disconnect(kernel_id)
        now += AWHILE - 1
        assert await lives()
        manager.notify_connect(kernel_id)  # The page was only out of reach.
        now += AWHILE
        assert await lives()
        manager.notify_disconnect(kernel_id)
        now += AWHILE + 1
        assert not await lives()

    asyncio.run(visited())


@pytest.mark.long
def test_for_a_warm_one_that_died_another_one_is_started(tmp_path: Path) -> None:
    """It may die after it was found alive, and before it knows its visitor."""
    manager = WarmKernels(spare=1, connection_dir=str(tmp_path))

    async def visited() -> None:
        manager.fill()
        (warming,) = manager._warming
        warm = await warming
        kernel: Any = manager.get_kernel(warm)
        kernel.stop_restarter()
        await kernel.signal_kernel(9)
        kernel.is_alive = _seems_alive(kernel.is_alive)
        PAGE_LOAD.set(PageLoad({}, lambda: False))
        other = await manager.start_kernel()
        assert other != warm
        assert warm not in manager
        await manager.shutdown_all(now=True)

    asyncio.run(visited())


def _seems_alive(truly: Any) -> Any:
    """An answer that is out of date the first time."""
    told = iter([True])

    async def alive() -> bool:
        return next(told, None) or await truly()

    return alive


def test_for_who_has_gone_none_is_started() -> None:
    async def visited() -> None:
        PAGE_LOAD.set(PageLoad({}, lambda: True))
        with pytest.raises(VisitorGone):
            await manager.start_kernel()
        assert manager.list_kernel_ids() == []

    manager = WarmKernels(spare=0)
    asyncio.run(visited())


def test_after_a_page_that_failed_another_kernel_is_warmed_but_not_straight_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    manager = WarmKernels(rest=0.0)
    filled = list[float]()
    monkeypatch.setattr(kernels, "_PAUSE", 0.2)

    async def fails(gone: object) -> str:
        raise RuntimeError

    async def visited() -> None:
        PAGE_LOAD.set(PageLoad({}, lambda: False))
        clock = asyncio.get_running_loop().time
        begun = clock()
        monkeypatch.setattr(manager, "fill", lambda: filled.append(clock() - begun))
        for _ in range(3):
            with pytest.raises(RuntimeError):
                await manager.start_kernel()
        await asyncio.sleep(0.3)
        assert [passed >= 0.2 for passed in filled] == [True]

    monkeypatch.setattr(manager, "_start_warm", fails)
    asyncio.run(visited())


def test_a_look_ends_only_what_no_page_has_been_with_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, ended = 1000.0, list[str]()
    manager = WarmKernels(spare=0, cull_idle_timeout=AWHILE)

    async def end(kernel_id: str) -> None:
        ended.append(kernel_id)

    monkeypatch.setattr(kernels, "monotonic", lambda: now)
    monkeypatch.setattr(manager, "end", end)
    for left in ("left", "here"):
        manager.notify_connect(left)
        manager.notify_disconnect(left)
    manager.notify_connect("here")
    for later, expected in ((AWHILE, []), (1, ["left"])):
        now += later
        for kernel_id in ("left", "here", "warm"):
            asyncio.run(manager.cull_kernel_if_idle(kernel_id))
        assert ended == expected
