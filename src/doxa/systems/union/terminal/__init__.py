"""What a union debate looks like on a terminal."""
