"""SimSwarm's belief formulation, reproduced."""
