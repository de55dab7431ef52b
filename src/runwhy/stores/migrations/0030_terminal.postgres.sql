-- Commands that were run in terminals, and where each is on its way to the model.
CREATE TABLE blocks (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    session_id TEXT NOT NULL,
    terminal_id TEXT,
    actor TEXT NOT NULL,
    cmd TEXT NOT NULL,
    cwd TEXT NOT NULL,
    exit_code BIGINT,
    status TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    output TEXT NOT NULL,
    lines_total BIGINT NOT NULL,
    bytes_total BIGINT NOT NULL,
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
