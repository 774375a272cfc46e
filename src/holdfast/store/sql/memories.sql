-- name: insert
INSERT INTO memories (id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, fingerprint,
  digest, recall_count, last_recalled_at, anchors)
VALUES (:id, :group_no, :layer, :kind, :source, :origin, :status, :content, :tags, :citations, :confidence, :created_at,
  :updated_at, :valid_from, :valid_to, :project, :task, :subject, :reason, :superseded_by, :conflicts_with, :version,
  :fingerprint, :digest, :recall_count, :last_recalled_at, :anchors)
RETURNING memory_no

-- name: update
UPDATE memories SET group_no = :group_no, layer = :layer, kind = :kind, source = :source, origin = :origin,
  status = :status, content = :content, tags = :tags, citations = :citations, confidence = :confidence,
  updated_at = :updated_at, valid_from = :valid_from, valid_to = :valid_to, project = :project, task = :task,
  subject = :subject, reason = :reason, superseded_by = :superseded_by, conflicts_with = :conflicts_with,
  version = :version, anchors = :anchors, fingerprint = :fingerprint, digest = :digest
WHERE memory_no = :memory_no
RETURNING memory_no

-- name: delete
DELETE FROM memories WHERE memory_no = :memory_no

-- name: by_prefix
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE id >= :low AND id < :high AND group_no @in(groups) ORDER BY id LIMIT :limit

-- name: by_fingerprint
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no AND fingerprint = :fingerprint AND status = 'active' AND layer = :layer
ORDER BY memory_no LIMIT 1

-- name: by_subject
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no AND subject = :subject AND status = 'active' ORDER BY updated_at DESC, memory_no DESC

-- name: on_subjects
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no AND subject >= :low AND subject < :high AND status = 'active' ORDER BY memory_no

-- name: subjects
SELECT DISTINCT subject FROM memories
WHERE group_no = :group_no AND subject >= :low AND subject < :high AND status = 'active' ORDER BY subject

-- name: page
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories AS m
WHERE group_no = :group_no AND (updated_at < :before OR (updated_at = :before AND memory_no < :before_no))
  AND status @in(statuses) AND layer @in(layers)
  AND (:any_kind = 1 OR kind @in(kinds))
  AND (:any_source = 1 OR source @in(sources))
  AND (:tag_count = 0 OR @count(m.tags, tags) = :tag_count)
  AND (:any_project = 1 OR project = :project) AND (:any_task = 1 OR task = :task)
  AND updated_at >= :since AND created_at <= :until
ORDER BY updated_at DESC, memory_no DESC LIMIT :limit

-- name: of_layer
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no AND layer = :layer AND layer <> 'L1' AND status = 'active'
  AND updated_at >= :since AND updated_at <= :until
ORDER BY updated_at, memory_no

-- name: counts
SELECT layer, status, count(*) FROM memories WHERE group_no @in(groups) GROUP BY layer, status ORDER BY layer, status

-- name: touch
UPDATE memories SET recall_count = recall_count + 1, last_recalled_at = :at WHERE memory_no @in(numbers)

-- name: prunable
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no AND layer = 'L1' AND status = 'active' AND source = 'system' AND kind <> 'summary'

-- name: bound
SELECT memory_no, id, group_no, layer, kind, source, origin, status, content, tags, citations, confidence, created_at,
  updated_at, valid_from, valid_to, project, task, subject, reason, superseded_by, conflicts_with, version, recall_count,
  last_recalled_at, anchors
FROM memories WHERE group_no = :group_no AND status = 'active' AND anchors LIKE :pattern
ORDER BY memory_no

-- name: derive
INSERT INTO derivations (child, parent, how) VALUES (:child, :parent, :how) ON CONFLICT DO NOTHING

-- name: unlink
DELETE FROM derivations WHERE child = :child AND parent = :parent AND how = :how

-- name: parents
SELECT parent, how FROM derivations WHERE child = :id ORDER BY parent

-- name: children
SELECT child, how FROM derivations WHERE parent = :id ORDER BY child

-- name: underive
DELETE FROM derivations WHERE child @in(ids) OR parent @in(ids)
