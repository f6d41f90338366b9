"""Argument corpora: the shipped ones and users' own files, as frozen values with a content hash."""

from doxa.corpora.corpus import Argument, Corpus, draw, normalised
from doxa.corpora.loading import SHIPPED, load_corpus

__all__ = ["SHIPPED", "Argument", "Corpus", "draw", "load_corpus", "normalised"]
