"""What the model receives about its run: envelope, redaction, compaction."""
