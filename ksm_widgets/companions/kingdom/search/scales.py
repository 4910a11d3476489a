"""The scales of worths in the searches of Kingdom of Solomon, and worths below all others.

The search for a round counts in points. That for pawns counts in whole numbers, so that no sum is
rounded, on one of these scales:

Parts    parts of a point, `GoodsWorths.scale` of them: prices of cubes, worths with one hand
Shifted  parts where points may be short: multiplied by a shift, with the points that trades bring
         in the lowest digits (`Needs`); where points are never short the shift is 1
Units    parts of a part, `GoodsWorths.unit` to a point, such that means over hands are whole
         numbers: worths of sets of spots
"""

from __future__ import annotations

Parts = int
Shifted = int
Units = int

# What stands for no worth must stay below all worths, whatever is added to it. So these numbers are
# far apart, in this order: the lowest one in a sum decides what the sum is.
#
#     NEVER < IMPOSSIBLE < BARRED < UNWANTED < any worth

UNWANTED = -(10**9)
"""In points: with the wrong number of tokens, which more blocks may put right."""
IMPOSSIBLE = -(10**12)
"""In points, or times the scale in others: it can't be paid for."""
BARRED = IMPOSSIBLE // 2
"""In points: what is worth less has something impossible in it, and so has all that needs more."""
NEVER = IMPOSSIBLE * 10**12
"""On any scale: less than what can't be paid for."""
UNKNOWN = -NEVER
"""On any scale: the bound of what has not been worked out."""
