"""Tasks of union debates: speakers prepare, speak and interrupt; readers profile, annotate, define, judge and coach."""
