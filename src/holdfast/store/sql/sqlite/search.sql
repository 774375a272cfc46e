-- name: put
INSERT INTO search (rowid, terms) VALUES (:no, :terms)

-- name: terms
SELECT terms FROM search WHERE rowid = :no

-- name: drop
DELETE FROM search WHERE rowid = :no

-- name: shelf_add
INSERT INTO shelves (shelf, documents, length) VALUES (:shelf, :documents, :length)
ON CONFLICT @key(shelf) DO UPDATE SET documents = shelves.documents + :documents, length = shelves.length + :length

-- name: shelf_sizes
SELECT shelf, documents, length FROM shelves WHERE shelf @in(shelves)

-- name: counts
SELECT term, doc FROM search_vocabulary WHERE term @in(terms)

-- name: candidates
SELECT search.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM search JOIN memories AS m ON m.memory_no = search.rowid
WHERE search MATCH :query
ORDER BY search.rank LIMIT :limit

-- name: filtered
SELECT search.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM search JOIN memories AS m ON m.memory_no = search.rowid
WHERE search MATCH :query
  AND (:any_kind = 1 OR m.kind @in(kinds))
  AND (:tag_count = 0 OR @count(m.tags, tags) = :tag_count)
  AND (:any_project = 1 OR m.project = :project)
  AND m.updated_at >= :since AND m.created_at <= :until
  AND (:any_time = 1 OR (m.valid_from <= :at AND (m.valid_to IS NULL OR m.valid_to > :at)))
ORDER BY search.rank LIMIT :limit
