"""What a debate over a puzzle looks like on a terminal."""
