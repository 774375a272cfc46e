-- name: groups
SELECT group_no, group_id, scope, agent, label, identity, created_at FROM groups WHERE group_no > :after
  AND group_no IN (SELECT group_no FROM aliases)
ORDER BY group_no LIMIT :limit

-- name: groups_of_owner
SELECT group_no FROM roots WHERE owner = :owner UNION SELECT group_no FROM sessions WHERE owner = :owner
UNION SELECT workspace_no FROM sessions WHERE owner = :owner

-- name: aliases
SELECT alias, group_no FROM aliases WHERE is_local = 0 AND alias > :after ORDER BY alias LIMIT :limit

-- name: projects
SELECT project_no, group_no, name, about, created_at, updated_at FROM projects WHERE project_no > :after
ORDER BY project_no LIMIT :limit

-- name: tasks
SELECT task_no, group_no, id, title, state, status, project, links, archived_as, created_at, updated_at, done_at FROM tasks
WHERE task_no > :after ORDER BY task_no LIMIT :limit

-- name: sessions
SELECT session_no, group_no, workspace_no, id, owner, host, state, started_at, seen_at, ended_at, turn_count, epoch, task,
  project, git
FROM sessions WHERE session_no > :after ORDER BY session_no LIMIT :limit

-- name: episodes
SELECT episode_no, group_no, id, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at,
  created_at
FROM episodes WHERE episode_no > :after ORDER BY episode_no LIMIT :limit

-- name: memories
SELECT memory_no, group_no, id, layer, kind, source, origin, status, content, tags, citations, anchors, confidence,
  created_at, updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version,
  recall_count, last_recalled_at
FROM memories WHERE memory_no > :after ORDER BY memory_no LIMIT :limit

-- name: memories_of
SELECT memory_no, group_no, id, layer, kind, source, origin, status, content, tags, citations, anchors, confidence,
  created_at, updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version,
  recall_count, last_recalled_at
FROM memories WHERE group_no = :group_no AND memory_no > :after ORDER BY memory_no LIMIT :limit

-- name: derivations
SELECT child, parent, how FROM derivations WHERE child > :after OR (child = :after AND parent > :after_parent)
ORDER BY child, parent LIMIT :limit

-- A tombstone without a time is one of our own keys for a mark that came with another key: it stays here.

-- name: tombstones
SELECT group_no, mark, memory, at FROM tombstones
WHERE at <> '' AND (group_no > :after OR (group_no = :after AND mark > :after_mark)) ORDER BY group_no, mark LIMIT :limit

-- name: recalls
SELECT recall_no, workspace_no, group_no, id, owner, turn, at, purpose, query, scopes, block, chars, found, timings FROM recalls
WHERE recall_no > :after ORDER BY recall_no LIMIT :limit

-- name: hits
SELECT recall_no, memory, outcome, score, parts FROM recall_hits WHERE recall_no > :after AND recall_no <= :last
ORDER BY recall_no, place

-- name: changes
SELECT change_no, id, at, owner, actor, verb, reason, undoes, undone_by FROM changes WHERE change_no > :after
ORDER BY change_no LIMIT :limit

-- name: change_rows
SELECT change_no, place, noun, row_id, before, after FROM change_rows WHERE change_no = :after AND place > :after_place
ORDER BY place LIMIT :limit

-- name: meta
SELECT name, value FROM meta WHERE name > :after AND name NOT LIKE 'local.%' ORDER BY name LIMIT :limit

-- name: is_used
SELECT 1 FROM groups UNION ALL SELECT 1 FROM memories UNION ALL SELECT 1 FROM episodes UNION ALL SELECT 1 FROM tasks
UNION ALL SELECT 1 FROM projects UNION ALL SELECT 1 FROM recalls UNION ALL SELECT 1 FROM changes
UNION ALL SELECT 1 FROM audit LIMIT 1

-- name: any_memory
SELECT 1 FROM memories LIMIT 1

-- name: add_group
INSERT INTO groups (group_id, scope, agent, label, identity, created_at)
VALUES (:group_id, :scope, :agent, :label, :identity, :created_at) RETURNING group_no

-- name: memory
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE id = :id

-- name: memory_by_no
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE memory_no > :after ORDER BY memory_no LIMIT :limit

-- name: used
UPDATE memories SET recall_count = :recall_count, last_recalled_at = :last_recalled_at WHERE memory_no = :memory_no

-- name: pointing_to
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE superseded_by @in(ids) OR conflicts_with @in(ids) ORDER BY memory_no

-- name: episode
SELECT group_no, digest FROM episodes WHERE id = :id

-- name: task
SELECT task_no, id, group_no, title, state, status, project, links, archived_as, created_at, updated_at, done_at FROM tasks
WHERE id = :id

-- name: add_session
INSERT INTO sessions (id, group_no, workspace_no, owner, host, state, started_at, seen_at, ended_at, turn_count, epoch, task,
  project, git)
VALUES (:id, :group_no, :workspace_no, :owner, :host, :state, :started_at, :seen_at, :ended_at, :turn_count, :epoch, :task,
  :project, :git)
ON CONFLICT DO NOTHING RETURNING session_no

-- name: renew_session
UPDATE sessions SET state = :state, seen_at = :seen_at, ended_at = :ended_at, turn_count = :turn_count, epoch = :epoch,
  task = :task, project = :project, git = :git
WHERE group_no = :group_no AND (seen_at < :seen_at OR (seen_at = :seen_at AND turn_count < :turn_count)) RETURNING session_no

-- name: derive
INSERT INTO derivations (child, parent, how) VALUES (:child, :parent, :how) ON CONFLICT DO NOTHING RETURNING child

-- name: bury
INSERT INTO tombstones (group_no, mark, memory, at) VALUES (:group_no, :mark, :memory, :at)
ON CONFLICT DO NOTHING RETURNING mark

-- name: buried
SELECT group_no, mark, memory, at FROM tombstones WHERE group_no > :after OR (group_no = :after AND mark > :after_mark)
ORDER BY group_no, mark LIMIT :limit

-- name: has_recall
SELECT 1 FROM recalls WHERE id = :id

-- name: add_change
INSERT INTO changes (id, at, owner, actor, verb, reason, undoes, undone_by)
VALUES (:id, :at, :owner, :actor, :verb, :reason, :undoes, :undone_by)
ON CONFLICT DO NOTHING RETURNING change_no

-- name: add_change_row
INSERT INTO change_rows (change_no, place, noun, row_id, before, after, digest)
VALUES (:change_no, :place, :noun, :row_id, :before, :after, :digest)
ON CONFLICT DO NOTHING RETURNING place

-- name: set_meta
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING RETURNING name
