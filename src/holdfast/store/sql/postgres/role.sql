-- Whoever is above row level security (superusers, BYPASSRLS) works as this role, which is not. Who may not make
-- it does not need it: the policies bind an ordinary owner of the tables too.

-- name: make
DO $$
BEGIN
  BEGIN
    CREATE ROLE holdfast_app NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
  END;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'holdfast_app') THEN
    GRANT USAGE ON SCHEMA holdfast TO holdfast_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA holdfast TO holdfast_app;
    REVOKE INSERT, UPDATE, DELETE ON holdfast_schema FROM holdfast_app;
    BEGIN
      GRANT holdfast_app TO CURRENT_USER;
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END;
  END IF;
END
$$

-- name: take
SELECT set_config('role', 'holdfast_app', true)
