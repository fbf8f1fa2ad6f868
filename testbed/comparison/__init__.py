"""All-reduces of Rina beside those of other libraries, in turns."""
