-- Whoever changes packs holds the row of their workspace; `changes` counts what made packs untrue.
CREATE TABLE packers (
    workspace bigint NOT NULL PRIMARY KEY,
    changes bigint NOT NULL
);
