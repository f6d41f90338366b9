"""The checks of verification: files, journal, the script driven again without a model, and the fold of beliefs."""
