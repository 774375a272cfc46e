-- name: find
SELECT g.group_no, g.group_id, g.scope, g.agent, g.label, g.identity
FROM aliases AS a JOIN groups AS g ON g.group_no = a.group_no WHERE a.alias = :alias

-- name: get
SELECT group_no, group_id, scope, agent, label, identity FROM groups WHERE group_no = :group_no

-- name: insert
INSERT INTO groups (group_id, scope, agent, label, identity, created_at)
VALUES (:group_id, :scope, :agent, :label, :identity, :created_at)
ON CONFLICT DO NOTHING RETURNING group_no

-- name: alias
INSERT INTO aliases (alias, group_no, is_local) VALUES (:alias, :group_no, :is_local) ON CONFLICT DO NOTHING

-- name: realias
UPDATE aliases SET group_no = :to_no WHERE group_no = :from_no

-- A group that was merged into another has no alias of its own any more and is nobody's.

-- name: all
SELECT group_no, group_id, scope, agent, label, identity FROM groups WHERE group_no IN (SELECT group_no FROM aliases)
ORDER BY group_no

-- name: of_scope
SELECT group_no, group_id, scope, agent, label, identity FROM groups WHERE scope = :scope AND agent = :agent
  AND group_no IN (SELECT group_no FROM aliases)
ORDER BY label, group_no

-- name: used_by
SELECT group_no FROM roots WHERE owner = :owner UNION SELECT group_no FROM consents WHERE owner = :owner
UNION SELECT workspace_no FROM sessions WHERE owner = :owner

-- name: rename
UPDATE groups SET label = :label WHERE group_no = :group_no

-- A rewritten first commit takes the place of the old one: a repository without a remote has nothing else to go by.

-- name: reidentify
UPDATE groups SET identity = :identity WHERE group_no = :group_no

-- name: identities
SELECT g.identity FROM aliases AS a JOIN groups AS g ON g.group_id = a.alias
WHERE a.group_no = :group_no AND g.identity <> ''

-- name: delete
DELETE FROM groups WHERE group_no = :group_no

-- name: unalias
DELETE FROM aliases WHERE group_no = :group_no

-- name: root
SELECT group_no, remote, trust, decided_at FROM roots WHERE root_id = :root_id AND owner = :owner

-- name: roots_of
SELECT root_id, trust, decided_at FROM roots WHERE group_no = :group_no AND owner = :owner ORDER BY root_id

-- name: set_root
INSERT INTO roots (root_id, owner, group_no, remote, trust, decided_at)
VALUES (:root_id, :owner, :group_no, :remote, :trust, :decided_at)
ON CONFLICT @key(root_id, owner) DO UPDATE
SET group_no = :group_no, remote = :remote, trust = :trust, decided_at = :decided_at

-- name: move_roots
UPDATE roots SET group_no = :to_no WHERE group_no = :from_no

-- name: drop_roots
DELETE FROM roots WHERE group_no = :group_no

-- name: consent
SELECT group_no, endpoint, purposes, text_version, granted_at, revoked_at FROM consents
WHERE group_no = :group_no AND owner = :owner AND endpoint = :endpoint

-- name: consents
SELECT group_no, endpoint, purposes, text_version, granted_at, revoked_at FROM consents
WHERE owner = :owner ORDER BY group_no, endpoint

-- name: grant
INSERT INTO consents (group_no, owner, endpoint, purposes, text_version, granted_at, revoked_at)
VALUES (:group_no, :owner, :endpoint, :purposes, :text_version, :granted_at, NULL)
ON CONFLICT @key(group_no, owner, endpoint) DO UPDATE
SET purposes = :purposes, text_version = :text_version, granted_at = :granted_at, revoked_at = NULL

-- name: revoke
UPDATE consents SET revoked_at = :revoked_at
WHERE group_no = :group_no AND owner = :owner AND revoked_at IS NULL RETURNING endpoint

-- name: drop_consents
DELETE FROM consents WHERE group_no = :group_no

-- name: meta
SELECT value FROM meta WHERE name = :name

-- name: set_meta
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT @key(name) DO UPDATE SET value = :value
