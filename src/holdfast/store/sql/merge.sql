-- Everything of one group to another. The emptied group keeps its number for ever, so that nothing new can be given it.

-- name: memories
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no ORDER BY memory_no LIMIT :limit

-- name: episodes
UPDATE episodes SET group_no = :to_no
WHERE group_no = :from_no AND name NOT IN (SELECT name FROM episodes WHERE group_no = :to_no) RETURNING id

-- name: tasks
UPDATE tasks SET group_no = :to_no WHERE group_no = :from_no RETURNING id

-- name: projects
UPDATE projects SET group_no = :to_no
WHERE group_no = :from_no AND name NOT IN (SELECT name FROM projects WHERE group_no = :to_no) RETURNING name

-- name: drop_projects
DELETE FROM projects WHERE group_no = :from_no

-- name: recalls
UPDATE recalls SET workspace_no = :to_no WHERE workspace_no = :from_no RETURNING id

-- name: queue
UPDATE queue SET group_no = :to_no WHERE group_no = :from_no RETURNING job_no

-- name: bury
INSERT INTO tombstones (group_no, mark, memory, at)
SELECT :to_no, mark, memory, at FROM tombstones WHERE group_no = :from_no
ON CONFLICT DO NOTHING

-- name: unbury
DELETE FROM tombstones WHERE group_no = :from_no RETURNING mark

-- name: sessions
SELECT id, group_no FROM sessions WHERE workspace_no = :from_no ORDER BY session_no

-- name: change_row
UPDATE change_rows SET before = :before, after = :after, digest = :digest WHERE change_no = :change_no AND place = :place
