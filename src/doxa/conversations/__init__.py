"""Conversations as people have them, read by one set of rules: transcripts, captions, chats, threads, corpora."""
