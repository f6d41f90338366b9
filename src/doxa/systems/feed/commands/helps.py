"""Help texts of the commands in this folder; the commands themselves are imported only when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "audience": """\
Show the distribution of a population's opinions, or one listener.

Without a number: the distribution after every round as a strip, and how divided it is. With --listener N: whom that
listener met, where it stood after every round, and the posts that moved it most, factor by factor.

Try: doxa run million --set script.listeners=100000, or doxa run feed-audience
     doxa audience DIR --listener 0""",
    }
)
