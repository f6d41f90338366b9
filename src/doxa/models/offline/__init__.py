"""The default performer, which carries tasks out in plain code over a corpus of arguments, without a network."""
