"""A whole game at the table: people on one device, artificial players, record and replay."""
