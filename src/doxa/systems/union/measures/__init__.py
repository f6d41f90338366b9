"""What an ensemble of union debates is counted with."""
