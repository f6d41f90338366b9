"""The identified model: anchoring from controls, uptake from what treated people moved beyond them."""
