"""Kingdom of Solomon (P. duBarry, Minion Games 2012)."""
