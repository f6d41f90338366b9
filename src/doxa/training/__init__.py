"""Training of the small models: ``doxa train``. Modules that import torch load only when a training begins."""
