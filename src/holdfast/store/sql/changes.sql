-- name: open
INSERT INTO changes (id, at, owner, actor, verb, reason, undoes) VALUES (:id, :at, :owner, :actor, :verb, :reason, :undoes)
RETURNING change_no

-- name: row
INSERT INTO change_rows (change_no, place, noun, row_id, before, after, digest)
VALUES (:change_no, :place, :noun, :row_id, :before, :after, :digest)

-- name: latest
SELECT change_no, id, at, actor, verb, reason, undoes, undone_by FROM changes WHERE owner = :owner
ORDER BY change_no DESC LIMIT :limit

-- name: last_open
SELECT change_no, id, at, actor, verb, reason, undoes, undone_by FROM changes
WHERE owner = :owner AND undone_by IS NULL AND undoes IS NULL AND verb NOT IN ('purge', 'scrub') ORDER BY change_no DESC LIMIT 1

-- name: by_prefix
SELECT change_no, id, at, actor, verb, reason, undoes, undone_by FROM changes
WHERE owner = :owner AND id >= :low AND id < :high ORDER BY id LIMIT 2

-- name: rows
SELECT place, noun, row_id, before, after FROM change_rows WHERE change_no = :change_no ORDER BY place

-- name: undone
UPDATE changes SET undone_by = :by WHERE id = :id

-- name: of_row
SELECT c.id, c.at, c.actor, c.verb, c.reason, r.before, r.after
FROM change_rows AS r JOIN changes AS c ON c.change_no = r.change_no
WHERE r.row_id = :row_id AND r.noun = :noun ORDER BY c.change_no

-- name: audit_last
SELECT audit_no, hash FROM audit ORDER BY audit_no DESC LIMIT 1

-- name: audit_add
INSERT INTO audit (audit_no, at, actor, verb, subjects, hash) VALUES (:audit_no, :at, :actor, :verb, :subjects, :hash)

-- name: audit_after
SELECT audit_no, at, actor, verb, subjects, hash FROM audit WHERE audit_no > :after ORDER BY audit_no LIMIT :limit

-- name: bury
INSERT INTO tombstones (group_no, mark, memory, at) VALUES (:group_no, :mark, :memory, :at) ON CONFLICT DO NOTHING

-- name: tombstone
SELECT group_no, mark, memory, at FROM tombstones WHERE group_no = :group_no AND mark = :mark

-- name: unbury
DELETE FROM tombstones WHERE group_no = :group_no AND mark = :mark

-- name: tombstone_count
SELECT count(*) FROM tombstones WHERE group_no @in(groups)

-- name: fail
INSERT INTO failures (at, place, code, message, hint) VALUES (:at, :place, :code, :message, :hint) RETURNING failure_no

-- name: trim_failures
DELETE FROM failures WHERE failure_no <= (SELECT failure_no FROM failures ORDER BY failure_no DESC LIMIT 1 OFFSET :keep)

-- name: failures
SELECT at, place, code, message, hint FROM failures ORDER BY failure_no DESC LIMIT :limit

-- name: failure_count
SELECT count(*) FROM failures WHERE at >= :since
