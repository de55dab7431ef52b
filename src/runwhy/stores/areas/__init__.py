"""Methods of the store, one area per file; the statements are in the other packages."""
