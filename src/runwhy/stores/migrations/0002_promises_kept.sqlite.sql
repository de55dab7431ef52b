-- Who may see what: the run that labelled a session or scheduled a timer, the access of a
-- subscription, and sign-ins to the dashboard.

ALTER TABLE sessions ADD COLUMN labelled_by TEXT;

ALTER TABLE timers ADD COLUMN created_by_run TEXT;
CREATE INDEX timers_by_creator ON timers (created_by_run) WHERE created_by_run IS NOT NULL;

ALTER TABLE subscriptions ADD COLUMN key_id TEXT;
ALTER TABLE subscriptions ADD COLUMN tags TEXT NOT NULL DEFAULT '{}';

CREATE TABLE sign_ins (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
);
CREATE INDEX sign_ins_by_key ON sign_ins (key_id);
CREATE INDEX sign_ins_by_use ON sign_ins (used_at);
