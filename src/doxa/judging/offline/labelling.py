"""The task ``name_cluster`` in plain code: the most central claim of the cluster names it."""

from doxa.judging.tasks.naming import ClusterName, ClusterToName, shorten_claim
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response


def name_cluster(request: Request, library: Library) -> Response:
    """Return the first words of the claim that is nearest to the cluster's middle as its name, and the claim itself."""
    central = inputs_of(request, ClusterToName).claims[0]
    return reply(ClusterName(name=shorten_claim(central), description=central))
