-- Rows with what their digests cover, in the order in which they cover it.

-- name: episodes
SELECT episode_no, id, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at, created_at,
  digest
FROM episodes WHERE episode_no > :after ORDER BY episode_no LIMIT :limit

-- name: memories
SELECT memory_no, id, layer, kind, source, origin, status, content, tags, citations, confidence, created_at, updated_at,
  valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, anchors, digest
FROM memories WHERE memory_no > :after ORDER BY memory_no LIMIT :limit

-- name: tasks
SELECT task_no, id, title, state, status, project, links, archived_as, updated_at, done_at, digest
FROM tasks WHERE task_no > :after ORDER BY task_no LIMIT :limit

-- name: projects
SELECT project_no, name, about, updated_at, digest FROM projects WHERE project_no > :after ORDER BY project_no LIMIT :limit

-- name: change_rows
SELECT change_no, place, noun, row_id, before, after, digest FROM change_rows
WHERE change_no > :after OR (change_no = :after AND place > :after_place) ORDER BY change_no, place LIMIT :limit

-- name: indexed
SELECT memory_no, id, group_no, layer, status, content, tags, citations, valid_from FROM memories WHERE memory_no > :after
ORDER BY memory_no LIMIT :limit

-- name: shelves
SELECT shelf, documents, length FROM shelves ORDER BY shelf

-- name: without_group
SELECT 'memory', id FROM memories WHERE group_no NOT IN (SELECT group_no FROM groups)
UNION ALL SELECT 'task', id FROM tasks WHERE group_no NOT IN (SELECT group_no FROM groups)
UNION ALL SELECT 'project', name FROM projects WHERE group_no NOT IN (SELECT group_no FROM groups)
UNION ALL SELECT 'session', id FROM sessions WHERE group_no NOT IN (SELECT group_no FROM groups)
UNION ALL SELECT 'episode', id FROM episodes WHERE group_no NOT IN (SELECT group_no FROM groups)
UNION ALL SELECT 'alias', alias FROM aliases WHERE group_no NOT IN (SELECT group_no FROM groups)
LIMIT :limit

-- name: in_future
SELECT 'memory', id FROM memories WHERE updated_at > :at
UNION ALL SELECT 'task', id FROM tasks WHERE updated_at > :at
UNION ALL SELECT 'episode', id FROM episodes WHERE created_at > :at
LIMIT :limit

-- name: last_recall
SELECT at, found, chars, timings, id FROM recalls WHERE owner = :owner ORDER BY recall_no DESC LIMIT 1

-- name: sizes
SELECT 'groups', count(*) FROM groups UNION ALL SELECT 'sessions', count(*) FROM sessions
UNION ALL SELECT 'episodes', count(*) FROM episodes UNION ALL SELECT 'memories', count(*) FROM memories
UNION ALL SELECT 'tasks', count(*) FROM tasks UNION ALL SELECT 'projects', count(*) FROM projects
UNION ALL SELECT 'recalls', count(*) FROM recalls UNION ALL SELECT 'changes', count(*) FROM changes
UNION ALL SELECT 'audit', count(*) FROM audit UNION ALL SELECT 'tombstones', count(*) FROM tombstones

-- name: all_leases
SELECT name, owner, until FROM leases ORDER BY name

-- name: drop_shelves
DELETE FROM shelves

-- name: break_lease
DELETE FROM leases WHERE name = :name AND owner = :owner

-- name: host_sessions
SELECT host, max(seen_at) FROM sessions WHERE owner = :owner AND host <> '' GROUP BY host

-- name: host_recalls
SELECT s.host, max(r.at) FROM recalls AS r JOIN sessions AS s ON s.group_no = r.group_no
WHERE r.owner = :owner AND r.purpose = 'inject' AND s.host <> '' GROUP BY s.host

-- name: host_told
SELECT s.host, r.at, r.chars FROM recalls AS r JOIN sessions AS s ON s.group_no = r.group_no
WHERE r.recall_no IN (
  SELECT max(i.recall_no) FROM recalls AS i JOIN sessions AS j ON j.group_no = i.group_no
  WHERE i.owner = :owner AND i.purpose = 'inject' AND i.chars > 0 AND j.host <> '' GROUP BY j.host
)
