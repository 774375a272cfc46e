-- name: indexed_numbers
SELECT memory_no FROM documents WHERE memory_no > :after ORDER BY memory_no LIMIT :limit

-- name: drop_index
DELETE FROM documents

-- name: make_index
DELETE FROM postings
