-- Whoever changes packs holds the row of their workspace; `changes` counts what made packs untrue.
CREATE TABLE packers (
    workspace INTEGER NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL
);
