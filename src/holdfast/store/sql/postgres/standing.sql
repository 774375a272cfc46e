-- The memories of one shelf that bear all of these tags and come from these origins, newest first. The index brings
-- those that hold the tags' words, so that the cost does not grow with the group.

-- name: tagged
WITH held AS MATERIALIZED (
  SELECT p.memory_no FROM postings AS p
  WHERE p.shelf = :shelf AND p.term @in(terms)
  GROUP BY p.memory_no HAVING count(*) = :term_count
)
SELECT m.memory_no, m.id, m.group_no, m.layer, m.kind, m.source, m.origin, m.status, m.content, m.tags, m.citations,
  m.confidence, m.created_at, m.updated_at, m.valid_from, m.valid_to, m.project, m.task, m.subject, m.reason,
  m.superseded_by, m.conflicts_with, m.version, m.recall_count, m.last_recalled_at, m.anchors
FROM held JOIN memories AS m ON m.memory_no = held.memory_no
WHERE m.group_no = :group_no AND m.status = 'active' AND m.layer = 'L1' AND m.origin @in(origins)
  AND @count(m.tags, tags) = :tag_count
ORDER BY m.created_at DESC, m.memory_no DESC LIMIT :limit
