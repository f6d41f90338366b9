"""The layout of claims in the plane by UMAP, and their clusters by HDBSCAN.

UMAP with 15 neighbours, least distance 0.1 and cosine distance; HDBSCAN with clusters of five or more, as in the
Cambridge Union simulation. Without umap-learn, and for fewer than 16 claims, claims are laid out by the first two
principal components and clustered over the first ten. One seed and one thread give the same map twice: sums over
several threads differ in their last digits, which UMAP makes larger. Other versions or machines may place points
otherwise: coordinates mean nothing and neighbourhoods little, so that conclusions should rest on the tables.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from doxa.errors import DoxaError
from doxa.records.extras import install_command

Floats = NDArray[np.float64]

Method = Literal["umap", "pca"]

NEIGHBOURS, LEAST_DISTANCE, SMALLEST = 15, 0.1, 5

COMPONENTS = 10
"""Principal components over which claims are clustered without UMAP."""


def method_for(count: int) -> Method:
    """Return the method that lays out a number of claims."""
    return "umap" if count > NEIGHBOURS and find_spec("umap") else "pca"


def lay_out(vectors: Floats, method: Method, seed: int = 42) -> Floats:
    """Return a place in the plane for each vector, shape (n, 2), each axis within [0, 1].

    Args:
        vectors: shape (n, dimensions), any scale; n ≥ 1.
    """
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    with _on_one_thread():
        places = _umap(units, seed) if method == "umap" else _principal(units, 2)
    low, span = places.min(axis=0), np.ptp(places, axis=0)
    return np.asarray((places - low) / np.where(span > 0, span, 1.0), dtype=np.float64)


def _on_one_thread() -> Any:
    """Return a context in which libraries of linear algebra use one thread, so that sums have one order."""
    limits: Any = threadpool_limits  # it has no types
    return limits(1)


def find_clusters(vectors: Floats, places: Floats, method: Method) -> list[int | None]:
    """Return each claim's cluster, numbered from 0 by size; None for a claim in no cluster.

    Raises:
        DoxaError: scikit-learn is not installed.
    """
    if find_spec("sklearn") is None:
        raise DoxaError("maps of arguments need scikit-learn", hint=install_command("landscape"))
    if len(vectors) < 2 * SMALLEST:
        return [None] * len(vectors)
    from sklearn import cluster

    library: Any = cluster  # it has no types
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    with _on_one_thread():
        space = places if method == "umap" else _principal(units, COMPONENTS)
        labels = library.HDBSCAN(min_cluster_size=SMALLEST, copy=True, n_jobs=1).fit_predict(space)
    return _by_size(labels.tolist())


def order_by_typicality(vectors: Floats, members: Sequence[int]) -> list[int]:
    """Return a cluster's members, those nearest to its mean vector first."""
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    near = units[list(members)] @ units[list(members)].mean(axis=0)
    return [members[int(place)] for place in np.argsort(-np.round(near, 9), kind="stable")]


def _umap(units: Floats, seed: int) -> Floats:
    from umap import umap_

    library: Any = umap_  # it has no types
    numba: Any = import_module("numba")  # umap-learn needs it, and compiles with it
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        return _lay_out_by_umap(library, units, seed)
    finally:
        numba.set_num_threads(threads)


def _lay_out_by_umap(library: Any, units: Floats, seed: int) -> Floats:
    mapper = library.UMAP(n_neighbors=NEIGHBOURS, min_dist=LEAST_DISTANCE, metric="cosine", random_state=seed, n_jobs=1)
    return np.asarray(mapper.fit_transform(units.astype(np.float32)), dtype=np.float64)


def _principal(units: Floats, count: int) -> Floats:
    """Return the first principal components, each with its largest entry positive, filled up with zeros."""
    centred = units - units.mean(axis=0)
    left, spread, _ = np.linalg.svd(centred, full_matrices=False)
    components = left[:, :count] * spread[:count]
    signs = np.sign(components[np.abs(components).argmax(axis=0), np.arange(components.shape[1])])
    components = components * np.where(signs == 0, 1.0, signs)
    return np.pad(components, ((0, 0), (0, max(0, count - components.shape[1]))))


def _by_size(labels: Sequence[int]) -> list[int | None]:
    """Return cluster numbers from the largest cluster on, ties by their first member; noise is None."""
    order = sorted(
        {label for label in labels if label >= 0}, key=lambda label: (-labels.count(label), labels.index(label))
    )
    numbers = {label: place for place, label in enumerate(order)}
    return [numbers.get(label) for label in labels]
