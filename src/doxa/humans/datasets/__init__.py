"""Human data sets by name, from the entry-point group ``doxa.datasets``; one loader a set."""
