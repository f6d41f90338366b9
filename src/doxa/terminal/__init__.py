"""What commands and systems print with."""
