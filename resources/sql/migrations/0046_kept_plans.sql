-- SPDX-License-Identifier: GPL-3.0-or-later
-- What is frozen and what is exempt is asked for with every claim and every mark. As a function in SQL, or as a view within the statement,
-- it was planned or at least set up each time, mostly for nothing; PL/pgSQL keeps the plan for the session, and runs it when it is needed.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE OR REPLACE FUNCTION frozen_scopes() RETURNS text[] LANGUAGE plpgsql STABLE SET search_path = onceover, pg_temp AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(scope_word(scope_kind, scope_ref)), '{}') FROM freezes_in_force);
END
$$;

-- exempt_in_force, for statements that mostly need not look.
CREATE FUNCTION exempt_operations() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SET search_path = onceover, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT x.operation_id FROM exempt_in_force x;
END
$$;
REVOKE EXECUTE ON FUNCTION exempt_operations() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION exempt_operations() TO onceover_worker, onceover_sender, onceover_resolver;

SELECT record_guards();
