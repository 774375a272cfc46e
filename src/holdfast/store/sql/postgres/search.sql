-- name: put
WITH document AS (
  INSERT INTO documents (memory_no, shelf, terms, length) VALUES (:no, :shelf, :text, :length)
)
INSERT INTO postings (shelf, term, memory_no, frequency, length)
SELECT :shelf, held.term, :no, held.frequency, :length
FROM unnest(CAST(:terms AS text[]), CAST(:frequencies AS integer[])) AS held (term, frequency)

-- name: terms
SELECT terms FROM documents WHERE memory_no = :no

-- name: drop
DELETE FROM documents WHERE memory_no = :no RETURNING shelf, terms, length

-- name: drop_postings
DELETE FROM postings WHERE shelf = :shelf AND term @in(terms) AND memory_no = :no

-- name: shelf_add
INSERT INTO shelves (shelf, documents, length) VALUES (:shelf, :documents, :length)
ON CONFLICT @key(shelf) DO UPDATE SET documents = shelves.documents + :documents, length = shelves.length + :length

-- name: shelf_sizes
SELECT shelf, documents, length FROM shelves WHERE shelf @in(shelves)

-- Of a common term only the first matches are counted. Numbers are given in the order of writing, so these tell how
-- densely the others lie.

-- name: counts
SELECT s.shelf, t.term, held.number, held.first, held.reached, CASE WHEN held.number < :sample THEN held.reached ELSE (
  SELECT p.memory_no FROM postings AS p WHERE p.shelf = s.shelf AND p.term = t.term ORDER BY p.memory_no DESC LIMIT 1
) END, sizes.documents
FROM unnest(CAST(:shelves AS text[])) AS s (shelf) JOIN shelves AS sizes ON sizes.shelf = s.shelf
CROSS JOIN unnest(CAST(:terms AS text[])) AS t (term)
CROSS JOIN LATERAL (
  SELECT count(*) AS number, min(seen.memory_no) AS first, max(seen.memory_no) AS reached
  FROM (
    SELECT p.memory_no FROM postings AS p WHERE p.shelf = s.shelf AND p.term = t.term
    ORDER BY p.memory_no LIMIT :sample
  ) AS seen
) AS held
WHERE held.number > 0

-- BM25 as SQLite's FTS5 computes it: k1 1.2, b 0.75, rarity never below 0.000001, sizes those of the whole
-- index, or of a thousand shelves where there are more. Sums that differ only by the order of adding count as equal, and the older memory comes first. Memories
-- are read best first and only until there are enough that pass; OFFSET 0 keeps the planner to that order.

-- name: candidates
WITH asked AS MATERIALIZED (
  SELECT s.shelf, t.term, row_number() OVER () AS place
  FROM unnest(CAST(:shelves AS text[])) AS s (shelf) CROSS JOIN unnest(CAST(:terms AS text[])) AS t (term)
), found AS MATERIALIZED (
  SELECT asked.place, held.memory_no, held.frequency, held.length
  FROM asked CROSS JOIN LATERAL (
    SELECT p.memory_no, p.frequency, p.length FROM postings AS p
    WHERE p.shelf = asked.shelf AND p.term = asked.term OFFSET 0
  ) AS held
), sizes AS MATERIALIZED (
  SELECT CAST(sum(documents) AS double precision) AS documents,
    CAST(greatest(sum(length), 1) AS double precision) / greatest(sum(documents), 1) AS average
  FROM (
    SELECT shelf, documents, length FROM shelves WHERE shelf @in(shelves) UNION
    (SELECT shelf, documents, length FROM shelves ORDER BY shelf LIMIT 1000)
  ) AS known
), rarities AS MATERIALIZED (
  SELECT place, greatest(1e-6, ln(greatest(documents - count(*) + 0.5, 0.5) / (count(*) + 0.5))) AS rarity
  FROM found CROSS JOIN sizes GROUP BY place, documents
), scored AS (
  SELECT memory_no,
    round(1e12 * sum(rarity * frequency * 2.2 / (frequency + 1.2 * (0.25 + length / average * 0.75)))) AS score
  FROM found JOIN rarities USING (place) CROSS JOIN sizes
  GROUP BY memory_no ORDER BY score DESC, memory_no OFFSET 0
)
SELECT d.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM scored CROSS JOIN LATERAL (
  SELECT * FROM memories AS passing
  WHERE passing.memory_no = scored.memory_no
    AND (:any_kind = 1 OR kind @in(kinds))
    AND (:tag_count = 0 OR @count(tags, tags) = :tag_count)
    AND (:any_project = 1 OR project = :project)
    AND updated_at >= :since AND created_at <= :until
    AND (:any_time = 1 OR (valid_from <= :at AND (valid_to IS NULL OR valid_to > :at)))
  OFFSET 0
) AS m JOIN documents AS d ON d.memory_no = m.memory_no
ORDER BY scored.score DESC, scored.memory_no LIMIT :limit

-- Nothing is ranked here: postings are read from the last one backwards, of the `leading` terms alone, no more than are
-- wanted and no further back than within `reach`. So it costs the same however many there are.

