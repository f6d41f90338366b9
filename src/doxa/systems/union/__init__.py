"""Cambridge Union debates: held, judged, in ensembles."""
