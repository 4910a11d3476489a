"""The search for the spots where pawns go: the best set of them, and the best one without each.

Read the files in this order; each knows only those after it.

The search:

best_spots    the questions, each answered by a sweep: the best set, and those without its spots
sweeping      every set of spots that may answer a question, what promises most first

The worth of a set, in units:

set_worths    of any set, cheap bounds first; places are copied, then cubes are stolen and dealt in
mean_worths   the mean over all hands that can be drawn, each with the goods that are best for it

The sets. Each is taken apart in a choice of the spots with something extra, and a sum of the goods
that all other pawns bring, which is found once for all sets that bring the same:

choices       the choices, and what each promises
sorted_sums   the sums beside a choice, the dearest first
price_lists   the prices of cubes by which both are sorted
price_search  how such prices are found

What is known before the search:

prospects     all of the following, for the pawns of one seat
yields        what a pawn brings on each spot: goods, or something extra such as cards, copies,
              a theft or a deal; the most that all of them bring together
sums          the goods that several spots bring
dealings      all that thefts and deals with traders make of goods
deals         the deals there are, and the cubes they need
goods_worths  the worth of goods with one hand, in parts; it is what `round.spending` finds for one
              question about the round, made quick for thousands of them that are nearly alike
hands         the hands that a seat can have after a draw
needs         the worth of goods and cards with the best of all that can be built
packing       goods as numbers, so that a sum of numbers is one of goods

A price is what the search lets a cube cost, so that goods are worth no more than they cost and a
constant; those printed on the market are `box.prices`.
Worths are whole numbers of parts or of units (`search.scales`).
"""
