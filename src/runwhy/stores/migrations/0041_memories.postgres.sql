-- One row for each agent and user that something is remembered of: what writers wait for.
CREATE TABLE memory_spaces (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace BIGINT NOT NULL REFERENCES workspaces (id),
    agent TEXT NOT NULL,
    person TEXT NOT NULL,
    UNIQUE (workspace, agent, person)
);

CREATE TABLE memories (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace BIGINT NOT NULL,
    space BIGINT NOT NULL REFERENCES memory_spaces (id),
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    terms TEXT NOT NULL,
    gist TEXT NOT NULL,
    run_id TEXT,
    vector BYTEA,
    vector_of TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX memories_by_space ON memories (space, seq);
CREATE INDEX memories_by_workspace ON memories (workspace, seq);
-- Of our own terms, so that both stores find the same; nothing is parsed.
CREATE INDEX memories_by_word ON memories USING gin (array_to_tsvector(string_to_array(terms, ' ')));

ALTER TABLE runs ADD COLUMN memory TEXT;
