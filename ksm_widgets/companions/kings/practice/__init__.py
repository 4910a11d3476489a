"""The tasks of Kings under Mountains: functions that draw one, and the words of each."""
