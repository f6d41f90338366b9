"""Feed: agents act on a ranked feed of posts (SimSwarm), and populations of millions listen."""
