-- Workspaces that came from another database: how far each is, written with what came.
CREATE TABLE moves (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    shift INTEGER NOT NULL,
    done INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER
);
