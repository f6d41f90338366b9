"""Feed: agents act together, round by round, on a ranked feed of posts (after SimSwarm), and populations listen."""
