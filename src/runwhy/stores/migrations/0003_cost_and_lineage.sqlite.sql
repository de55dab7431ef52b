-- What a run was asked, what it cost, which trigger started it, and which run it repeats.
ALTER TABLE runs ADD COLUMN task TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN trigger_name TEXT;
ALTER TABLE runs ADD COLUMN rerun_of TEXT;
ALTER TABLE runs ADD COLUMN cache_write_tokens INTEGER NOT NULL DEFAULT 0;
-- In picodollars; NULL if the price of no model call is known.
ALTER TABLE runs ADD COLUMN cost INTEGER;
ALTER TABLE runs ADD COLUMN unpriced_calls INTEGER NOT NULL DEFAULT 0;
-- In milliseconds.
ALTER TABLE runs ADD COLUMN first_token INTEGER;
CREATE INDEX runs_by_original ON runs (rerun_of) WHERE rerun_of IS NOT NULL;

-- Totals of a session's ended runs.
ALTER TABLE session_counters ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session_counters ADD COLUMN cached_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session_counters ADD COLUMN cache_write_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session_counters ADD COLUMN reasoning_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session_counters ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session_counters ADD COLUMN cost INTEGER;
ALTER TABLE session_counters ADD COLUMN unpriced_calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session_counters ADD COLUMN first_token INTEGER;
UPDATE session_counters SET
    input_tokens = coalesce((SELECT sum(r.input_tokens) FROM runs r WHERE r.session_id = session_counters.session_id), 0),
    cached_tokens = coalesce((SELECT sum(r.cached_tokens) FROM runs r WHERE r.session_id = session_counters.session_id), 0),
    reasoning_tokens = coalesce((SELECT sum(r.reasoning_tokens) FROM runs r WHERE r.session_id = session_counters.session_id), 0),
    output_tokens = coalesce((SELECT sum(r.output_tokens) FROM runs r WHERE r.session_id = session_counters.session_id), 0);

-- Packs have new columns; the server builds them again.
DELETE FROM packs;
DELETE FROM pack_columns;
DELETE FROM unpacked;
