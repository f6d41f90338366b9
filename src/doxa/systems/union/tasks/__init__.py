"""Tasks of union debates: speakers prepare, speak and interrupt, readers profile and annotate, a coach writes."""
