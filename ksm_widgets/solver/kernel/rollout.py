"""Whole games played to their end, thousands of them, with all that nobody has seen dealt anew.

Everybody plays quickly (`hasty`): the card that brings most in the mine as it is, and the turn that
brings most with it, planned again as soon as a tile shows. Only one player's next turn may be
given.
"""

from __future__ import annotations

from ksm_widgets.solver.kernel.hasty import hasty_card, hasty_plan, holds, no_plan
from ksm_widgets.solver.kernel.layout import LEVELS, QUARRIES, Ints, slot
from ksm_widgets.solver.kernel.table import (
    A_BEST,
    A_MOVES,
    A_QUARRY,
    A_SIZE,
    A_SPENT,
    A_STEP,
    AMULET_BIT,
    C_CARDS,
    C_CURSE,
    C_PLAYERS,
    C_SET,
    C_TREASURE,
    C_UPHILL,
    CARD,
    CARPET_BIT,
    FIRST_CURSE,
    FIRST_OBJECT,
    FIRST_PARCHMENT,
    G_BOOK,
    G_BOOKED,
    G_BOUND,
    G_CHOSEN,
    G_COUNT,
    G_COVER,
    G_HAND,
    G_HEIGHT,
    G_HIDDEN,
    G_KEPT,
    G_LEFT,
    G_MONEY,
    G_NEEDS,
    G_OPENING,
    G_PLANS,
    G_POOL,
    G_ROUNDS,
    G_SEED,
    G_SPARE,
    G_SPARES,
    G_TILE,
    G_TRIAL,
    KINDS,
    MINE,
    MOST_CARDS,
    OBJECTS,
    PLAN,
    UNSEEN_KIND,
    bonus_of,
    copy_plan,
    curse_points_held,
    keep_if_best,
    objects_held,
    weigh_tiles,
)

MODULUS = 2147483647
MULTIPLIER = 48271
"""The generator of Park and Miller."""
SEED_STEP = 7919
GAME_STEP = 104729
"""Primes that keep the first numbers drawn in neighbouring games apart."""


def play_on(c: Ints, t: Ints, g: Ints, out: Ints, seed: int, first: int, number: int) -> int:
    """Play so many games to their end from the table t; g is room for one, out takes the points.

    The i-th of them (from `first` on) is always dealt the same for the same seed, whatever is
    chosen at the table: so two choices have the same luck. Returns how many were played.
    """
    players = c[C_PLAYERS]
    for i in range(number):
        deal(c, t, g, seed, first + i)
        play_out(c, g)
        for player in range(players):
            out[i * players + player] = points_of(c, g, player)
    return number


def open_with(c: Ints, t: Ints, g: Ints, out: Ints, seed: int, first: int, number: int) -> int:
    """Begin the same games, only as far as the cards laid down: out takes these, -1 for none."""
    players = c[C_PLAYERS]
    for i in range(number):
        deal(c, t, g, seed, first + i)
        lay_down(c, g)
        for player in range(players):
            out[i * players + player] = g[G_CHOSEN + player]
    return number


def deal(c: Ints, t: Ints, g: Ints, seed: int, game: int) -> None:
    """Lay out the game of this number, with all that is unknown dealt."""
    for k in range(len(t)):
        g[k] = t[k]
    g[G_SEED] = (seed * SEED_STEP + game * GAME_STEP + 1) % (MODULUS - 1) + 1
    deal_unknown(c, g)


def draw_below(g: Ints, number: int) -> int:
    """Draw a number below that one."""
    for _ in range(2):
        g[G_SEED] = g[G_SEED] * MULTIPLIER % MODULUS
    return g[G_SEED] % number


def shuffle(g: Ints, start: int, number: int) -> None:
    """Shuffle so many entries of g from `start` on."""
    for i in range(number - 1, 0, -1):
        j = draw_below(g, i + 1)
        kept = g[start + i]
        g[start + i] = g[start + j]
        g[start + j] = kept


