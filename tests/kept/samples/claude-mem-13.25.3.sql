CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT, memory_session_id TEXT, project TEXT,
  platform_source TEXT, user_prompt TEXT, started_at TEXT, started_at_epoch INTEGER, completed_at TEXT,
  completed_at_epoch INTEGER, status TEXT, worker_port INTEGER, prompt_counter INTEGER, custom_title TEXT,
  observed_model TEXT, observed_billing TEXT);
CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT, title TEXT,
  subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER,
  created_at TEXT, created_at_epoch INTEGER, discovery_tokens INTEGER, content_hash TEXT, generated_by_model TEXT,
  relevance_count INTEGER, merged_into_project TEXT, agent_type TEXT, agent_id TEXT, metadata TEXT, synced_at INTEGER,
  origin_device_id TEXT, origin_local_id TEXT, sync_rev TEXT);
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT,
  investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
  prompt_number INTEGER, created_at TEXT, created_at_epoch INTEGER, discovery_tokens INTEGER, merged_into_project TEXT,
  synced_at INTEGER, origin_device_id TEXT, origin_local_id TEXT, sync_rev TEXT);
INSERT INTO sdk_sessions (id, content_session_id, memory_session_id, project, started_at, started_at_epoch) VALUES (1, '0e944ec6', 'mem-1', 'shop', '2026-11-19T21:06:54.485Z', 1795122414485);
INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, narrative, concepts, files_read, files_modified, created_at, created_at_epoch) VALUES ('mem-1', 'shop', 'decision', 'Use pnpm', 'npm is not used here', '["The repository uses pnpm.","npm install breaks the lockfile."]', 'The person asked for pnpm everywhere.', '["how-it-works","package-manager"]', '["package.json"]', '["README.md"]', '2026-11-19T21:06:54.486Z', 1795122414486);
INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, narrative, concepts, files_read, files_modified, created_at, created_at_epoch) VALUES ('mem-1', 'shop', 'bugfix', 'Login redirect loop fixed', NULL, '[]', 'The cookie was set on the wrong path.', '[]', '["package.json"]', '["src/auth.ts"]', '2026-11-19T21:06:54.486Z', 1795122414486);
INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, narrative, concepts, files_read, files_modified, created_at, created_at_epoch) VALUES ('mem-1', 'shop', 'feature', 'Basket added', NULL, '["The basket is kept in the session."]', 'Customers can put tea into a basket.', '[]', '["package.json"]', '[]', '2026-11-19T21:06:54.486Z', 1795122414486);
INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, narrative, concepts, files_read, files_modified, created_at, created_at_epoch) VALUES ('mem-1', 'blog', 'discovery', 'The blog is static', NULL, '["The blog runs on Hugo."]', NULL, '[]', '["package.json"]', '[]', '2026-11-19T21:06:54.486Z', 1795122414486);
INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, narrative, concepts, files_read, files_modified, created_at, created_at_epoch, text) VALUES ('mem-1', 'shop', 'discovery', 'Old form', NULL, NULL, NULL, NULL, '["package.json"]', NULL, '2026-11-19T21:06:54.486Z', 1795122414486, 'Tests need a database.');
INSERT INTO session_summaries (memory_session_id, project, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, created_at, created_at_epoch) VALUES ('mem-1', 'shop', 'Use pnpm', 'package.json', 'The lockfile is pnpm-lock.yaml.', 'README updated', 'CI', '[]', '[]', NULL, '2026-11-19T21:06:54.487Z', 1795122414487);
