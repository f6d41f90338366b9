"""The computation on single rows, in onnxruntime: products with weights, biases, activations and norms.

The graphs are stored beside this file without weights (``tools/write_graphs.py``). A row's numbers do not depend on the
other rows. One thread computes a call; ``threads.py`` distributes texts over cores.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from numpy.typing import NDArray

from doxa.models.embedded.weights import Floats


@dataclass(frozen=True)
class Rows:
    """An onnxruntime graph with its weights."""

    session: Any

    def __call__(self, **inputs: Floats) -> Floats:
        """Return the graph's one output for its inputs by name; shapes (rows, size)."""
        (output,) = self.session.run(None, inputs)
        return output  # type: ignore[no-any-return]


def rows(graph: str, weights: Mapping[str, NDArray[Any]]) -> Rows:
    """Return a graph of ``graphs/`` with weights by name, which are copied."""
    # imported late: a process that judges nothing does not wait for it
    from onnxruntime import InferenceSession, OrtValue, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = 1
    # otherwise every graph keeps the memory of its largest call, 300 MB in all, without being faster
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.add_external_initializers(
        list(weights), [OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
    )
    content = (files("doxa.models.embedded") / "graphs" / f"{graph}.onnx").read_bytes()
    return Rows(InferenceSession(content, options, providers=["CPUExecutionProvider"]))
