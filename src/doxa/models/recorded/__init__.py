"""The speaker ``recorded:FILE``: agents say the lines of a transcript, word for word and in its order."""
