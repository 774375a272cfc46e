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

-- Counting on would cost more than it tells: a term that so many documents hold tells nothing apart.

-- name: capped_count
SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH :query LIMIT :cap)

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

-- name: episodes
SELECT search.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM search JOIN episodes AS e ON e.episode_no = -search.rowid JOIN sessions AS s ON s.group_no = e.group_no
WHERE search MATCH :query AND s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
ORDER BY search.rank LIMIT :limit

-- name: episodes_numbered
SELECT search.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM episodes AS e JOIN search ON search.rowid = -e.episode_no JOIN sessions AS s ON s.group_no = e.group_no
WHERE e.episode_no @in(numbers) AND s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
ORDER BY e.episode_no
