-- What the run's model calls in progress may use at most: [budget, scope, amount, time], …
-- The scope is empty for what was counted without a reservation.
ALTER TABLE jobs ADD COLUMN reserved TEXT NOT NULL DEFAULT '';
UPDATE jobs SET reserved = coalesce((
    SELECT group_concat(json_array(budget_id, scope, amount, at) || ',', '')
    FROM budget_reservations
    WHERE budget_reservations.run_id = jobs.run_id
), '')
WHERE run_id IN (SELECT run_id FROM budget_reservations);
DROP TABLE budget_reservations;
