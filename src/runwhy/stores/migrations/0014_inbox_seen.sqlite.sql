-- Items that were open when the inbox was last read. They stay for a day after they are settled.
CREATE TABLE inbox_seen (
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    item_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    why TEXT NOT NULL,
    since INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    run_id TEXT,
    trigger_id TEXT,
    subject_id TEXT,
    tags TEXT NOT NULL,
    settled_at INTEGER,
    action TEXT,
    settled_by TEXT,
    reason TEXT,
    PRIMARY KEY (workspace, item_id)
);
CREATE INDEX inbox_seen_by_run ON inbox_seen (run_id) WHERE run_id IS NOT NULL;
