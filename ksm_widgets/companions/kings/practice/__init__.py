"""The tasks of Kings under Mountains: functions that draw one, and the words of each.

    starting    cards, the start, what a player sees
    playing     turns, plays and captures
    drawing     the Camp and draws
    mining      own mines
    stuck       stuck hands, and mines that wait for a 0
    ending      the end of the game
    scoring     the score and the winner

What they share:

    positions   positions from games played at random
    arranged    positions that such games seldom have, made with cards of the deck
    table       the table that a task shows, tasks to mark places on it, reasons
"""
