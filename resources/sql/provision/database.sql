-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lets the owner make the schema in this database; run by the database's owner or a superuser before the migrations.
DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON DATABASE %I TO onceover_owner', current_database());
END
$$;
