"""The dig problem by breadth-first search over boards, in plain Python.

Boards seen before are not looked at again, only places that the last move touched are, and the
horizon shrinks as better digs are found. A board is a string with a letter for each stack.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from time import perf_counter

from benchmarks.peers.common import THOUSAND, Kind, Task, Verdict, verdict
from ksm_widgets.solver.problem import Problem

__all__ = ["solve_by_breadth"]

_MOST_BOARDS = 3_000_000
"""A number that fits into memory with ease."""

Stack = tuple[Kind, ...]


class _Stacks:
    """A letter for each stack that was met, and what lifting and laying makes of it."""

    def __init__(self) -> None:
        self.stacks: list[Stack] = []
        self.letters: dict[Stack, str] = {}

    def letter(self, stack: Stack) -> str:
        """The letter of a stack."""
        if stack not in self.letters:
            # Letters start beyond the surrogates, which are no characters of their own.
            self.letters[stack] = chr(0x10000 + len(self.stacks))
            self.stacks.append(stack)
        return self.letters[stack]

    def stack(self, letter: str) -> Stack:
        """The stack of a letter."""
        return self.stacks[ord(letter) - 0x10000]

    def moved(self, source: str, target: str) -> tuple[str, str]:
        """The letters of two stacks after the topmost tile of one went to the other."""
        lifted, laid = self.stack(source), self.stack(target)
        return self.letter(lifted[:-1]), self.letter((*laid, lifted[-1]))


def solve_by_breadth(problem: Problem, seconds: float) -> Verdict:
    """Look at every board with no moves, with one, with two, ... while more may pay."""
    return _Search(problem, perf_counter() + seconds).run()


class _Search:
    def __init__(self, problem: Problem, until: float) -> None:
        self.problem = problem
        self.task = Task(problem)
        self.until = until
        self.stacks = _Stacks()
        self.net: int | None = None if problem.wanted else 0
        self.moves = 0
        self.over: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for place in self.task.places:
            for quarry in place:
                self.over[quarry].append(place)

    def run(self) -> Verdict:
        position = self.problem.position
        start = "".join(
            self.stacks.letter(
                tuple(self.task.tiles[quarry, level + 1] for level in range(len(stack)))
            )
            for quarry, stack in enumerate(position.stacks)
        )
        seen = {start}
        layer = [start]
        self._dig(start, self.task.places, 0)
        done = 0
        while layer and done < self.task.horizon(self.net):
            if self.problem.wanted and self.net is not None:
                break
            done += 1
            following = []
            for board in layer:
                if perf_counter() > self.until or len(seen) > _MOST_BOARDS:
                    return verdict(self.net, self.moves, proven=False)
                for after, source, target in self._moves(board):
                    if after not in seen:
                        seen.add(after)
                        following.append(after)
                        self._dig(after, {*self.over[source], *self.over[target]}, done)
            layer = following
        return verdict(self.net, self.moves, proven=True)

    def _moves(self, board: str) -> list[tuple[str, int, int]]:
        found = []
        heights = [len(self.stacks.stack(letter)) for letter in board]
        for source, height in enumerate(heights):
            if height == 0:
                continue
            for target in self.task.neighbours[source]:
                if heights[target] >= (4 if self.task.beginner else height):
                    continue
                lifted, laid = self.stacks.moved(board[source], board[target])
                low, high = min(source, target), max(source, target)
                first, second = (lifted, laid) if source < target else (laid, lifted)
                after = board[:low] + first + board[low + 1 : high] + second + board[high + 1 :]
                found.append((after, source, target))
        return found

    def _dig(self, board: str, places: Iterable[tuple[int, ...]], moves: int) -> None:
        """Note the best dig among some places of a board."""
        stacks = self.stacks
        for place in places:
            tiles = [stacks.stack(board[quarry]) for quarry in place]
            if not all(tiles):
                continue
            if not self.task.carpet and len({len(stack) for stack in tiles}) > 1:
                continue
            kinds = [stack[-1] for stack in tiles]
            if not all(kind.diggable for kind in kinds):
                continue
            if sum(kind.wanted for kind in kinds) < len(self.problem.wanted):
                continue
            if moves > self.problem.money + sum(kind.purse for kind in kinds):
                continue
            net = sum(kind.net for kind in kinds) - THOUSAND * moves
            if self.net is None or net > self.net:
                self.net, self.moves = net, moves
