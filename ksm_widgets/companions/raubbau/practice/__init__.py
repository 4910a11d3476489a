"""The tasks of Raubbau: functions that draw one, with the words of each beside them."""
