"""`ksm play`, `ksm note` and `ksm replay`."""
