-- name: sessions_of
SELECT group_no FROM sessions WHERE workspace_no = :group_no

-- name: memories_of
SELECT memory_no, id, layer, status FROM memories WHERE group_no = :group_no

-- name: drop_memories
DELETE FROM memories WHERE group_no = :group_no RETURNING memory_no

-- name: drop_tasks
DELETE FROM tasks WHERE group_no = :group_no RETURNING id

-- name: drop_projects
DELETE FROM projects WHERE group_no = :group_no RETURNING name

-- name: drop_sessions
DELETE FROM sessions WHERE group_no = :group_no RETURNING session_no

-- name: project_rows
SELECT change_no, place, before, after FROM change_rows WHERE noun = 'project' AND row_id @in(names)

-- name: drop_change_row
DELETE FROM change_rows WHERE change_no = :change_no AND place = :place

-- name: ids_of
SELECT id FROM memories WHERE group_no = :group_no UNION ALL SELECT id FROM episodes WHERE group_no = :group_no
UNION ALL SELECT id FROM tasks WHERE group_no = :group_no

-- name: drop_change_rows
DELETE FROM change_rows WHERE row_id @in(ids) RETURNING place

-- name: drop_derivations
DELETE FROM derivations WHERE child @in(ids) OR parent @in(ids) RETURNING child

-- name: children_of
SELECT child FROM derivations WHERE parent @in(ids)
