"""What ``doxa COMMAND --help`` says of the commands beside this file, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "audience": """\
Show how a population's opinions were spread, or one listener.

Without a number: the distribution after every round as a strip, and how divided it is. With --listener N: whom that
listener met, where it stood after every round, and the posts that moved it most, factor by factor.

Try: doxa run million --set script.listeners=100000, or doxa run feed-audience
     doxa audience DIR --listener 0""",
    }
)
