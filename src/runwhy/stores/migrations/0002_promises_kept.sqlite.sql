-- Crashes of servers that executed a run. A job with `not_before` is in quarantine.
ALTER TABLE jobs ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN crashes_since_part INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN not_before INTEGER;
CREATE INDEX jobs_in_quarantine ON jobs (not_before) WHERE not_before IS NOT NULL;

-- Entries that are not complete: tools at work and text that still grows. The end of a run closes them.
ALTER TABLE entries ADD COLUMN open BOOLEAN NOT NULL DEFAULT 0;
UPDATE entries SET open = 1
WHERE run_id IN (SELECT run_id FROM jobs)
    AND (instr(data, '"status":"running"') > 0 OR instr(data, '"partial":true') > 0);
CREATE INDEX entries_open ON entries (run_id, idx) WHERE open;
