"""The model's context: envelope, redaction, compaction."""
