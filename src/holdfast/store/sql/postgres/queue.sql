-- Picked once and for all before the update: a subquery with a limit may be run again for each row it is joined to.

-- name: claim
WITH picked AS MATERIALIZED (
  SELECT job_no FROM queue
  WHERE state = 'ready' AND (ready_at <= :at OR ready_at > :beyond)
    AND (lease_until IS NULL OR lease_until < :at OR lease_until > :lease_beyond) AND sink @in(sinks)
  ORDER BY job_no LIMIT :number @skip_locked()
)
UPDATE queue SET lease_owner = :owner, lease_until = :until, attempts = attempts + 1
FROM picked WHERE queue.job_no = picked.job_no
RETURNING queue.job_no, sink, name, payload, attempts, created_at
