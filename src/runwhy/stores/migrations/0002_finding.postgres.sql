-- What words are looked for in: the prompt, then the final text, bounded and without case.
CREATE TABLE run_texts (
    seq BIGINT PRIMARY KEY,
    text TEXT NOT NULL
);

-- Ended runs in packs of some thousands, column by column: see docs/reference/finding.md.
CREATE TABLE packs (
    workspace BIGINT NOT NULL,
    number BIGINT NOT NULL,
    size BIGINT NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    first_created BIGINT NOT NULL,
    last_created BIGINT NOT NULL,
    packed_to BIGINT NOT NULL,
    PRIMARY KEY (workspace, number)
);

CREATE TABLE pack_columns (
    workspace BIGINT NOT NULL,
    pack BIGINT NOT NULL,
    name TEXT NOT NULL,
    filled BIGINT NOT NULL,
    codes BYTEA NOT NULL,
    texts BYTEA NOT NULL,
    PRIMARY KEY (workspace, pack, name)
);

-- Runs that had not ended when younger ones were packed.
CREATE TABLE unpacked (
    workspace BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (workspace, seq)
);
