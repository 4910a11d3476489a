"""The explorer's state: a position that is set up, played on and solved."""
