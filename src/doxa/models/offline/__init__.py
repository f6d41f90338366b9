"""The default performer, which carries tasks out in plain code over a corpus of real arguments, without a network."""
