-- What coding agents did in runs: entries, each agent's own session, and what people were asked to allow.
CREATE TABLE entries (
    run_id TEXT NOT NULL,
    id TEXT NOT NULL,
    idx BIGINT NOT NULL,
    data TEXT NOT NULL,
    grown TEXT NOT NULL,
    ended BOOLEAN NOT NULL,
    PRIMARY KEY (run_id, id)
);
CREATE INDEX entries_in_order ON entries (run_id, idx);

CREATE TABLE agent_sessions (
    run_id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    agent TEXT NOT NULL,
    agent_session TEXT,
    cwd TEXT,
    branch TEXT,
    model TEXT,
    fingerprint TEXT
);
CREATE INDEX agent_sessions_by_session ON agent_sessions (workspace, agent, agent_session);

CREATE TABLE approvals (
    run_id TEXT NOT NULL,
    id TEXT NOT NULL,
    asked TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    decision TEXT,
    reason TEXT,
    decided_by TEXT,
    decided_at BIGINT,
    PRIMARY KEY (run_id, id)
);
