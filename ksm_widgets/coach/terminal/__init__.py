"""The commands of the coach: `ksm coach`, `ksm cards` and `ksm stats`."""
