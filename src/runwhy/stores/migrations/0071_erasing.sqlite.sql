-- When the content of a run or session was erased and the rest of it kept.
ALTER TABLE runs ADD COLUMN erased_at INTEGER;
ALTER TABLE sessions ADD COLUMN erased_at INTEGER;

-- What was erased, and how far that is: the receipts.
CREATE TABLE erasures (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    query TEXT NOT NULL,
    hide_query BOOLEAN NOT NULL,
    mode TEXT NOT NULL,
    rule_id TEXT,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT,
    total INTEGER NOT NULL,
    phase TEXT NOT NULL,
    place INTEGER,
    counts TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
);
CREATE INDEX erasures_of_workspace ON erasures (workspace, seq);
CREATE INDEX erasures_unfinished ON erasures (seq) WHERE finished_at IS NULL;

-- What belongs to a run is found by the run.
CREATE INDEX memories_by_run ON memories (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX outgoing_by_run ON outgoing (run_id);
CREATE INDEX hook_deliveries_by_run ON hook_deliveries (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX occurrences_by_run ON occurrences (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX timers_by_run ON timers (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX answers_by_result ON answers (result_id);
