-- Crashes of servers that executed a run. A job with `not_before` is in quarantine.
ALTER TABLE jobs ADD COLUMN crashes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN crashes_since_part BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN not_before BIGINT;
CREATE INDEX jobs_in_quarantine ON jobs (not_before) WHERE not_before IS NOT NULL;

-- Entries that are not complete: tools at work and text that still grows. The end of a run closes them.
ALTER TABLE entries ADD COLUMN open BOOLEAN NOT NULL DEFAULT false;
UPDATE entries SET open = true
WHERE run_id IN (SELECT run_id FROM jobs)
    AND (strpos(data, '"status":"running"') > 0 OR strpos(data, '"partial":true') > 0);
CREATE INDEX entries_open ON entries (run_id, idx) WHERE open;
-- Replies to channels: where the reply of a run goes. `runs.delivery` has the state of the delivery.
CREATE TABLE replies (
    run_id TEXT PRIMARY KEY,
    trigger_id TEXT NOT NULL REFERENCES triggers (id),
    conversation TEXT NOT NULL,
    message_id BIGINT,
    is_open BOOLEAN NOT NULL,
    -- When to send or retry; NULL until the run has ended, and after the delivery.
    next_at BIGINT
);
CREATE INDEX replies_open ON replies (trigger_id) WHERE is_open;
CREATE INDEX replies_by_message ON replies (trigger_id, conversation, message_id);
CREATE INDEX channel_sessions_by_session ON channel_sessions (session_id);
ALTER TABLE runs ADD COLUMN delivery TEXT;
-- Messages that were not answered completely; `occurrences.answered` is not used any more.
INSERT INTO replies (run_id, trigger_id, conversation, message_id, is_open, next_at)
    SELECT o.run_id, o.trigger_id, c.key, o.reply_id, TRUE, r.finished_at
    FROM occurrences o
    JOIN runs r ON r.id = o.run_id
    JOIN channel_sessions c ON c.trigger_id = o.trigger_id AND c.session_id = r.session_id
    WHERE NOT o.answered;
UPDATE runs SET delivery = json_build_object(
    'status', 'pending', 'message_id', o.reply_id, 'parts', o.reply_parts
)::text
FROM occurrences o
WHERE o.run_id = runs.id AND NOT o.answered AND runs.id IN (SELECT run_id FROM replies);

-- Timers that wait for their session: when they are checked again at the latest.
ALTER TABLE timers ADD COLUMN deferred_to BIGINT;
CREATE INDEX timers_deferred ON timers (session_id) WHERE status = 'pending' AND deferred_to IS NOT NULL;
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
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX sign_ins_by_key ON sign_ins (key_id);
CREATE INDEX sign_ins_by_use ON sign_ins (used_at);
