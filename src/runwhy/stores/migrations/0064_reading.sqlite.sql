-- The number of the newest run whose reply somebody has seen; all that is there has been.
ALTER TABLE sessions ADD COLUMN read_to INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET read_to = (SELECT coalesce(max(seq), 0) FROM runs);
