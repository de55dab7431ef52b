-- How often anything in a session was erased, so that servers notice that turns in memory are outdated.
ALTER TABLE session_counters ADD COLUMN erasures BIGINT NOT NULL DEFAULT 0;
