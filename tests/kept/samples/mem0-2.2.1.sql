CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
  created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_scope TEXT, role TEXT, content TEXT, name TEXT, created_at DATETIME);
INSERT INTO history VALUES
  ('h1', 'm1', NULL, 'I prefer tabs over spaces.', 'ADD', '2026-11-19T21:07:42.905596+00:00', '2026-11-19T21:07:42.905596+00:00', 0, NULL, 'user'),
  ('h2', 'm2', NULL, 'The staging server is in Zurich.', 'ADD', '2026-11-19T21:07:42.957649+00:00', '2026-11-19T21:07:42.957649+00:00', 0, NULL, 'user'),
  ('h3', 'm1', 'I prefer tabs over spaces.', 'I prefer spaces over tabs.', 'UPDATE', '2026-11-19T21:07:42.905596+00:00', '2026-11-19T21:07:43.025636+00:00', 0, NULL, 'user'),
  ('h4', 'm3', NULL, 'Delete me.', 'ADD', '2026-11-19T21:07:43.038516+00:00', '2026-11-19T21:07:43.038516+00:00', 0, NULL, 'user'),
  ('h5', 'm3', 'Delete me.', NULL, 'DELETE', '2026-11-19T21:07:43.038516+00:00', '2026-11-19T21:07:43.061527+00:00', 1, NULL, 'user');
