-- Runs that an engine such as Restate executes. The job is the outbox: a server sends it.
-- How often the run was handed to the engine.
ALTER TABLE jobs ADD COLUMN dispatches BIGINT NOT NULL DEFAULT 0;
-- When it was handed over; NULL once a worker has claimed it.
ALTER TABLE jobs ADD COLUMN dispatched_at BIGINT;
-- When a server has to send it again, or has to wake it; NULL if a worker has claimed it.
ALTER TABLE jobs ADD COLUMN relay_at BIGINT;
-- What wakes the run, while the engine has suspended it.
ALTER TABLE jobs ADD COLUMN awakeable TEXT;
-- The engine's id of the execution that claimed the run last.
ALTER TABLE jobs ADD COLUMN invocation TEXT;
CREATE INDEX jobs_to_relay ON jobs (relay_at) WHERE relay_at IS NOT NULL;
