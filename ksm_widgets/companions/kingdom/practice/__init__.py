"""The tasks of Kingdom of Solomon: functions that draw one, and the words of each.

    placing     set-up, bonus places, and where pawns go
    resolving   the goods that pawns bring, and who resolves next
    actions     the places of Artisan, Thief, traders and Tax Collector
    trading     the market, the end of a round, and fortune cards that pay
    building    works, roads, the temple and the favour
    ending      the last round, the score and the winner

What they share:

    positions   positions from games played at random
    arranged    positions that such games seldom have, made of them
    table       the table that a task shows, questions about which player it is, reasons
"""
