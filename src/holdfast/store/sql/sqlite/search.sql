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

-- Ordered by bm25() rather than by `rank`, FTS5 keeps the best few and never sorts all that match, which takes a third of
-- the time; the rows behind them are read last. CROSS JOIN keeps the planner to that order.

-- name: candidates
SELECT search.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM (
  SELECT rowid AS no, bm25(search) AS score FROM search WHERE search MATCH :query ORDER BY score, no LIMIT :limit
) AS best CROSS JOIN memories AS m ON m.memory_no = best.no CROSS JOIN search ON search.rowid = best.no
ORDER BY best.score, best.no

-- name: filtered
SELECT search.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM (
  SELECT found.rowid AS no, bm25(search) AS score
  FROM search AS found CROSS JOIN memories AS m ON m.memory_no = found.rowid
  WHERE found.search MATCH :query
    AND (:any_kind = 1 OR m.kind @in(kinds))
    AND (:tag_count = 0 OR @count(m.tags, tags) = :tag_count)
    AND (:any_project = 1 OR m.project = :project)
    AND m.updated_at >= :since AND m.created_at <= :until
    AND (:any_time = 1 OR (m.valid_from <= :at AND (m.valid_to IS NULL OR m.valid_to > :at)))
  ORDER BY score, no LIMIT :limit
) AS best CROSS JOIN memories AS m ON m.memory_no = best.no CROSS JOIN search ON search.rowid = best.no
ORDER BY best.score, best.no

-- Of the best, those that pass. `passing` looks at every match instead, for when too few of the best do.

-- name: episodes
SELECT search.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM (
  SELECT rowid AS no, bm25(search) AS score FROM search WHERE search MATCH :query ORDER BY score, no LIMIT :limit
) AS best CROSS JOIN episodes AS e ON e.episode_no = -best.no CROSS JOIN sessions AS s ON s.group_no = e.group_no
CROSS JOIN search ON search.rowid = best.no
WHERE s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
ORDER BY best.score, best.no

-- name: passing
SELECT search.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM (
  SELECT found.rowid AS no, bm25(search) AS score
  FROM search AS found CROSS JOIN episodes AS e ON e.episode_no = -found.rowid
  CROSS JOIN sessions AS s ON s.group_no = e.group_no
  WHERE found.search MATCH :query AND s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
  ORDER BY score, no LIMIT :limit
) AS best CROSS JOIN episodes AS e ON e.episode_no = -best.no CROSS JOIN sessions AS s ON s.group_no = e.group_no
CROSS JOIN search ON search.rowid = best.no
ORDER BY best.score, best.no

-- name: episodes_numbered
SELECT search.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM episodes AS e JOIN search ON search.rowid = -e.episode_no JOIN sessions AS s ON s.group_no = e.group_no
WHERE e.episode_no @in(numbers) AND s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
ORDER BY e.episode_no
