-- The tags that a key is bound to: it sees only what carries them.
ALTER TABLE keys ADD COLUMN tags TEXT NOT NULL DEFAULT '{}';
