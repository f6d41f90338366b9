"""Language models of this machine: ``local:FILE.gguf``, answered by llama.cpp's own server in a process of doxa's.

weights    what a GGUF file says of itself       serving     the process, which ends with doxa's
hub        files of a hub, fetched once          performer   starts the process, shares it, and asks it
"""
