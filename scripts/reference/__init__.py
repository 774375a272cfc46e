"""One module for each page of the reference; `page(root)` returns its Markdown."""
