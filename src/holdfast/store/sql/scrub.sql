-- name: memories
SELECT memory_no, content, tags, citations, anchors, reason, subject, project FROM memories WHERE memory_no > :after
ORDER BY memory_no LIMIT :limit

-- name: memory
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE memory_no = :no

-- name: episodes
SELECT episode_no, content, project FROM episodes WHERE episode_no > :after ORDER BY episode_no LIMIT :limit

-- name: episode
SELECT episode_no, id, group_no, name, turn, role, origin, host, content, truncated, redacted, task, project, occurred_at,
  created_at
FROM episodes WHERE episode_no = :no

-- name: mask_episode
UPDATE episodes SET content = :content, project = :project, redacted = :redacted, digest = :digest WHERE episode_no = :no

-- name: tasks
SELECT task_no, title, state, links, project FROM tasks WHERE task_no > :after ORDER BY task_no LIMIT :limit

-- name: task
SELECT task_no, id, group_no, title, state, status, project, links, archived_as, created_at, updated_at, done_at FROM tasks
WHERE task_no = :no

-- name: projects
SELECT project_no, name, about FROM projects WHERE project_no > :after ORDER BY project_no LIMIT :limit

-- name: project
SELECT project_no, name, group_no, about, created_at, updated_at FROM projects WHERE project_no = :no

-- name: sessions
SELECT session_no, project, git FROM sessions WHERE session_no > :after ORDER BY session_no LIMIT :limit

-- name: session
SELECT session_no, project, git FROM sessions WHERE session_no = :no

-- name: mask_session
UPDATE sessions SET project = :project, git = :git WHERE session_no = :no

-- name: groups
SELECT group_no, label FROM groups WHERE group_no > :after ORDER BY group_no LIMIT :limit

-- name: group
SELECT group_no, label FROM groups WHERE group_no = :no

-- name: recalls
SELECT recall_no, query, block FROM recalls WHERE recall_no > :after ORDER BY recall_no LIMIT :limit

-- name: recall
SELECT recall_no, query, block FROM recalls WHERE recall_no = :no

-- name: failures
SELECT failure_no, message, hint FROM failures WHERE failure_no > :after ORDER BY failure_no LIMIT :limit

-- name: failure
SELECT failure_no, message, hint FROM failures WHERE failure_no = :no

-- name: mask_failure
UPDATE failures SET message = :message, hint = :hint WHERE failure_no = :no

-- name: change_row
SELECT change_no, place, noun, row_id, before, after, digest FROM change_rows WHERE change_no = :no AND place = :place

-- name: mask_change_row
UPDATE change_rows SET row_id = :row_id, before = :before, after = :after, digest = :digest
WHERE change_no = :no AND place = :place
