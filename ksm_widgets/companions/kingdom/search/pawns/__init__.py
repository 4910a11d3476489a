"""The search for the spots where pawns go: the best set of them, and the best one without each.

What a seat's pawns can bring:

    yields        what each spot brings
    limits        the most that can be held then
    sending       both, with what follows from them before a search
    sums          the sums of goods that sets of spots bring
    deals         trades, and the cubes they need
    swaps         thefts and trades on the way
    packing       goods as one number

What that is worth:

    needs         goods and cards with the best of all that can be built
    hands         the hands after cards are drawn
    weighing      goods with any of these hands
    price_search  prices by which no goods are worth more than they cost
    pricing       the prices in use, and what sums cost

Which spots are best:

    choosing      the choices of spots without goods of their own
    rows          the sums beside them, the dearest first
    valuing       the worth of a sum beside a choice
    means         its mean over all hands, each with what is best for it
    best_spots    the best set of spots, and the best one without each of them

Worths are whole numbers on three scales, so that none is rounded. Of a *point* there are `scale`
*parts*: prices of cubes and worths with one hand are in parts. Of a part there are several *units*,
as many as make means over all hands whole: worths of sets of spots are in units (`Weighing.unit` to
a point). Where points may be short, worths of `needs` count in their lowest digits the points that
trades bring (`shift`).
"""
