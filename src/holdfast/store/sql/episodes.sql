-- name: insert
INSERT INTO episodes (id, group_no, name, turn, role, origin, host, content, truncated, redacted, task, project,
  occurred_at, created_at, digest)
VALUES (:id, :group_no, :name, :turn, :role, :origin, :host, :content, :truncated, :redacted, :task, :project,
  :occurred_at, :created_at, :digest)
ON CONFLICT DO NOTHING RETURNING episode_no

-- name: by_name
SELECT episode_no, id, group_no, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at,
  created_at
FROM episodes WHERE group_no = :group_no AND name = :name

-- name: by_prefix
SELECT episode_no, id, group_no, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at,
  created_at
FROM episodes WHERE id >= :low AND id < :high AND group_no @in(groups) ORDER BY id LIMIT :limit

-- name: of_group
SELECT episode_no, id, group_no, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at,
  created_at
FROM episodes WHERE group_no = :group_no AND episode_no > :after ORDER BY episode_no LIMIT :limit

-- name: last
SELECT episode_no, id, group_no, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at,
  created_at
FROM episodes WHERE group_no = :group_no ORDER BY episode_no DESC LIMIT 1

-- name: count
SELECT count(*) FROM episodes WHERE group_no @in(groups)

-- name: total
SELECT count(*) FROM episodes

-- name: delete_group
DELETE FROM episodes WHERE group_no = :group_no RETURNING id

-- name: delete
DELETE FROM episodes WHERE episode_no = :episode_no

-- What a session holds by name; the words only of what was heard live without a turn's name, to be told by them.

-- name: known
SELECT episode_no, name, role, turn, origin, content FROM episodes
WHERE group_no = :group_no AND episode_no > :after ORDER BY episode_no LIMIT :limit
