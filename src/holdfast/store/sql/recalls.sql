-- name: insert
INSERT INTO recalls (id, workspace_no, group_no, owner, turn, at, purpose, query, scopes, block, chars, found, timings)
VALUES (:id, :workspace_no, :group_no, :owner, :turn, :at, :purpose, :query, :scopes, :block, :chars, :found, :timings)
RETURNING recall_no

-- name: hit
INSERT INTO recall_hits (recall_no, place, memory, outcome, score, parts)
VALUES (:recall_no, :place, :memory, :outcome, :score, :parts)

-- name: latest
SELECT recall_no, id, workspace_no, group_no, turn, at, purpose, query, scopes, block, chars, found, timings FROM recalls
WHERE owner = :owner AND workspace_no = :workspace_no ORDER BY recall_no DESC LIMIT :limit

-- name: by_prefix
SELECT recall_no, id, workspace_no, group_no, turn, at, purpose, query, scopes, block, chars, found, timings FROM recalls
WHERE owner = :owner AND workspace_no = :workspace_no AND id >= :low AND id < :high ORDER BY id LIMIT 2

-- name: hits
SELECT place, memory, outcome, score, parts FROM recall_hits WHERE recall_no = :recall_no ORDER BY place

-- name: of_memory
SELECT r.id, r.at, h.outcome, h.score FROM recall_hits AS h JOIN recalls AS r ON r.recall_no = h.recall_no
WHERE h.memory = :memory AND r.owner = :owner ORDER BY r.recall_no DESC LIMIT :limit

-- name: last_injected
SELECT h.memory FROM (
  SELECT recall_no, turn FROM recalls WHERE group_no = :group_no ORDER BY recall_no DESC LIMIT 1
) AS r JOIN recall_hits AS h ON h.recall_no = r.recall_no
WHERE r.turn = :turn AND h.outcome = 'injected'

-- name: trim
DELETE FROM recalls WHERE owner = :owner AND workspace_no = :workspace_no AND recall_no < (
  SELECT min(recall_no) FROM (
    SELECT recall_no FROM recalls WHERE owner = :owner AND workspace_no = :workspace_no ORDER BY recall_no DESC LIMIT :keep
  ) AS kept
) RETURNING recall_no

-- name: drop_hits
DELETE FROM recall_hits WHERE recall_no @in(numbers)

-- name: showing
SELECT DISTINCT recall_no FROM recall_hits WHERE memory @in(ids)

-- name: shown
SELECT recall_no, block, (
  SELECT count(*) FROM recall_hits AS h WHERE h.recall_no = r.recall_no AND h.outcome IN ('injected', 'returned')
) FROM recalls AS r WHERE block <> ''

-- name: drop
DELETE FROM recalls WHERE recall_no @in(numbers)

-- name: of_groups
SELECT recall_no FROM recalls WHERE group_no @in(groups) OR workspace_no @in(groups)

-- name: blank
UPDATE recalls SET block = '', query = '' WHERE recall_no @in(numbers)

-- name: forget_hits
DELETE FROM recall_hits WHERE memory @in(ids)

-- name: rewrite
UPDATE recalls SET query = :query, block = :block WHERE recall_no = :recall_no
