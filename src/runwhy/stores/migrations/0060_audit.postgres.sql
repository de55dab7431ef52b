-- Who changed what, and when: written with the change, and never changed itself.
CREATE TABLE audit (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    before TEXT,
    after TEXT
);
CREATE INDEX audit_of_workspace ON audit (workspace, seq);
CREATE INDEX audit_by_subject ON audit (workspace, subject, seq);
