CREATE TABLE memory_history (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_id TEXT NOT NULL, previous_value TEXT,
  new_value TEXT, action TEXT NOT NULL, created_at TEXT, updated_at TEXT, is_deleted INTEGER DEFAULT 0);
INSERT INTO memory_history (memory_id, previous_value, new_value, action, created_at, updated_at, is_deleted) VALUES
  ('m1', NULL, 'I prefer tabs over spaces.', 'ADD', '2026-11-19T21:07:42.905Z', NULL, 0),
  ('m2', NULL, 'The staging server is in Zurich.', 'ADD', '2026-11-19T21:07:42.957Z', NULL, 0),
  ('m1', 'I prefer tabs over spaces.', 'I prefer spaces over tabs.', 'UPDATE', '2026-11-19T21:07:42.905Z', '2026-11-19T21:07:43.025Z', 0),
  ('m3', NULL, 'Delete me.', 'ADD', '2026-11-19T21:07:43.038Z', NULL, 0),
  ('m3', 'Delete me.', NULL, 'DELETE', '2026-11-19T21:07:43.038Z', '2026-11-19T21:07:43.061Z', 1);
