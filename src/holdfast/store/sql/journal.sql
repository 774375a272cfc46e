-- The journal's part of the full-text index: an episode stands under its negative number on the shelf of its workspace.

-- name: unindexed
SELECT e.episode_no, s.workspace_no, s.owner, e.role, e.occurred_at, e.content
FROM episodes AS e JOIN sessions AS s ON s.group_no = e.group_no
WHERE e.episode_no > :after ORDER BY e.episode_no LIMIT :limit

-- name: last
SELECT max(episode_no) FROM episodes

-- name: episode
SELECT e.episode_no, s.workspace_no, s.owner, e.role, e.occurred_at, e.content
FROM episodes AS e JOIN sessions AS s ON s.group_no = e.group_no WHERE e.episode_no = :episode_no

-- name: of_group
SELECT e.episode_no, s.workspace_no, s.owner, e.role, e.occurred_at, e.content
FROM episodes AS e JOIN sessions AS s ON s.group_no = e.group_no WHERE e.group_no = :group_no ORDER BY e.episode_no
