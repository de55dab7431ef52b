-- What a queued run waits for: a worker of its pool, its turn, and places under limits.
-- `ready`: the run may be the first of its lane. A lane has at least one such job.
ALTER TABLE jobs ADD COLUMN ready BOOLEAN NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN pool TEXT NOT NULL DEFAULT 'default';
-- Jobs with the same bucket wait for the same: [workspace, tenant, priority, limit keys] as JSON.
ALTER TABLE jobs ADD COLUMN bucket TEXT NOT NULL DEFAULT '';
-- Limits that apply to the run, as a JSON array, or empty.
ALTER TABLE jobs ADD COLUMN limit_keys TEXT NOT NULL DEFAULT '';
-- Version of the settings that decided the pool, the bucket and the limits.
ALTER TABLE jobs ADD COLUMN rules TEXT NOT NULL DEFAULT '';
-- 0: at work, 1: waits for its client or another run, 2: ready to continue.
ALTER TABLE jobs ADD COLUMN idle INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET ready = 1 WHERE seq IN (SELECT min(seq) FROM jobs GROUP BY lane);
DROP INDEX jobs_by_seq;
DROP INDEX jobs_by_worker;
CREATE INDEX jobs_ready ON jobs (pool, bucket, seq)
    WHERE ready = 1 AND worker IS NULL AND not_before IS NULL;
CREATE INDEX jobs_waiting ON jobs (workspace, seq) WHERE worker IS NULL;
CREATE INDEX jobs_claimed ON jobs (worker) WHERE worker IS NOT NULL;
CREATE INDEX jobs_limited ON jobs (limit_keys, idle) WHERE worker IS NOT NULL AND limit_keys <> '';

-- Pools that a worker executes, as a JSON array.
ALTER TABLE workers ADD COLUMN pools TEXT NOT NULL DEFAULT '["default"]';

-- Number of waiting runs in each workspace, kept by triggers.
CREATE TABLE queue_sizes (
    workspace INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    PRIMARY KEY (workspace, shard)
) WITHOUT ROWID;
INSERT INTO queue_sizes SELECT workspace, 0, count(*) FROM jobs WHERE worker IS NULL GROUP BY workspace;
CREATE TRIGGER count_added_jobs AFTER INSERT ON jobs WHEN NEW.worker IS NULL
BEGIN
    INSERT INTO queue_sizes VALUES (NEW.workspace, 0, 1)
    ON CONFLICT (workspace, shard) DO UPDATE SET waiting = waiting + 1;
END;
CREATE TRIGGER count_removed_jobs AFTER DELETE ON jobs WHEN OLD.worker IS NULL
BEGIN
    UPDATE queue_sizes SET waiting = waiting - 1 WHERE workspace = OLD.workspace;
END;
CREATE TRIGGER count_claimed_jobs AFTER UPDATE OF worker ON jobs
    WHEN (OLD.worker IS NULL) <> (NEW.worker IS NULL)
BEGIN
    UPDATE queue_sizes SET waiting = waiting + CASE WHEN NEW.worker IS NULL THEN 1 ELSE -1 END
    WHERE workspace = NEW.workspace;
END;

-- Recent starts of runs under limits like `30/min`.
CREATE TABLE run_starts (key TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX run_starts_by_time ON run_starts (at, key);
