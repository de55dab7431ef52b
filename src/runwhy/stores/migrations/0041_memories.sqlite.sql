-- One row for each agent and user that something is remembered of: what writers wait for.
CREATE TABLE memory_spaces (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces (id),
    agent TEXT NOT NULL,
    person TEXT NOT NULL,
    UNIQUE (workspace, agent, person)
);

CREATE TABLE memories (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL,
    space INTEGER NOT NULL REFERENCES memory_spaces (id),
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    terms TEXT NOT NULL,
    gist TEXT NOT NULL,
    run_id TEXT,
    vector BLOB,
    vector_of TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX memories_by_space ON memories (space, seq);
CREATE INDEX memories_by_workspace ON memories (workspace, seq);

-- The terms of each memory, made by us: the tokenizer has nothing to fold or split.
CREATE VIRTUAL TABLE memory_words USING fts5 (space, terms, content='', detail=column, columnsize=0, tokenize="ascii");

ALTER TABLE runs ADD COLUMN memory TEXT;
