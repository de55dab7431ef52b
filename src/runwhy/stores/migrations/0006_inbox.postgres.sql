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
