"""What a store does, one area a file; the statements are in the modules that they name."""
