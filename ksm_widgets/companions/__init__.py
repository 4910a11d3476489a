"""The shelf: other games about mines, each in a folder with the same layout.

`shelf` lists them; no other module knows one by name. It has errors of its own:

TextError
├── NoSuchGame           a game that is not on the shelf, or has no page or no lessons
├── QuestionTextError    a question that cannot be read
├── BoxError             a line of a data file
├── PositionTextError    an item of a position
├── ActTextError         an act
├── RecordError          a line of a record
└── LinkError            a link
RuleError
├── NoAnswer             a question that the position gives no answer to
└── ActRefused           an act that a rule of the game forbids
"""
