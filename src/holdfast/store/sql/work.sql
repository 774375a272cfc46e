-- name: insert_task
INSERT INTO tasks (id, group_no, title, state, status, project, links, archived_as, created_at, updated_at, done_at, digest)
VALUES (:id, :group_no, :title, :state, :status, :project, :links, :archived_as, :created_at, :updated_at, :done_at, :digest)
RETURNING task_no

-- name: update_task
UPDATE tasks SET title = :title, state = :state, status = :status, project = :project, links = :links,
  archived_as = :archived_as, updated_at = :updated_at, done_at = :done_at, digest = :digest
WHERE id = :id AND group_no = :group_no RETURNING task_no

-- name: delete_task
DELETE FROM tasks WHERE id = :id

-- name: task_by_prefix
SELECT task_no, id, group_no, title, state, status, project, links, archived_as, created_at, updated_at, done_at FROM tasks
WHERE id >= :low AND id < :high AND group_no @in(groups) ORDER BY id LIMIT 2

-- name: tasks
SELECT task_no, id, group_no, title, state, status, project, links, archived_as, created_at, updated_at, done_at FROM tasks
WHERE group_no @in(groups) AND status @in(statuses) AND (:any_project = 1 OR project = :project)
ORDER BY updated_at DESC, task_no DESC LIMIT :limit

-- name: insert_project
INSERT INTO projects (name, group_no, about, created_at, updated_at, digest)
VALUES (:name, :group_no, :about, :created_at, :updated_at, :digest)
ON CONFLICT DO NOTHING RETURNING project_no

-- name: update_project
UPDATE projects SET about = :about, updated_at = :updated_at, digest = :digest
WHERE name = :name AND group_no = :group_no RETURNING project_no

-- name: delete_project
DELETE FROM projects WHERE name = :name AND group_no = :group_no

-- name: projects
SELECT project_no, name, group_no, about, created_at, updated_at FROM projects WHERE group_no @in(groups) ORDER BY name

-- name: project_counts
SELECT project, count(*) FROM memories WHERE group_no @in(groups) AND project IS NOT NULL AND status = 'active'
GROUP BY project ORDER BY project

-- A project goes by its name, in whatever group something says that it belongs to it.

-- name: project_in_use
SELECT 1 FROM memories WHERE project = :name AND status <> 'forgotten'
UNION ALL SELECT 1 FROM tasks WHERE project = :name
UNION ALL SELECT 1 FROM sessions WHERE project = :name
LIMIT 1