def deal_unknown(c: Ints, g: Ints) -> None:
    """Deal tiles nobody has seen where `?` is, and the cards that are not known."""
    number = 0
    for kind in range(UNSEEN_KIND):
        for _ in range(g[G_LEFT + kind]):
            g[G_POOL + number] = kind
            number += 1
    shuffle(g, G_POOL, number)
    at = 0
    for q in range(QUARRIES):
        for low in range(g[G_COVER + q]):
            g[G_TILE + slot(q, low + 1)] = g[G_POOL + at]
            at += 1
    shuffle(g, G_SPARES, g[G_SPARE])
    at = 0
    for player in range(c[C_PLAYERS]):
        place = G_HAND + player * MOST_CARDS
        for _ in range(g[G_NEEDS + player]):
            while g[place] >= 0:
                place += 1
            g[place] = g[G_SPARES + at]
            at += 1


def play_out(c: Ints, g: Ints) -> None:
    """Play on to the last card."""
    if g[G_OPENING]:
        lay_down(c, g)
    while True:
        player = next_player(c, g)
        while player >= 0:
            take_turn(c, g, player)
            player = next_player(c, g)
        if g[G_ROUNDS] == 0:
            break
        g[G_ROUNDS] -= 1
        lay_down(c, g)


def lay_down(c: Ints, g: Ints) -> None:
    """Let all who have not done so lay down a card (R6)."""
    for player in range(c[C_PLAYERS]):
        if g[G_CHOSEN + player] >= 0:
            continue
        hand = G_HAND + player * MOST_CARDS
        place = hasty_card(c, g, player, hand, MOST_CARDS)
        if place >= 0:
            g[G_CHOSEN + player] = g[hand + place]
            g[hand + place] = -1


def next_player(c: Ints, g: Ints) -> int:
    """The player with the lowest card of those who still dig this round, -1 for nobody."""
    found = -1
    lowest = 0
    for player in range(c[C_PLAYERS]):
        card = g[G_CHOSEN + player]
        if card < 0:
            continue
        number = c[C_CARDS + card * CARD]
        if found < 0 or number < lowest:
            found = player
            lowest = number
    return found


def take_turn(c: Ints, g: Ints, player: int) -> None:
    """Take a whole turn, planned again whenever a tile shows; given plans count too."""
    card = g[G_CHOSEN + player]
    g[G_CHOSEN + player] = -1
    booked = 0
    bound = 0
    if g[G_BOOKED] == player:
        booked = g[G_PLANS]
        bound = g[G_BOUND]
        g[G_BOOKED] = -1
    while True:
        if bound:
            no_plan(g, A_BEST)
            copy_plan(g, G_BOOK, A_BEST)
            bound = 0
        else:
            hasty_plan(c, g, player, card)
            weigh_tiles(c, g, player, 0)
            for k in range(booked):
                consider(c, g, player, G_BOOK + k * PLAN)
        made = move_until_shown(g, player)
        if made < 0:
            dig(c, g, player)
            return
        booked = keep_begun(g, booked, made)


def move_until_shown(g: Ints, player: int) -> int:
    """Make the moves of the best plan until a tile shows; return how many, -1 for all of them.

    Each is paid for. If the last of them shows a tile that is dug, the plan is made again as well.
    """
    moves = g[A_BEST + A_MOVES]
    for made in range(moves):
        step = A_BEST + A_STEP + 2 * made
        g[G_MONEY + player] -= 1
        if shift_tile(g, g[step], g[step + 1]):
            return made + 1
    return -1


def keep_begun(g: Ints, booked: int, made: int) -> int:
    """Keep the given plans that begin with the moves just made, and remove these from them."""
    kept = 0
    for k in range(booked):
        plan = G_BOOK + k * PLAN
        same = g[plan + A_MOVES] >= made
        for i in range(2 * made):
            if g[plan + A_STEP + i] != g[A_BEST + A_STEP + i]:
                same = False
        if not same:
            continue
        target = G_BOOK + kept * PLAN
        copy_plan(g, plan, target)
        g[target + A_MOVES] -= made
        for i in range(2 * g[target + A_MOVES]):
            g[target + A_STEP + i] = g[target + A_STEP + i + 2 * made]
        kept += 1
    return kept


def consider(c: Ints, g: Ints, player: int, plan: int) -> None:
    """Take a given plan if it can still be done and paid, and brings more than the best so far."""
    if not holds(g, player, g[plan + A_SPENT]):
        return
    shown = try_moves_of(c, g, plan)
    if shown >= 0 and try_dig_of(g, plan):
        keep_if_best(c, g, player, plan, shown)


