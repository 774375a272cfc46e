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

-- Numbers are given in the order of writing, so the first matches tell how densely they lie.

-- name: sampled
SELECT count(*), min(no), max(no) FROM (SELECT rowid AS no FROM search WHERE search MATCH :query LIMIT :sample)

-- name: last_match
SELECT rowid FROM search WHERE search MATCH :query ORDER BY rowid DESC LIMIT 1

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

-- Nothing is ranked or sorted here: FTS5 yields matches from the last one backwards, and the search ends with the last row
-- that is wanted. So it costs the same however many there are.

-- name: newest
SELECT search.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM search CROSS JOIN memories AS m ON m.memory_no = search.rowid
WHERE search.search MATCH :query
  AND (:any_kind = 1 OR m.kind @in(kinds))
  AND (:tag_count = 0 OR @count(m.tags, tags) = :tag_count)
  AND (:any_project = 1 OR m.project = :project)
  AND m.updated_at >= :since AND m.created_at <= :until
  AND (:any_time = 1 OR (m.valid_from <= :at AND (m.valid_to IS NULL OR m.valid_to > :at)))
ORDER BY search.rowid DESC LIMIT :limit

-- Episodes have negative numbers in the index, so that the newest come first by themselves.

-- name: newest_episodes
SELECT search.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM search CROSS JOIN episodes AS e ON e.episode_no = -search.rowid CROSS JOIN sessions AS s ON s.group_no = e.group_no
WHERE search.search MATCH :query AND s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
ORDER BY search.rowid LIMIT :limit

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

-- name: memories_numbered
SELECT search.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM memories AS m JOIN search ON search.rowid = m.memory_no
WHERE m.memory_no @in(numbers)
  AND (:any_kind = 1 OR m.kind @in(kinds))
  AND (:tag_count = 0 OR @count(m.tags, tags) = :tag_count)
  AND (:any_project = 1 OR m.project = :project)
  AND m.updated_at >= :since AND m.created_at <= :until
  AND (:any_time = 1 OR (m.valid_from <= :at AND (m.valid_to IS NULL OR m.valid_to > :at)))
ORDER BY m.memory_no
