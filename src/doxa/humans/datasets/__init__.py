"""Human data sets by name, from the entry-point group ``doxa.datasets``; with one loader each."""
