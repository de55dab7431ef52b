-- The run that a run continues, over OpenAI's or Anthropic's wire.
ALTER TABLE runs ADD COLUMN continues TEXT;
UPDATE runs SET continues = json_extract(origin, '$.facts.continues_run_id')
WHERE trigger IN ('openai', 'anthropic');
CREATE INDEX runs_by_continued ON runs (continues) WHERE continues IS NOT NULL;
