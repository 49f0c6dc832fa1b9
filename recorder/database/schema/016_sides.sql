-- Whether an exchange failed is a label: what the program says of it, kept.
DROP TRIGGER exchange_in;
DROP TRIGGER exchange_change;
DROP TRIGGER exchange_out;
DROP INDEX exchanges_failed;
ALTER TABLE exchanges RENAME COLUMN failed TO failed_before;
ALTER TABLE exchanges ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
UPDATE exchanges SET failed = 1 WHERE failed_before = 1;
ALTER TABLE exchanges DROP COLUMN failed_before;
CREATE INDEX exchanges_failed ON exchanges (seq) WHERE failed = 1;

-- The severity of the worst in the bytes of each side of an exchange.
ALTER TABLE findings ADD COLUMN request INTEGER;
ALTER TABLE findings ADD COLUMN response INTEGER;

-- An exchange is wrong that did its work although the agent's bytes break a rule. within is
-- from here on the worst that the response shows by itself.
ALTER TABLE exchanges ADD COLUMN agent_worst INTEGER;
ALTER TABLE exchanges ADD COLUMN wrong INTEGER GENERATED ALWAYS AS (failed = 0 AND outcome <> '' AND coalesce(agent_worst = 3, 0)) VIRTUAL;
CREATE INDEX exchanges_wrong ON exchanges (seq) WHERE wrong = 1;
ALTER TABLE sessions ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER exchange_in AFTER INSERT ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges + 1,
    probes    = probes + (new.origin = 'console'),
    bytes     = bytes + new.request_kept + new.response_kept,
    errors    = errors + (new.origin <> 'console' AND new.failed),
    wrong     = wrong + (new.origin <> 'console' AND new.wrong)
  WHERE n = new.session;
  INSERT INTO blocks (block, first, last) VALUES (new.seq >> 10, new.started, new.started)
    ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)
    WHERE excluded.first < first OR excluded.last > last;
END;

CREATE TRIGGER exchange_change AFTER UPDATE OF request_kept, response_kept, failed, outcome, agent_worst ON exchanges
WHEN old.request_kept + old.response_kept <> new.request_kept + new.response_kept OR old.failed <> new.failed OR old.wrong <> new.wrong
BEGIN
  UPDATE sessions SET
    bytes  = bytes + new.request_kept + new.response_kept - old.request_kept - old.response_kept,
    errors = errors + (new.origin <> 'console') * (new.failed - old.failed),
    wrong  = wrong + (new.origin <> 'console') * (new.wrong - old.wrong)
  WHERE n = new.session;
END;

CREATE TRIGGER exchange_out AFTER DELETE ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges - 1,
    probes    = probes - (old.origin = 'console'),
    bytes     = bytes - old.request_kept - old.response_kept,
    errors    = errors - (old.origin <> 'console' AND old.failed),
    wrong     = wrong - (old.origin <> 'console' AND old.wrong)
  WHERE n = old.session;
END;

-- All that was recorded before is read again.
UPDATE meta SET value = (SELECT coalesce(max(seq), 0) FROM exchanges) WHERE name = 'findings_after';
