"""A user's own judge: ``encoder:DIR`` answers with an encoder that ``doxa train … --backbone`` wrote to DIR.

It needs torch, which is loaded at the first request. ``folder`` is light: whoever lists models reads it alone.
"""
