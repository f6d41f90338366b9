"""How good a judge is: what it reads in labelled texts against what people said, and which texts are one argument."""
