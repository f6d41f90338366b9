"""Union: Cambridge Union debates, coached, and in ensembles."""
