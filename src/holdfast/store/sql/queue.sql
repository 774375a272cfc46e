-- name: add
INSERT INTO queue (sink, name, group_no, payload, ready_at, created_at)
VALUES (:sink, :name, :group_no, :payload, :at, :at)
ON CONFLICT DO NOTHING RETURNING job_no

-- name: waiting
SELECT count(*) FROM queue WHERE sink = :sink AND state = 'ready'

-- name: drop_oldest
DELETE FROM queue WHERE job_no IN (
  SELECT job_no FROM queue WHERE sink = :sink AND state = 'ready' ORDER BY job_no LIMIT :number
) RETURNING job_no

-- name: claim
UPDATE queue SET lease_owner = :owner, lease_until = :until, attempts = attempts + 1
WHERE job_no IN (
  SELECT job_no FROM queue
  WHERE state = 'ready' AND (ready_at <= :at OR ready_at > :beyond)
    AND (lease_until IS NULL OR lease_until < :at OR lease_until > :lease_beyond) AND sink @in(sinks)
  ORDER BY job_no LIMIT :number @skip_locked()
)
RETURNING job_no, sink, name, payload, attempts, created_at

-- name: acknowledge
DELETE FROM queue WHERE job_no = :job_no

-- name: release
UPDATE queue SET lease_owner = NULL, lease_until = NULL, ready_at = :ready_at, state = :state, error = :error
WHERE job_no = :job_no AND lease_owner = :owner

-- name: counts
SELECT sink, state, count(*), min(created_at) FROM queue GROUP BY sink, state ORDER BY sink, state

-- name: dead
SELECT job_no, sink, name, attempts, error, created_at FROM queue WHERE state = 'dead' ORDER BY job_no LIMIT :limit

-- name: revive
UPDATE queue SET state = 'ready', attempts = 0, ready_at = :at, error = NULL, lease_owner = NULL, lease_until = NULL
WHERE state = 'dead' RETURNING job_no

-- name: next_ready
SELECT min(ready_at) FROM queue WHERE state = 'ready' AND sink @in(sinks)

-- name: drop_of_group
DELETE FROM queue WHERE group_no = :group_no RETURNING job_no

-- name: count_up
INSERT INTO counters (name, value) VALUES (:name, :by) ON CONFLICT @key(name) DO UPDATE SET value = counters.value + :by

-- name: counters
SELECT name, value FROM counters ORDER BY name

-- name: lease
INSERT INTO leases (name, owner, until) VALUES (:name, :owner, :until)
ON CONFLICT @key(name) DO UPDATE SET owner = :owner, until = :until
WHERE leases.owner = :owner OR leases.until < :at OR leases.until > :beyond RETURNING owner

-- name: unlease
DELETE FROM leases WHERE name = :name AND owner = :owner

-- name: leases
SELECT name, owner, until FROM leases WHERE until >= :at ORDER BY name
