"""A Ray cluster: which one doxa works on, whether all its machines run the same doxa, and whether they share a disk.

Where RAY_ADDRESS names a cluster, doxa joins that cluster and leaves it as it is. Otherwise doxa starts one of its own
on this machine, which ends with the process. A cluster that happens to run on the machine, and the address file that
one left behind, are never joined unasked: another driver's cluster is not ours to load.
"""
