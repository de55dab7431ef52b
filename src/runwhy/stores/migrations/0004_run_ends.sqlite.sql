-- The order in which runs have ended, so that pages of a sorted list show the values of one moment.
CREATE TABLE run_ends (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    run_seq INTEGER NOT NULL,
    -- Only PostgreSQL has transactions that commit in another order than they write.
    transaction_id INTEGER NOT NULL DEFAULT 0
);
