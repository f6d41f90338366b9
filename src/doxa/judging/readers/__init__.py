"""Readers of real transcripts: ConvoKit corpora, captions, and plain documents, with moderators and the audience."""
