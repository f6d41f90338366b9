"""Training of the small models: ``doxa train``. Modules that import torch are loaded only when a training begins."""
