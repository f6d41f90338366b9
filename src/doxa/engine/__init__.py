"""The only loop: drive a script, perform its steps, append what happened. Resume and fork are the same act."""
