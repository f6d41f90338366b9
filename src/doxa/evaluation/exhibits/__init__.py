"""The accuracy of judges on labelled texts, and of thresholds for texts that are the same argument."""
