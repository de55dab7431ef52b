-- What a queued run waits for: a worker of its pool, its turn, and places under limits.
-- `ready`: the run may be the first of its lane. A lane has at least one such job.
ALTER TABLE jobs ADD COLUMN ready BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE jobs ADD COLUMN pool TEXT NOT NULL DEFAULT 'default';
-- Jobs with the same bucket wait for the same: [workspace, tenant, priority, limit keys] as JSON.
ALTER TABLE jobs ADD COLUMN bucket TEXT COLLATE "C" NOT NULL DEFAULT '';
-- Limits that apply to the run, as a JSON array, or empty.
ALTER TABLE jobs ADD COLUMN limit_keys TEXT NOT NULL DEFAULT '';
-- Version of the settings that decided the pool, the bucket and the limits.
ALTER TABLE jobs ADD COLUMN rules TEXT NOT NULL DEFAULT '';
-- 0: at work, 1: waits for its client or another run, 2: ready to continue.
ALTER TABLE jobs ADD COLUMN idle BIGINT NOT NULL DEFAULT 0;
UPDATE jobs SET ready = true WHERE seq IN (SELECT min(seq) FROM jobs GROUP BY lane);
DROP INDEX jobs_by_seq;
DROP INDEX jobs_by_worker;
CREATE INDEX jobs_ready ON jobs (pool, bucket, seq)
    WHERE ready AND worker IS NULL AND not_before IS NULL;
CREATE INDEX jobs_waiting ON jobs (workspace, seq) WHERE worker IS NULL;
CREATE INDEX jobs_claimed ON jobs (worker) WHERE worker IS NOT NULL;
CREATE INDEX jobs_limited ON jobs (limit_keys, idle) WHERE worker IS NOT NULL AND limit_keys <> '';

-- Pools that a worker executes, as a JSON array.
ALTER TABLE workers ADD COLUMN pools TEXT NOT NULL DEFAULT '["default"]';

-- Number of waiting runs in each workspace, kept by a trigger. Each has several rows, so that
-- transactions rarely wait for each other; the trigger runs at the commit, after all other locks.
CREATE TABLE queue_sizes (
    workspace BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    waiting BIGINT NOT NULL,
    PRIMARY KEY (workspace, shard)
);
INSERT INTO queue_sizes SELECT workspace, 0, count(*) FROM jobs WHERE worker IS NULL GROUP BY workspace;
CREATE FUNCTION count_waiting_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change BIGINT := 0;
BEGIN
    IF TG_OP <> 'DELETE' AND NEW.worker IS NULL THEN change := 1; END IF;
    IF TG_OP <> 'INSERT' AND OLD.worker IS NULL THEN change := change - 1; END IF;
    IF change <> 0 THEN
        INSERT INTO queue_sizes AS size
        VALUES (coalesce(NEW.workspace, OLD.workspace), mod(txid_current(), 32), change)
        ON CONFLICT (workspace, shard) DO UPDATE SET waiting = size.waiting + excluded.waiting;
    END IF;
    RETURN NULL;
END;
$$;
CREATE CONSTRAINT TRIGGER count_waiting_jobs AFTER INSERT OR DELETE OR UPDATE OF worker ON jobs
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_waiting_jobs();

-- Recent starts of runs under limits like `30/min`.
CREATE TABLE run_starts (key TEXT NOT NULL, at BIGINT NOT NULL);
CREATE INDEX run_starts_by_time ON run_starts (at, key);
