"""A local application over a folder of runs: the shelf, a run live, what-ifs, and runs side by side, in the browser.

It has no state of its own. Whatever it shows is read from the run directories, whatever it computes is computed by the
code behind ``doxa verify`` and ``doxa whatif``, and whatever it starts is a command in a process of its own. It listens
on this machine alone, and answers only the browser that was opened with its link (``guard``).
"""
