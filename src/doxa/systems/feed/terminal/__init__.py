"""What a feed and a population look like on a terminal."""
