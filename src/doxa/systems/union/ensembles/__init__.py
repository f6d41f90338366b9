"""Ensembles: a union debate held many times in epochs, judged, and its learners coached in between."""
