-- Vectors stand under the shelf and number of the document they belong to: an episode's number is below zero.

-- name: put
INSERT INTO vectors (shelf, no, embedder, vector) VALUES (:shelf, :no, :embedder, :vector)
ON CONFLICT @key(shelf, no, embedder) DO UPDATE SET vector = :vector

-- name: drop
DELETE FROM vectors WHERE shelf = :shelf AND no = :no RETURNING no

-- name: drop_all
DELETE FROM vectors

-- name: drop_others
DELETE FROM vectors WHERE embedder <> :embedder RETURNING no

-- Whoever keeps vectors in memory looks at the count of changes before using them.

-- name: changed
INSERT INTO meta (name, value) VALUES (:name, '1')
ON CONFLICT @key(name) DO UPDATE SET value = CAST(CAST(meta.value AS bigint) + 1 AS text)

-- name: newest_memories
SELECT no, vector FROM vectors WHERE shelf = :shelf AND embedder = :embedder ORDER BY no DESC LIMIT :limit

-- name: newest_episodes
SELECT no, vector FROM vectors WHERE shelf = :shelf AND embedder = :embedder ORDER BY no LIMIT :limit

-- name: count
SELECT count(*) FROM vectors WHERE shelf = :shelf AND embedder = :embedder

-- name: counts
SELECT embedder, count(*) FROM vectors GROUP BY embedder ORDER BY embedder

-- name: shelves
SELECT shelf, documents FROM shelves WHERE documents > 0 ORDER BY shelf

-- name: documents
SELECT coalesce(sum(documents), 0) FROM shelves

-- name: journals
SELECT DISTINCT workspace_no, owner FROM sessions ORDER BY workspace_no, owner

-- What was changed last lacks a vector most often, so it is looked at first; who goes on says where the last page ended.

-- name: missing_memories
SELECT m.memory_no, m.digest, m.content, m.updated_at FROM memories AS m
WHERE m.group_no = :group_no AND m.status = :status AND (:any_layer = 1 OR m.layer = :layer)
  AND (m.updated_at, m.memory_no) < (:before, :before_no)
  AND NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.shelf = :shelf AND v.no = m.memory_no AND v.embedder = :embedder)
ORDER BY m.updated_at DESC, m.memory_no DESC LIMIT :limit

-- name: missing_episodes
SELECT -e.episode_no, e.digest, e.content, '' FROM episodes AS e JOIN sessions AS s ON s.group_no = e.group_no
WHERE s.workspace_no = :workspace_no AND s.owner = :owner AND e.episode_no <= :last AND -e.episode_no > :before_no
  AND NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.shelf = :shelf AND v.no = -e.episode_no AND v.embedder = :embedder)
ORDER BY e.episode_no DESC LIMIT :limit

-- name: present_memories
SELECT m.memory_no, m.digest FROM memories AS m
WHERE m.memory_no @in(numbers) AND m.group_no = :group_no AND m.status = :status AND (:any_layer = 1 OR m.layer = :layer)

-- name: present_episodes
SELECT -e.episode_no, e.digest FROM episodes AS e JOIN sessions AS s ON s.group_no = e.group_no
WHERE -e.episode_no @in(numbers) AND s.workspace_no = :workspace_no AND s.owner = :owner AND e.episode_no <= :last

-- A vector whose document is on another shelf, or on none.

-- name: strays
SELECT v.shelf, v.no FROM vectors AS v
WHERE NOT EXISTS (
  SELECT 1 FROM memories AS m WHERE m.memory_no = v.no AND v.shelf = CASE m.status
    WHEN 'active' THEN substr(m.layer, 2, 1) || m.group_no WHEN 'superseded' THEN 's' || m.group_no ELSE '' END
) AND NOT EXISTS (
  SELECT 1 FROM episodes AS e JOIN sessions AS s ON s.group_no = e.group_no
  WHERE e.episode_no = -v.no AND substr(v.shelf, 1, length('h' || s.workspace_no)) = 'h' || s.workspace_no
)
ORDER BY v.shelf, v.no LIMIT :limit
