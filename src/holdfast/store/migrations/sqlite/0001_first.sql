-- The first schema. Every INTEGER PRIMARY KEY is declared, because VACUUM renumbers implicit ones.
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- A namespace. Only `group_id` leaves the machine; `identity` is empty where it would be a path.
CREATE TABLE groups (
  group_no INTEGER PRIMARY KEY,
  group_id TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  agent TEXT NOT NULL DEFAULT '',
  label TEXT NOT NULL DEFAULT '',
  identity TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL
);

-- Other ids under which a group is found: merged workspaces, clones, another machine's key.
CREATE TABLE aliases (
  alias TEXT PRIMARY KEY,
  group_no INTEGER NOT NULL,
  is_local INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX aliases_by_group ON aliases (group_no);

-- Trust belongs to a folder and the repository found in it. `root_id` is a keyed digest of the path.
CREATE TABLE roots (
  root_id TEXT NOT NULL,
  owner TEXT NOT NULL,
  group_no INTEGER NOT NULL,
  remote TEXT NOT NULL DEFAULT '',
  trust TEXT NOT NULL DEFAULT 'unknown',
  decided_at TEXT,
  PRIMARY KEY (root_id, owner)
) WITHOUT ROWID;
CREATE INDEX roots_by_group ON roots (group_no);

CREATE TABLE consents (
  group_no INTEGER NOT NULL,
  owner TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  purposes TEXT NOT NULL,
  text_version INTEGER NOT NULL,
  granted_at TEXT NOT NULL,
  revoked_at TEXT,
  PRIMARY KEY (group_no, owner, endpoint)
) WITHOUT ROWID;

CREATE TABLE sessions (
  session_no INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  group_no INTEGER NOT NULL UNIQUE,
  workspace_no INTEGER NOT NULL,
  owner TEXT NOT NULL,
  host TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'active',
  started_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  ended_at TEXT,
  turn_count INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 0,
  task TEXT,
  project TEXT,
  git TEXT
);
CREATE INDEX sessions_by_workspace ON sessions (workspace_no, seen_at);
CREATE INDEX sessions_by_id ON sessions (id);

-- The journal. Rows are never updated; a scrub or a purge is the only thing that touches them.
CREATE TABLE episodes (
  episode_no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  group_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  turn TEXT NOT NULL,
  role TEXT NOT NULL,
  origin TEXT NOT NULL,
  host TEXT NOT NULL,
  content TEXT NOT NULL,
  truncated INTEGER NOT NULL,
  redacted INTEGER NOT NULL,
  task TEXT,
  project TEXT,
  occurred_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (group_no, name)
);

CREATE TABLE memories (
  memory_no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  group_no INTEGER NOT NULL,
  layer TEXT NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  origin TEXT NOT NULL,
  status TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  citations TEXT NOT NULL,
  anchors TEXT NOT NULL DEFAULT '{}',
  confidence REAL NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  valid_to TEXT,
  project TEXT,
  task TEXT,
  subject TEXT,
  reason TEXT NOT NULL,
  superseded_by TEXT,
  conflicts_with TEXT,
  version INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  digest TEXT NOT NULL,
  recall_count INTEGER NOT NULL DEFAULT 0,
  last_recalled_at TEXT
);
CREATE INDEX memories_by_time ON memories (group_no, updated_at, memory_no);
CREATE INDEX memories_by_fingerprint ON memories (group_no, fingerprint);
CREATE INDEX memories_by_subject ON memories (group_no, subject) WHERE subject IS NOT NULL;
CREATE INDEX memories_by_layer ON memories (group_no, layer, updated_at) WHERE layer <> 'L1';

-- The full-text index. Each term carries its shelf (layer and group) as a prefix, so that a search
-- reads the postings of the groups it may see and no others, and document frequencies never tell
-- one group about another. Terms come analysed from text/terms.py; the tokenizer only splits them.
CREATE VIRTUAL TABLE search USING fts5(
  terms,
  tokenize = "ascii tokenchars '_./-:+#@$%&*~=|!?^'"
);
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search, row);
CREATE TABLE shelves (
  shelf TEXT PRIMARY KEY,
  documents INTEGER NOT NULL,
  length INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE derivations (
  child TEXT NOT NULL,
  parent TEXT NOT NULL,
  how TEXT NOT NULL,
  PRIMARY KEY (child, parent)
) WITHOUT ROWID;
CREATE INDEX derivations_by_parent ON derivations (parent);

CREATE TABLE projects (
  project_no INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  group_no INTEGER NOT NULL,
  about TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (group_no, name)
);

CREATE TABLE tasks (
  task_no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  group_no INTEGER NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  status TEXT NOT NULL,
  project TEXT,
  links TEXT NOT NULL,
  archived_as TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  done_at TEXT,
  digest TEXT NOT NULL
);
CREATE INDEX tasks_by_group ON tasks (group_no, status, updated_at);

CREATE TABLE recalls (
  recall_no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workspace_no INTEGER NOT NULL,
  group_no INTEGER NOT NULL,
  owner TEXT NOT NULL,
  turn TEXT NOT NULL,
  at TEXT NOT NULL,
  purpose TEXT NOT NULL,
  query TEXT NOT NULL,
  scopes TEXT NOT NULL,
  block TEXT NOT NULL,
  chars INTEGER NOT NULL,
  found INTEGER NOT NULL,
  timings TEXT NOT NULL
);
CREATE INDEX recalls_by_owner ON recalls (owner, workspace_no, recall_no);
CREATE INDEX recalls_by_session ON recalls (group_no);
-- Not indexed by memory: that would cost each recall as many pages again, and who asks can wait for a scan of the log.
CREATE TABLE recall_hits (
  recall_no INTEGER NOT NULL,
  place INTEGER NOT NULL,
  memory TEXT NOT NULL,
  outcome TEXT NOT NULL,
  score REAL NOT NULL,
  parts TEXT NOT NULL,
  PRIMARY KEY (recall_no, place)
) WITHOUT ROWID;

-- What a session has been shown already, until its host compacts and the epoch moves on.
CREATE TABLE injections (
  group_no INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  memory TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (group_no, epoch, memory)
) WITHOUT ROWID;
CREATE INDEX injections_by_memory ON injections (memory);

CREATE TABLE queue (
  job_no INTEGER PRIMARY KEY,
  sink TEXT NOT NULL,
  name TEXT NOT NULL,
  group_no INTEGER NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'ready',
  attempts INTEGER NOT NULL DEFAULT 0,
  ready_at TEXT NOT NULL,
  lease_owner TEXT,
  lease_until TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (sink, name)
);
CREATE INDEX queue_by_state ON queue (sink, state, ready_at);
CREATE INDEX queue_by_group ON queue (group_no);
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until TEXT NOT NULL
) WITHOUT ROWID;

-- Keyed digests only: a tombstone must not keep what it buries.
CREATE TABLE tombstones (
  group_no INTEGER NOT NULL,
  mark TEXT NOT NULL,
  memory TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (group_no, mark)
) WITHOUT ROWID;

CREATE TABLE changes (
  change_no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  owner TEXT NOT NULL,
  actor TEXT NOT NULL,
  verb TEXT NOT NULL,
  reason TEXT NOT NULL,
  undoes TEXT,
  undone_by TEXT
);
CREATE TABLE change_rows (
  change_no INTEGER NOT NULL,
  place INTEGER NOT NULL,
  noun TEXT NOT NULL,
  row_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  digest TEXT NOT NULL,
  PRIMARY KEY (change_no, place)
) WITHOUT ROWID;
CREATE INDEX change_rows_by_row ON change_rows (row_id);

-- Who did what when, without any text; each row's hash covers the one before it.
CREATE TABLE audit (
  audit_no INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  verb TEXT NOT NULL,
  subjects TEXT NOT NULL,
  hash TEXT NOT NULL
);

CREATE TABLE failures (
  failure_no INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  place TEXT NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  hint TEXT NOT NULL
);
