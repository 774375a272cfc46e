-- What a document of the full-text index means, as numbers, for each embedder: derived, and gone with its document.
CREATE TABLE vectors (
  tenant text COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant'),
  shelf text COLLATE "C" NOT NULL,
  no bigint NOT NULL,
  embedder text COLLATE "C" NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (tenant, shelf, no, embedder)
);
ALTER TABLE vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE vectors FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON vectors USING (tenant = current_setting('holdfast.tenant'))
  WITH CHECK (tenant = current_setting('holdfast.tenant') AND tenant <> '');
