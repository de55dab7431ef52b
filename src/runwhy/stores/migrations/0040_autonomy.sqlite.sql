-- Follow-ups that sessions asked for. Each fires once, so what became of it is kept on it.
CREATE TABLE timers (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session_id TEXT NOT NULL,
    type TEXT NOT NULL,
    asked_type TEXT NOT NULL,
    reason TEXT NOT NULL,
    key TEXT,
    fire_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    settled_at INTEGER,
    code TEXT,
    note TEXT,
    run_id TEXT,
    cancelled_by TEXT
);
CREATE INDEX timers_by_session ON timers (session_id, seq);
CREATE INDEX timers_by_due ON timers (fire_at, seq) WHERE status = 'pending';
CREATE INDEX timers_pending ON timers (session_id) WHERE status = 'pending';
CREATE UNIQUE INDEX timers_by_key ON timers (session_id, key) WHERE status = 'pending' AND key IS NOT NULL;
