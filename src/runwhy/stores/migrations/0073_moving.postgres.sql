-- Workspaces that came from another database: how far each is, written with what came.
CREATE TABLE moves (
    id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    shift BIGINT NOT NULL,
    done BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    finished_at BIGINT
);
