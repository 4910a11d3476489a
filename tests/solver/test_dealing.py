"""Tiles dealt to quarries: the best of all ways, with so many of a kind as are needed."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.kernel.assigning import assign

TILES = 7
FREE, NEEDED, ALSO_NEEDED, CURSE = range(4)


class Table:
    """Quarries and tiles with what each adds in each, and kinds of which some are needed."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.quarries = rng.randint(1, 4)
        self.kinds = [rng.choice((FREE, FREE, NEEDED, ALSO_NEEDED, CURSE)) for _ in range(TILES)]
        self.short = [0, rng.randint(0, 2), rng.randint(0, 2), 0]
        self.extra = [0, rng.randint(0, 9), rng.randint(0, 9), 0]
        self.values = [[rng.randint(-9, 9) for _ in range(TILES)] for _ in range(self.quarries)]

    def adds(self, i: int, t: int) -> int:
        """What a tile adds in a quarry, and that it may be needed."""
        needed = self.kinds[t] in (NEEDED, ALSO_NEEDED)
        return self.values[i][t] + (at.MUST if needed else 0)

    def best(self) -> int:
        """The best sum, by trying every way."""
        return max(self.total(way) for way in permutations(range(TILES), self.quarries))

    def total(self, way: tuple[int, ...]) -> int:
        """What one way adds up to."""
        total = sum(self.adds(i, t) for i, t in enumerate(way))
        for kind in (NEEDED, ALSO_NEEDED):
            more = sum(self.kinds[t] == kind for t in way) - self.short[kind]
            total -= max(0, more) * (at.MUST + self.extra[kind])
        return total

    def laid_out(self) -> list[int]:
        """The same as the kernel's memory has it."""
        m = [0] * at.MEMORY
        m[at.P_SIZE], m[at.P_EPOCH], m[at.P_KINDS] = self.quarries, 1, 3
        for kind in (NEEDED, ALSO_NEEDED):
            m[at.NEED + kind] = max(1, self.short[kind])
            m[at.SHORT + kind] = self.short[kind]
            m[at.EXTRA + kind] = self.extra[kind]
        m[at.KIND : at.KIND + TILES] = self.kinds
        for i in range(self.quarries):
            k = 0
            for kind in (NEEDED, ALSO_NEEDED, CURSE, FREE):
                tiles = [t for t in range(TILES) if self.kinds[t] == kind]
                for t in sorted(tiles, key=lambda t: -self.adds(i, t)):
                    m[at.choice(i, k)], m[at.choice(i, k) + 1] = self.adds(i, t), t
                    k += 1
            m[at.CHOICES + i] = k
        return m


@pytest.mark.parametrize("seed", range(300))
def test_the_best_of_all_ways_is_dealt(seed: int) -> None:
    table = Table(seed)
    m = table.laid_out()
    assert assign(m, table.quarries, 0) == table.best()
    way = [m[at.choice(i, m[at.TAKEN + i]) + 1] for i in range(table.quarries)]
    assert len(set(way)) == len(way)
    assert table.total(tuple(way)) == table.best()
