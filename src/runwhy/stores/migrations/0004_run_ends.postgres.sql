-- The order in which runs have ended, so that pages of a sorted list show the values of one moment.
CREATE TABLE run_ends (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_seq BIGINT NOT NULL,
    transaction_id BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text::bigint)
);
CREATE INDEX run_ends_by_transaction ON run_ends (transaction_id);
