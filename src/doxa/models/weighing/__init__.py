"""Directions read from the probabilities of letters, for models that state any.

question      the question, its options in every order, and what the letters' probabilities say
performer     answers ``classify`` by it, and leaves all else to the performer within
calibration   what ``doxa models calibrate`` found out about a model, kept by the model's identity
"""
