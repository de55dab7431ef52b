-- Crashes of servers that executed a run. A job with `not_before` is in quarantine.
ALTER TABLE jobs ADD COLUMN crashes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN crashes_since_part BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN not_before BIGINT;
CREATE INDEX jobs_in_quarantine ON jobs (not_before) WHERE not_before IS NOT NULL;

-- Entries that are not complete: tools at work and text that still grows. The end of a run closes them.
ALTER TABLE entries ADD COLUMN open BOOLEAN NOT NULL DEFAULT false;
UPDATE entries SET open = true
WHERE run_id IN (SELECT run_id FROM jobs)
    AND (strpos(data, '"status":"running"') > 0 OR strpos(data, '"partial":true') > 0);
CREATE INDEX entries_open ON entries (run_id, idx) WHERE open;
