-- name: exists
SELECT to_regclass('holdfast.holdfast_schema') IS NOT NULL

-- name: version
SELECT coalesce(max(version), 0) FROM holdfast_schema

-- name: lock
SELECT pg_advisory_xact_lock(:number)

-- name: record
INSERT INTO holdfast_schema (version) VALUES (:version)

-- name: unprotected
SELECT relname FROM pg_class
WHERE relnamespace = CAST('holdfast' AS regnamespace) AND relkind IN ('r', 'p') AND relname <> 'holdfast_schema'
  AND NOT row_security_active(oid)
ORDER BY relname

-- name: invalid_indexes
SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE c.relnamespace = CAST('holdfast' AS regnamespace) AND NOT i.indisvalid ORDER BY c.relname

-- name: wrong_shelves
SELECT coalesce(s.shelf, d.shelf)
FROM (SELECT shelf, documents, length FROM shelves WHERE documents <> 0 OR length <> 0) AS s
FULL JOIN (SELECT shelf, count(*) AS documents, sum(length) AS length FROM documents GROUP BY shelf) AS d
  ON d.shelf = s.shelf
WHERE s.documents IS DISTINCT FROM d.documents OR s.length IS DISTINCT FROM d.length
ORDER BY 1 LIMIT 20

-- name: wrong_postings
SELECT coalesce(d.memory_no, p.memory_no)
FROM (SELECT memory_no, length FROM documents WHERE length > 0) AS d
FULL JOIN (SELECT memory_no, sum(frequency) AS length FROM postings GROUP BY memory_no) AS p ON p.memory_no = d.memory_no
WHERE d.length IS DISTINCT FROM p.length
ORDER BY 1 LIMIT 20

-- name: describe
SELECT current_setting('server_version'), current_user, pg_is_in_recovery(), CAST(sum(pg_total_relation_size(oid)) AS bigint)
FROM pg_class WHERE relnamespace = CAST('holdfast' AS regnamespace) AND relkind = 'r'
