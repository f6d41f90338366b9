"""The net under every change of the source: hashes of what doxa writes, the same on every processor.

``make outputs`` prints which outputs changed and rewrites ``hashes.txt``; the test fails when one did. A commit that
changes some names them and says why.
"""
