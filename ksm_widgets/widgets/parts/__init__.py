"""The parts of the explorer's page, each a function from the page to HTML."""
