"""The search for the spots where pawns go: the best set of them, and the best one without each.

The way of a question through the files:

1.  What is known beforehand is a `sending.Sending`. Of each spot it has what a pawn there brings
    (`yields`): goods, or something `Extra` such as cards, copies, a theft or a trade. Nobody can
    hold more than the most cubes and cards that all spots together could bring (`limits`).
2.  `best_spots` takes every set of spots apart in two. The spots with something extra are a
    `Choice` (`choosing`). The goods that all other pawns bring are a `Sum`, found once for all the
    sets that bring the same (`sums`). Beside a choice there is a row of sums (`rows`).
3.  Each cube is given a price, such that no goods are worth more than they cost and a constant
    (`pricing`, which has them found by `price_search`). By these prices choices and sums are
    sorted, those that promise most first; once they promise less than the best set found so far
    is worth, the rest is left out.
4.  Other sets get their worth from `valuing`, cheap bounds first. Copies are added to the goods of
    the sum and the choice, then thefts and trades are made (`swaps`, by the `deals` of traders):
    those are the `Ends`, of which one is best with each hand.
5.  If cards are drawn, there are many hands (`hands`). `means` has the mean over all of them, each
    with the end that is best for it.
6.  The worth of goods with a single hand is told by `weighing`: it is that of the best of all that
    can be built, and of the trades for it (`needs`). That is what `round.spending` finds for one
    question about the round, made quick for thousands of them that are nearly alike.

Goods are numbers all the way, so that a sum of numbers is one of goods (`packing`).

Worths are whole numbers on three scales, so that none is rounded. Of a *point* there are `scale`
*parts*: prices of cubes and worths with one hand are in parts. Of a part there are several *units*,
as many as make means over all hands whole: worths of sets of spots are in units (`Weighing.unit` to
a point). Where points may be short, worths of `needs` count in their lowest digits the points that
trades bring (`shift`).
"""
