"""Mutation testing: what share of small faults in the core rooms the tests notice. Run by `make mutants`.

Cosmic Ray (https://cosmic-ray.readthedocs.io) says which faults there are and writes them; `draw.py` draws some of each
room, `suite.py` knows which tests execute which line, `trial.py` runs them against one fault at a time in a copy of the
tree, `report.py` writes `tests/mutants.md`. `verdicts.toml` holds what was made of each fault that survived.
"""
