"""One listener's argument memory: admit, resolve, retrieve (Belief Engine section 3.1 and appendix B)."""
