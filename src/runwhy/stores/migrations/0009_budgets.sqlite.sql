-- The budgets that apply to a run, decided when it is created: [[id, name, scope], …].
ALTER TABLE runs ADD COLUMN budgets TEXT;

CREATE TABLE budgets (
    id TEXT PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    measure TEXT NOT NULL,
    period TEXT NOT NULL,
    timezone TEXT NOT NULL,
    -- In picodollars, tokens, runs or milliseconds.
    amount INTEGER NOT NULL,
    actions TEXT NOT NULL,
    price TEXT,
    enabled BOOLEAN NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- A removed budget is kept, so that one that is created again continues with what was used.
    removed_at INTEGER
);
CREATE UNIQUE INDEX budgets_by_name ON budgets (workspace, name) WHERE removed_at IS NULL;

-- Counts the changes of a workspace's budgets.
CREATE TABLE budget_versions (
    workspace INTEGER PRIMARY KEY REFERENCES workspaces (id),
    version INTEGER NOT NULL
);

-- Usage in one period of a budget. Its scope is the start of the period, a run, or a session.
CREATE TABLE budget_usage (
    budget_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    workspace INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ends_at INTEGER,
    amount INTEGER NOT NULL,
    used INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    PRIMARY KEY (budget_id, scope)
) WITHOUT ROWID;
CREATE INDEX budget_usage_by_start ON budget_usage (budget_id, started_at);

-- What model calls in progress may use at most. A mark of run time has no amount.
CREATE TABLE budget_reservations (
    run_id TEXT NOT NULL,
    budget_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    amount INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run_id, budget_id, scope)
) WITHOUT ROWID;

-- What budgets did: warnings, questions and stopped runs.
CREATE TABLE budget_notices (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL,
    budget_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    action TEXT NOT NULL,
    percent INTEGER NOT NULL,
    used INTEGER NOT NULL,
    -- What the model call may have used that was stopped or asked about.
    needed INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    run_id TEXT,
    at INTEGER NOT NULL
);
CREATE INDEX budget_notices_by_budget ON budget_notices (budget_id, seq);
CREATE INDEX budget_notices_by_time ON budget_notices (workspace, at);
CREATE INDEX budget_notices_by_run ON budget_notices (run_id) WHERE run_id IS NOT NULL;
