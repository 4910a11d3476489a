"""The shelf: other games about mines, each in a folder with the same layout.

`shelf` lists them; no other module knows one by name. What they share, which a game fills in:

    companion       what the shelf knows of a game; its rulebook
    data_file       its data, each line with its source; `own_files`: a user's own instead of ours
    position        a position; `tuples` for one item changed
    items           positions as text; `replaying`: acts and records; `links`: questions in links
    answering       what a question finds; `plain_data`: questions and answers as plain data;
                    `pulse`: what a search calls while it runs
    drafting        a position being set up
    match           a game that people and simple bots play; `narrating`: what is told of it
    picture         the table as a picture; `painting`: words on it; `marking`: the marks on it;
                    `cursor`: the keyboard's
    telling         words and figures; `door`: the door of the shelf
    lessons         the course of a game; `tasks`, `places_table`: its tasks, and the table of one
    view            the page; `notebook`: the notebook that opens it

A frame is an abstract class that a game extends. Most are named `Shelf…` or `Table…`, and what a
game makes of one mostly has the bare name: its `Query` is a `ShelfQuery`, its `Position` a
`TablePosition`. The others are `Match`, `Items` and `PlacesTable`.

The shelf has errors of its own:

TextError
├── NoSuchGame           a game that is not on the shelf, or has no page or no lessons
├── QuestionTextError    a question that cannot be read
├── BoxError             a line of a data file, or a file
├── PositionTextError    an item of a position
├── ActTextError         an act
├── RecordError          a line of a record
└── LinkError            a link
RuleError
├── NoAnswer             a question that the position gives no answer to
└── ActRefused           an act that a rule of the game forbids
FaultyPosition
└── SetAside             data files of the user's own that are not used, with every fault
"""
