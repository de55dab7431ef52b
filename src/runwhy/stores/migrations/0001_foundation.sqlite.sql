CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    client TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
);

CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    spec TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX agents_by_workspace ON agents (workspace, id);

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    summary TEXT NOT NULL,
    search TEXT NOT NULL,
    status TEXT NOT NULL,
    agent_id TEXT,
    model_id TEXT,
    executor TEXT NOT NULL,
    spec TEXT NOT NULL,
    tags TEXT NOT NULL,
    autonomy TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ended_at INTEGER
);
CREATE INDEX sessions_by_use ON sessions (workspace, last_used_at, seq);

-- Apart from the session, because its row is locked last and the session's first.
CREATE TABLE session_counters (
    session_id TEXT PRIMARY KEY,
    last_event INTEGER NOT NULL
);

CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session_id TEXT,
    status TEXT NOT NULL,
    trigger TEXT NOT NULL,
    trigger_id TEXT,
    actor TEXT,
    agent_id TEXT,
    model_id TEXT,
    executor TEXT NOT NULL,
    tags TEXT NOT NULL,
    tag_sources TEXT NOT NULL,
    origin TEXT NOT NULL,
    spec TEXT NOT NULL,
    model TEXT,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    reasoning_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    final_text TEXT,
    failure TEXT,
    failure_reason TEXT,
    error TEXT,
    envelope TEXT,
    parent_run_id TEXT,
    root_run_id TEXT,
    attempt INTEGER NOT NULL,
    rolled_back INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER
);
CREATE INDEX runs_by_workspace ON runs (workspace, seq);
CREATE INDEX runs_by_session ON runs (session_id, seq) WHERE session_id IS NOT NULL;
CREATE INDEX runs_by_parent ON runs (parent_run_id, seq) WHERE parent_run_id IS NOT NULL;

-- The posting lists of the tags: see docs/ARCHITECTURE.md, "The tag index".
CREATE VIRTUAL TABLE run_tags USING fts5 (t, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '-_.=~'");
INSERT INTO run_tags (run_tags, rank) VALUES ('pgsz', 1000);
CREATE VIRTUAL TABLE session_tags USING fts5 (t, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '-_.=~'");

CREATE TABLE parts (
    run_id TEXT NOT NULL,
    idx INTEGER NOT NULL,
    kind TEXT NOT NULL,
    role TEXT NOT NULL,
    provenance TEXT NOT NULL,
    text TEXT NOT NULL,
    extra TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run_id, idx)
) WITHOUT ROWID;

CREATE TABLE events (
    run_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    session_id TEXT,
    session_seq INTEGER,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
CREATE INDEX events_by_session ON events (session_id, session_seq) WHERE session_id IS NOT NULL;

-- A row for each run that has not ended. The first of its lane may be taken by a worker.
CREATE TABLE jobs (
    run_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    workspace INTEGER NOT NULL,
    lane TEXT NOT NULL,
    worker TEXT,
    attempt INTEGER NOT NULL DEFAULT 1,
    cancelled INTEGER NOT NULL DEFAULT 0,
    last_event INTEGER NOT NULL DEFAULT 0,
    last_part INTEGER NOT NULL DEFAULT -1,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX jobs_by_lane ON jobs (lane, seq);
CREATE INDEX jobs_by_seq ON jobs (seq);
CREATE INDEX jobs_by_worker ON jobs (worker, seq);

CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    beat_at INTEGER NOT NULL
);

CREATE TABLE answers (
    workspace INTEGER NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    result_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace, route, key)
) WITHOUT ROWID;
CREATE INDEX answers_by_time ON answers (at);

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