def try_moves_of(c: Ints, g: Ints, plan: int) -> int:
    """Make a plan's moves in the mine for trials; return how many tiles show.

    -1 if a move is illegal.
    """
    for k in range(MINE):
        g[G_TRIAL + k] = g[k]
    shown = 0
    for i in range(g[plan + A_MOVES]):
        source = g[plan + A_STEP + 2 * i]
        target = g[plan + A_STEP + 2 * i + 1]
        h = g[G_TRIAL + G_HEIGHT + source]
        low = g[G_TRIAL + G_HEIGHT + target]
        if h == 0 or low >= LEVELS or (low >= h and not c[C_UPHILL]):
            return -1
        kind = kind_tried(g, source)
        g[G_TRIAL + G_HEIGHT + source] = h - 1
        if g[G_TRIAL + G_COVER + source] >= h:
            g[G_TRIAL + G_COVER + source] = h - 1
        shown += h > 1 and g[G_TRIAL + G_COVER + source] == h - 1
        g[G_TRIAL + G_TILE + slot(target, low + 1)] = kind
        g[G_TRIAL + G_HEIGHT + target] = low + 1
    return shown


def try_dig_of(g: Ints, plan: int) -> bool:
    """Count the tiles that a plan digs in the mine for trials; whether it may dig there."""
    for kind in range(KINDS):
        g[G_COUNT + kind] = 0
    level = 0
    for i in range(g[plan + A_SIZE]):
        q = g[plan + A_QUARRY + i]
        h = g[G_TRIAL + G_HEIGHT + q]
        if h == 0 or (level and h != level and not g[plan + A_SPENT] & CARPET_BIT):
            return False
        level = h
        g[G_COUNT + kind_tried(g, q)] += 1
    return True


def kind_tried(g: Ints, q: int) -> int:
    """The known kind of the topmost tile in the mine on which a plan is tried."""
    h = g[G_TRIAL + G_HEIGHT + q]
    if h <= g[G_TRIAL + G_COVER + q]:
        return UNSEEN_KIND
    return g[G_TRIAL + G_TILE + slot(q, h)]


def shift_tile(g: Ints, source: int, target: int) -> bool:
    """Move the topmost tile (R12); whether one shows that nobody had seen."""
    h = g[G_HEIGHT + source] - 1
    low = g[G_HEIGHT + target]
    g[G_TILE + slot(target, low + 1)] = g[G_TILE + slot(source, h + 1)]
    g[G_HEIGHT + target] = low + 1
    g[G_HEIGHT + source] = h
    return show_top(g, source)


def show_top(g: Ints, q: int) -> bool:
    """Show everybody the topmost tile of a quarry (R33); whether nobody had seen it."""
    h = g[G_HEIGHT + q]
    if h == 0 or g[G_COVER + q] < h:
        return False
    g[G_COVER + q] = h - 1
    g[G_LEFT + g[G_TILE + slot(q, h)]] -= 1
    g[G_HIDDEN] -= 1
    return True


def dig(c: Ints, g: Ints, player: int) -> None:
    """Dig as the best plan says and pay for it (R8, R16-R19, R25)."""
    spent = g[A_BEST + A_SPENT]
    for place in range(OBJECTS):
        if spent >> place & 1:
            g[G_KEPT + player * KINDS + FIRST_OBJECT + place] -= 1
    for i in range(g[A_BEST + A_SIZE]):
        q = g[A_BEST + A_QUARRY + i]
        h = g[G_HEIGHT + q] - 1
        kind = g[G_TILE + slot(q, h + 1)]
        g[G_HEIGHT + q] = h
        show_top(g, q)
        if kind < FIRST_CURSE:
            g[G_MONEY + player] += c[C_TREASURE + kind]
            continue
        g[G_KEPT + player * KINDS + kind] += 1
        if not spent & AMULET_BIT:
            g[G_MONEY + player] -= c[C_CURSE + kind]


def points_of(c: Ints, g: Ints, player: int) -> int:
    """Count a player's points at the end (R28)."""
    kept = G_KEPT + player * KINDS + FIRST_PARCHMENT
    sets = min(g[kept], g[kept + 1], g[kept + 2], g[kept + 3])
    return (
        g[G_MONEY + player]
        + c[C_SET] * sets
        + bonus_of(c, g, player, curse_points_held(c, g, player), 1)
        + bonus_of(c, g, player, objects_held(g, player), 0)
    )
