-- What a document of the full-text index means, as numbers, for each embedder: derived, and gone with its document.
CREATE TABLE vectors (
  shelf TEXT NOT NULL,
  no INTEGER NOT NULL,
  embedder TEXT NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (shelf, no, embedder)
) WITHOUT ROWID;
