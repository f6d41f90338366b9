"""The performer of population rounds: array kernels in this process, or over the workers of a Ray cluster."""
