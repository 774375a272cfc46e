-- name: sessions_of
SELECT group_no FROM sessions WHERE workspace_no = :group_no

-- name: memories_of
SELECT memory_no, id, layer, status FROM memories WHERE group_no = :group_no

-- name: drop_memories
DELETE FROM memories WHERE group_no = :group_no RETURNING memory_no

-- name: drop_tasks
DELETE FROM tasks WHERE group_no = :group_no RETURNING id

-- name: drop_projects
DELETE FROM projects WHERE group_no = :group_no RETURNING project_no

-- name: drop_sessions
DELETE FROM sessions WHERE group_no = :group_no RETURNING session_no

-- name: drop_tombstones
DELETE FROM tombstones WHERE group_no = :group_no RETURNING mark

-- name: drop_change_rows
DELETE FROM change_rows WHERE row_id @in(ids) RETURNING place

-- name: drop_derivations
DELETE FROM derivations WHERE child @in(ids) OR parent @in(ids) RETURNING child

-- name: children_of
SELECT child FROM derivations WHERE parent @in(ids)
