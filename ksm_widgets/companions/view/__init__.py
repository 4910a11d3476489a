"""The page that all games on the shelf have; a game fills in what is its own.

page        its state, and what a touch or a key makes of it
board       its board: the marks, the words, what is read out
searching   the search for an answer
controls    the acts of its controls; `acting`: what those of a game are made of
table       the widget, made of panels:

panels      head, notices, the table in words, examples, text and link
kit         tools, in groups; `numbers`: numbers beside the table
comparing   the question, and the options that answer it
play        a game that is played
rules       the rules and lessons; `parts`: parts of several of these

opening     opens the page of a game by its name, or its lessons
"""
