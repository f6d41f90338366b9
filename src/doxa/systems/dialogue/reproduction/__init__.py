"""The Belief Engine's experiments: what is run, how, and what its tables and figures are made of."""
