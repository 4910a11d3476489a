"""The searches of Raubbau: what everybody's plans come to, once they are binding.

    odds        the odds of a plan: who wakes a dragon, and what card is taken
    weighing    the worth of plans, leaving among them, under models of the last round
    last_round  the last round, by a model of what the others do

What they share:

    walking     the worth of a position: the rules played on, by all that may happen
    rough       the same with much left out, where too much may happen
    digging     a dig, as far as it matters to those who act later
    later       what of an action matters to those, and an action without its rest
    settling    the worth of a match that is over, by all the gems that there may be
    worth       a worth: a number, or a range by what others choose
    chances     the chances of hidden cards and tunnels
    stacks      the chance of a cave-in, by the choice of stacks
    unseen      what the unseen cards may be
"""
