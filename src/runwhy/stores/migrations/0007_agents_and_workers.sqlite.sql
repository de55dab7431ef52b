-- Keys that expire.
ALTER TABLE keys ADD COLUMN expires_at INTEGER;

-- How many runs a worker executes at a time; NULL if an older version registered it.
ALTER TABLE workers ADD COLUMN slots INTEGER;

-- Names of agents are unique, so that they can be used like ids. The oldest agent keeps its name.
UPDATE agents SET name = name || ' (' || id || ')'
WHERE EXISTS (SELECT 1 FROM agents a WHERE a.workspace = agents.workspace AND a.name = agents.name AND a.id < agents.id);
CREATE UNIQUE INDEX agents_by_name ON agents (workspace, name);

-- Every version of an agent, including the current one. The actor is NULL if it is not known.
CREATE TABLE agent_versions (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    workspace INTEGER NOT NULL,
    name TEXT NOT NULL,
    spec TEXT NOT NULL,
    actor_kind TEXT,
    actor_id TEXT,
    actor_name TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (agent_id, version)
) WITHOUT ROWID;
INSERT INTO agent_versions (id, agent_id, version, workspace, name, spec, created_at)
SELECT id || '/' || version, id, version, workspace, name, spec, updated_at FROM agents;

-- The runs in which a memory was recalled.
CREATE TABLE memory_recalls (
    memory_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    PRIMARY KEY (memory_id, run_id)
) WITHOUT ROWID;
CREATE INDEX memory_recalls_by_run ON memory_recalls (run_id);
INSERT OR IGNORE INTO memory_recalls (memory_id, run_id)
SELECT json_extract(hit.value, '$.id'), runs.id
FROM runs, json_each(runs.memory, '$.hits') AS hit
WHERE runs.memory IS NOT NULL;
