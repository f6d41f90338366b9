"""Union debates: formats, preparation, speeches with points of information, and the script that holds them together."""
