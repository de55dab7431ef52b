-- Commands that were run in terminals, and where each is on its way to the model.
CREATE TABLE blocks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    session_id TEXT NOT NULL,
    terminal_id TEXT,
    actor TEXT NOT NULL,
    cmd TEXT NOT NULL,
    cwd TEXT NOT NULL,
    exit_code INTEGER,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    output TEXT NOT NULL,
    lines_total INTEGER NOT NULL,
    bytes_total INTEGER NOT NULL,
    place TEXT NOT NULL,
    run_id TEXT
);
CREATE INDEX blocks_by_session ON blocks (session_id, seq);
CREATE INDEX blocks_by_place ON blocks (session_id, place, seq);
CREATE INDEX blocks_by_run ON blocks (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE command_settings (
    session_id TEXT PRIMARY KEY,
    attach BOOLEAN NOT NULL
);
