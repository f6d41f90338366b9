"""The small models that doxa carries along, in numpy alone: they work offline and answer the same every time."""

from doxa.models.embedded.embedder import MODEL_ID, Embedder, embedder

__all__ = ["MODEL_ID", "Embedder", "embedder"]
