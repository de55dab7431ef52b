-- What a coding agent has reported about its model calls: {tokens, cost, first_token_ms}.
ALTER TABLE agent_sessions ADD COLUMN used TEXT;