-- name: newest
SELECT d.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM (
  SELECT DISTINCT held.memory_no
  FROM unnest(CAST(:shelves AS text[])) AS s (shelf) CROSS JOIN unnest(CAST(:leading AS text[])) AS t (term)
  CROSS JOIN LATERAL (
    SELECT near.memory_no FROM (
      SELECT p.memory_no FROM postings AS p WHERE p.shelf = s.shelf AND p.term = t.term
      ORDER BY p.memory_no DESC LIMIT :reach
    ) AS near
    WHERE NOT EXISTS (
      SELECT FROM unnest(CAST(:others AS text[])) AS other (term) WHERE NOT EXISTS (
        SELECT FROM postings AS q WHERE q.shelf = s.shelf AND q.term = other.term AND q.memory_no = near.memory_no
      )
    ) AND (
      SELECT (:any_kind = 1 OR kind @in(kinds))
        AND (:tag_count = 0 OR @count(tags, tags) = :tag_count)
        AND (:any_project = 1 OR project = :project)
        AND updated_at >= :since AND created_at <= :until
        AND (:any_time = 1 OR (valid_from <= :at AND (valid_to IS NULL OR valid_to > :at)))
      FROM memories AS passing WHERE passing.memory_no = near.memory_no
    )
    ORDER BY near.memory_no DESC LIMIT :limit
  ) AS held
) AS newest JOIN memories AS m ON m.memory_no = newest.memory_no JOIN documents AS d ON d.memory_no = newest.memory_no
ORDER BY newest.memory_no DESC LIMIT :limit

-- Episodes have negative numbers in the index, so that the newest come first by themselves.

-- name: newest_episodes
SELECT d.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, o.id
FROM (
  SELECT DISTINCT held.memory_no
  FROM unnest(CAST(:shelves AS text[])) AS s (shelf) CROSS JOIN unnest(CAST(:leading AS text[])) AS t (term)
  CROSS JOIN LATERAL (
    SELECT near.memory_no FROM (
      SELECT p.memory_no FROM postings AS p WHERE p.shelf = s.shelf AND p.term = t.term
      ORDER BY p.memory_no LIMIT :reach
    ) AS near
    WHERE NOT EXISTS (
      SELECT FROM unnest(CAST(:others AS text[])) AS other (term) WHERE NOT EXISTS (
        SELECT FROM postings AS q WHERE q.shelf = s.shelf AND q.term = other.term AND q.memory_no = near.memory_no
      )
    ) AND (
      SELECT own.owner = :owner AND passing.occurred_at >= :since AND passing.occurred_at <= :until
      FROM episodes AS passing JOIN sessions AS own ON own.group_no = passing.group_no
      WHERE passing.episode_no = -near.memory_no
    )
    ORDER BY near.memory_no LIMIT :limit
  ) AS held
) AS newest JOIN episodes AS e ON e.episode_no = -newest.memory_no JOIN sessions AS o ON o.group_no = e.group_no
JOIN documents AS d ON d.memory_no = newest.memory_no
ORDER BY newest.memory_no LIMIT :limit

-- name: episodes
WITH asked AS MATERIALIZED (
  SELECT s.shelf, t.term, row_number() OVER () AS place
  FROM unnest(CAST(:shelves AS text[])) AS s (shelf) CROSS JOIN unnest(CAST(:terms AS text[])) AS t (term)
), found AS MATERIALIZED (
  SELECT asked.place, held.memory_no, held.frequency, held.length
  FROM asked CROSS JOIN LATERAL (
    SELECT p.memory_no, p.frequency, p.length FROM postings AS p
    WHERE p.shelf = asked.shelf AND p.term = asked.term OFFSET 0
  ) AS held
), sizes AS MATERIALIZED (
  SELECT CAST(sum(documents) AS double precision) AS documents,
    CAST(greatest(sum(length), 1) AS double precision) / greatest(sum(documents), 1) AS average
  FROM (
    SELECT shelf, documents, length FROM shelves WHERE shelf @in(shelves) UNION
    (SELECT shelf, documents, length FROM shelves ORDER BY shelf LIMIT 1000)
  ) AS known
), rarities AS MATERIALIZED (
  SELECT place, greatest(1e-6, ln(greatest(documents - count(*) + 0.5, 0.5) / (count(*) + 0.5))) AS rarity
  FROM found CROSS JOIN sizes GROUP BY place, documents
), scored AS (
  SELECT memory_no,
    round(1e12 * sum(rarity * frequency * 2.2 / (frequency + 1.2 * (0.25 + length / average * 0.75)))) AS score
  FROM found JOIN rarities USING (place) CROSS JOIN sizes
  GROUP BY memory_no ORDER BY score DESC, memory_no OFFSET 0
)
SELECT d.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM scored CROSS JOIN LATERAL (
  SELECT * FROM episodes AS passing
  WHERE passing.episode_no = -scored.memory_no AND passing.occurred_at >= :since AND passing.occurred_at <= :until
  OFFSET 0
) AS e JOIN sessions AS s ON s.group_no = e.group_no AND s.owner = :owner
JOIN documents AS d ON d.memory_no = scored.memory_no
ORDER BY scored.score DESC, scored.memory_no LIMIT :limit

-- name: episodes_numbered
SELECT d.terms, e.episode_no, e.id, e.group_no, e.name, e.turn, e.role, e.origin, e.host, e.content, e.truncated,
  e.redacted, e.task, e.project, e.occurred_at, e.created_at, s.id
FROM episodes AS e JOIN documents AS d ON d.memory_no = -e.episode_no JOIN sessions AS s ON s.group_no = e.group_no
WHERE e.episode_no @in(numbers) AND s.owner = :owner AND e.occurred_at >= :since AND e.occurred_at <= :until
ORDER BY e.episode_no

-- name: memories_numbered
SELECT d.terms, m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags,
  m.citations, m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject,
  m.reason, m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM memories AS m JOIN documents AS d ON d.memory_no = m.memory_no
WHERE m.memory_no @in(numbers)
  AND (:any_kind = 1 OR m.kind @in(kinds))
  AND (:tag_count = 0 OR @count(m.tags, tags) = :tag_count)
  AND (:any_project = 1 OR m.project = :project)
  AND m.updated_at >= :since AND m.created_at <= :until
  AND (:any_time = 1 OR (m.valid_from <= :at AND (m.valid_to IS NULL OR m.valid_to > :at)))
ORDER BY m.memory_no
