-- What a key was before it was rotated, and until when that is still taken.
ALTER TABLE keys ADD COLUMN old_hash TEXT;
ALTER TABLE keys ADD COLUMN old_until INTEGER;
CREATE INDEX keys_by_old_hash ON keys (old_hash) WHERE old_hash IS NOT NULL;
