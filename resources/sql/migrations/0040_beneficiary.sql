-- SPDX-License-Identifier: GPL-3.0-or-later
-- To whom a merchant is paid changes by two persons alone (DESIGN.md section 9). The plan shows old and new masked, with
-- fingerprints; the account itself is kept apart. Operations keep the beneficiary that they were planned with.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- What an approved request is to write. Nobody but who executes it needs the account.
CREATE TABLE beneficiary_wish (
  approval_id bigint PRIMARY KEY REFERENCES approval,
  merchant_id bigint NOT NULL,
  name        text NOT NULL,
  account     text NOT NULL,
  country     char(2) NOT NULL
);
SELECT guard_append_only('beneficiary_wish');

-- As the snapshot of an operation names it.
CREATE FUNCTION beneficiary_fingerprint(p_name text, p_account text, p_country text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(p_name || E'\n' || p_account || E'\n' || p_country, 'UTF8')), 'hex');

CREATE FUNCTION beneficiary_is_approved(p_merchant_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'beneficiary' AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND (a.plan ->> 'merchant')::bigint = p_merchant_id)
$$;
DROP TRIGGER guard_update ON merchant;
DROP TRIGGER guard_delete ON merchant;
SELECT make_guard_update('merchant', p_mutable => '{name,time_zone,cutoff,channel_id,beneficiary_name,beneficiary_account,
  beneficiary_country,minimum_payout_minor,on_hold,settle_by,notify_mail,notify_webhook}',
  p_rules => ARRAY['OC008', 'two persons change to whom a merchant is paid',
    $$(OLD.beneficiary_name, OLD.beneficiary_account, OLD.beneficiary_country) IS DISTINCT FROM (NEW.beneficiary_name, NEW.beneficiary_account, NEW.beneficiary_country)
        AND NOT beneficiary_is_approved(NEW.merchant_id)$$]);

CREATE FUNCTION beneficiary_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('now', beneficiary_fingerprint(m.beneficiary_name, m.beneficiary_account, m.beneficiary_country))
    FROM merchant m WHERE m.merchant_id = (p_plan ->> 'merchant')::bigint
$$;

CREATE FUNCTION request_beneficiary(p_merchant bigint, p_name text, p_account text, p_country text, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'merchant ' || coalesce(p_merchant::text, '');
  name_   constant text := normalize(btrim(coalesce(p_name, '')), NFC);
  account constant text := btrim(coalesce(p_account, ''));
  country constant text := coalesce(p_country, '');
  same    constant jsonb := jsonb_build_object('merchant', p_merchant, 'new', beneficiary_fingerprint(name_, account, country));
  answer  request_answer := request_seen('beneficiary', same, p_reason, p_request_id, target);
  refused text;
  m       merchant;
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO m FROM merchant q WHERE q.merchant_id = p_merchant;
  refused := CASE
    WHEN m.merchant_id IS NULL THEN 'UNKNOWN_SUBJECT'
    WHEN length(name_) NOT BETWEEN 1 AND 140 OR audit_text(name_) <> name_ OR account !~ '^[A-Za-z0-9][A-Za-z0-9-]{3,33}$' OR country !~ '^[A-Z]{2}$' THEN 'VALUE_MALFORMED'
    WHEN (m.beneficiary_name, m.beneficiary_account, m.beneficiary_country) = (name_, account, country) THEN 'NOT_IN_THIS_STATE'
    WHEN EXISTS (SELECT FROM approval q WHERE q.kind = 'beneficiary' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND (q.plan ->> 'merchant')::bigint = p_merchant)
      THEN 'OPEN_REQUEST' END;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request beneficiary', target, refused, '', p_request_id);
  END IF;
  plan := jsonb_build_object('kind', 'beneficiary', 'same', same, 'merchant', p_merchant, 'items', '[]'::jsonb,
    'old', jsonb_build_object('name', m.beneficiary_name, 'account', mask_account(m.beneficiary_account), 'country', m.beneficiary_country,
                              'fingerprint', beneficiary_fingerprint(m.beneficiary_name, m.beneficiary_account, m.beneficiary_country)),
    'new', jsonb_build_object('name', name_, 'account', mask_account(account), 'country', country, 'fingerprint', same ->> 'new'),
    -- These are paid to the old one, whatever is decided.
    'open_operations', (SELECT count(*) FROM settlement_operation o
                         WHERE o.merchant_id = p_merchant AND o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')));
  plan := plan || jsonb_build_object('facts', beneficiary_facts(plan));
  answer := request_insert('beneficiary', plan, false, p_reason, p_ticket, interval '24 hours', p_request_id, target);
  IF answer.outcome = 'DONE' THEN
    INSERT INTO beneficiary_wish (approval_id, merchant_id, name, account, country) VALUES (answer.approval_id, p_merchant, name_, account, country)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN answer;
END
$$;

CREATE FUNCTION execute_beneficiary(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM merchant m WHERE m.merchant_id = (a.plan ->> 'merchant')::bigint FOR NO KEY UPDATE;
  IF plan_now(a.plan) <> a.plan THEN
    RETURN ROW('{}'::integer[], false)::executed;
  END IF;
  -- What the checker saw is its fingerprint; another wish is not written.
  UPDATE merchant m SET beneficiary_name = w.name, beneficiary_account = w.account, beneficiary_country = w.country
    FROM beneficiary_wish w
   WHERE w.approval_id = a.approval_id AND m.merchant_id = w.merchant_id AND w.merchant_id = (a.plan ->> 'merchant')::bigint
     AND beneficiary_fingerprint(w.name, w.account, w.country) = a.plan -> 'new' ->> 'fingerprint';
  RETURN ROW('{}'::integer[], FOUND)::executed;
END
$$;

CREATE FUNCTION verify_beneficiary(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT a.status = 'FAILED'
      OR beneficiary_facts(a.plan) ->> 'now' = a.plan -> 'new' ->> 'fingerprint'
      OR EXISTS (SELECT FROM approval l WHERE l.kind = 'beneficiary' AND l.approval_id > a.approval_id AND l.executed_at IS NOT NULL AND l.plan ->> 'merchant' = a.plan ->> 'merchant')
$$;

INSERT INTO request_kind (kind, executes, facts, verifies) VALUES ('beneficiary', 'execute_beneficiary', 'beneficiary_facts', 'verify_beneficiary');

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('beneficiary_fingerprint', 'beneficiary_is_approved', 'beneficiary_facts', 'request_beneficiary', 'execute_beneficiary', 'verify_beneficiary') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT, INSERT ON beneficiary_wish TO onceover_api;
GRANT UPDATE (beneficiary_name, beneficiary_account, beneficiary_country) ON merchant TO onceover_api;
GRANT SELECT ON beneficiary_wish TO onceover_auditor;
GRANT EXECUTE ON FUNCTION request_beneficiary(bigint, text, text, text, text, text, uuid) TO onceover_operator;

SELECT record_guards();
