"""The argument graph of a debate: what stands under attack, and the clashes between the sides."""
