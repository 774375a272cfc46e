-- name: indexed_numbers
SELECT rowid FROM search WHERE rowid > :after ORDER BY rowid LIMIT :limit

-- A damaged index cannot be emptied row by row; `tests/flows/test_repair.py` holds its definition to the schema's.

-- name: drop_index
DROP TABLE IF EXISTS search

-- name: make_index
CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5(
  terms,
  tokenize = "ascii tokenchars '_./-:+#@$%&*~=|!?^'"
);
INSERT INTO search (search, rank) VALUES ('secure-delete', 1)
