-- The inbox. Items are derived from runs, triggers and deliveries; what people said about them is stored.
CREATE TABLE inbox_dismissals (
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    item_id TEXT NOT NULL,
    dismissed_by TEXT NOT NULL,
    dismissed_at BIGINT NOT NULL,
    PRIMARY KEY (workspace, item_id)
);
CREATE INDEX approvals_by_decision ON approvals (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX runs_crashed ON runs (workspace, seq) WHERE error = 'crashed_repeatedly';

-- When a delivery was given up.
ALTER TABLE outgoing ADD COLUMN failed_at BIGINT;
UPDATE outgoing SET failed_at = created_at WHERE status = 'failed';
CREATE INDEX outgoing_failed ON outgoing (subscription_id, failed_at) WHERE failed_at IS NOT NULL;
ALTER TABLE replies ADD COLUMN failed_at BIGINT;
CREATE INDEX replies_failed ON replies (trigger_id, failed_at) WHERE failed_at IS NOT NULL;

-- What a subscription is about: ended runs, or items of the inbox.
ALTER TABLE subscriptions ADD COLUMN events TEXT NOT NULL DEFAULT 'runs';

-- An item that a target (an outgoing webhook or a Telegram bot) was notified of. A row is written once for each item.
CREATE TABLE inbox_notices (
    id TEXT PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    target TEXT NOT NULL,
    item_id TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    run_id TEXT,
    approval_id TEXT,
    closed_at BIGINT,
    nonce TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    chat_id BIGINT,
    message_id BIGINT,
    next_at BIGINT,
    attempts BIGINT NOT NULL DEFAULT 0,
    error TEXT,
    pressed TEXT,
    UNIQUE (target, item_id, opened_at)
);
CREATE INDEX inbox_notices_open ON inbox_notices (workspace, target) WHERE closed_at IS NULL;
CREATE INDEX inbox_notices_due ON inbox_notices (target, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX inbox_notices_by_run ON inbox_notices (run_id) WHERE run_id IS NOT NULL;
