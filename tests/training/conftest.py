"""What trains needs torch, which only the environment of ``make test``'s second run has: ``learning`` runs there."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["learning"]
