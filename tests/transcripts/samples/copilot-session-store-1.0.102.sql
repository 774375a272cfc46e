CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, repository TEXT, host_type TEXT, branch TEXT, summary TEXT,
  created_at TEXT DEFAULT (datetime('now')), updated_at TEXT DEFAULT (datetime('now')));
CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id),
  turn_index INTEGER NOT NULL, user_message TEXT, assistant_response TEXT, timestamp TEXT DEFAULT (datetime('now')),
  UNIQUE(session_id, turn_index));
INSERT INTO sessions (id, cwd, branch, created_at) VALUES
  ('6e2166a8-3bb4-43c9-bd37-74d123e0a475', '/srv/shop', 'main', '2026-11-19T20:56:31.504Z');
INSERT INTO turns (session_id, turn_index, user_message, assistant_response, timestamp) VALUES
  ('6e2166a8-3bb4-43c9-bd37-74d123e0a475', 0, 'We always use pnpm here, never npm.', 'Understood: pnpm it is.',
   '2026-11-19T20:56:31.785Z'),
  ('6e2166a8-3bb4-43c9-bd37-74d123e0a475', 1, 'How do I install?', 'Run pnpm install.', '2026-11-19T20:56:40.497Z');
