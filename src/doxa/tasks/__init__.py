"""Typed model functions: what an actor can be asked to do, with prompt templates of our own writing."""
