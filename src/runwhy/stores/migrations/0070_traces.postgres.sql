-- Where a run stands in a trace, so that whoever takes it up goes on there.
ALTER TABLE runs ADD COLUMN trace TEXT;
