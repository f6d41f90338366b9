"""Union debates and ensembles of them as tables and prose."""
