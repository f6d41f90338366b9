"""The paper's replay of people: their messages judged, evidence accepted, and the rule fitted on a grid."""
