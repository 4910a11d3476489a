"""The tasks of Kingdom of Solomon: functions that draw one, and the words of each."""
