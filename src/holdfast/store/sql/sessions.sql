-- name: insert
INSERT INTO sessions (id, group_no, workspace_no, owner, host, started_at, seen_at, task, project, git)
VALUES (:id, :group_no, :workspace_no, :owner, :host, :at, :at, :task, :project, :git)
ON CONFLICT DO NOTHING

-- name: by_group
SELECT session_no, id, group_no, workspace_no, owner, host, state, started_at, seen_at, ended_at, turn_count, epoch, task,
  project, git
FROM sessions WHERE group_no = :group_no

-- name: by_prefix
SELECT session_no, id, group_no, workspace_no, owner, host, state, started_at, seen_at, ended_at, turn_count, epoch, task,
  project, git
FROM sessions WHERE owner = :owner AND workspace_no = :workspace_no AND id >= :low AND id < :high
ORDER BY id LIMIT 3

-- name: of_workspace
SELECT session_no, id, group_no, workspace_no, owner, host, state, started_at, seen_at, ended_at, turn_count, epoch, task,
  project, git
FROM sessions WHERE workspace_no = :workspace_no AND owner = :owner ORDER BY seen_at DESC, session_no DESC LIMIT :limit

-- name: seen
UPDATE sessions SET seen_at = :at, ended_at = NULL,
  state = CASE WHEN state = 'ended' THEN 'active' ELSE state END WHERE session_no = :session_no

-- name: turned
UPDATE sessions SET seen_at = :at, turn_count = turn_count + 1 WHERE session_no = :session_no

-- name: ended
UPDATE sessions SET ended_at = :at, seen_at = :at,
  state = CASE WHEN state = 'paused' THEN 'paused' ELSE 'ended' END WHERE session_no = :session_no

-- name: compacted
UPDATE sessions SET epoch = epoch + 1 WHERE session_no = :session_no

-- name: state
UPDATE sessions SET state = :state WHERE session_no = :session_no

-- name: bind
UPDATE sessions SET task = :task, project = :project WHERE session_no = :session_no

-- name: move
UPDATE sessions SET workspace_no = :to_no WHERE workspace_no = :from_no

-- name: groups_of
SELECT group_no FROM sessions WHERE workspace_no = :workspace_no AND owner = :owner

-- name: delete
DELETE FROM sessions WHERE group_no = :group_no

-- name: injected
SELECT memory, version FROM injections WHERE group_no = :group_no AND epoch = :epoch

-- name: inject
INSERT INTO injections (group_no, epoch, memory, version) VALUES (:group_no, :epoch, :memory, :version)
ON CONFLICT @key(group_no, epoch, memory) DO UPDATE SET version = :version

-- name: forget_injections
DELETE FROM injections WHERE memory @in(ids)

-- name: drop_injections
DELETE FROM injections WHERE group_no = :group_no

-- name: imported
UPDATE sessions SET turn_count = turn_count + :turns,
  started_at = CASE WHEN :first < started_at THEN :first ELSE started_at END,
  seen_at = CASE WHEN :last > seen_at THEN :last ELSE seen_at END
WHERE session_no = :session_no

-- name: archived
UPDATE sessions SET ended_at = seen_at, state = CASE WHEN state = 'paused' THEN 'paused' ELSE 'ended' END
WHERE session_no = :session_no
