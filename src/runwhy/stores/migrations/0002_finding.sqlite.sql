-- What words are looked for in: the prompt, then the final text, bounded and without case.
CREATE TABLE run_texts (
    seq INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);

-- Ended runs in packs of some thousands, column by column: see docs/reference/finding.md.
CREATE TABLE packs (
    workspace INTEGER NOT NULL,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    first_created INTEGER NOT NULL,
    last_created INTEGER NOT NULL,
    packed_to INTEGER NOT NULL,
    PRIMARY KEY (workspace, number)
) WITHOUT ROWID;

CREATE TABLE pack_columns (
    workspace INTEGER NOT NULL,
    pack INTEGER NOT NULL,
    name TEXT NOT NULL,
    filled INTEGER NOT NULL,
    codes BLOB NOT NULL,
    texts BLOB NOT NULL,
    PRIMARY KEY (workspace, pack, name)
);

-- Runs that had not ended when younger ones were packed.
CREATE TABLE unpacked (
    workspace INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (workspace, seq)
) WITHOUT ROWID;
