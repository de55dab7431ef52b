-- Crashes of servers that executed a run. A job with `not_before` is in quarantine.
ALTER TABLE jobs ADD COLUMN crashes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN crashes_since_part BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN not_before BIGINT;
CREATE INDEX jobs_in_quarantine ON jobs (not_before) WHERE not_before IS NOT NULL;
