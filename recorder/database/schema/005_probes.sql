-- The console's own requests are counted apart: they are no call of anybody,
-- and a look for a card that finds none is no error of the session.
ALTER TABLE sessions ADD COLUMN probes INTEGER NOT NULL DEFAULT 0;

UPDATE sessions SET
  probes = (SELECT count(*) FROM exchanges e WHERE e.session = sessions.n AND e.origin = 'console'),
  errors = (SELECT count(*) FROM exchanges e WHERE e.session = sessions.n AND e.origin <> 'console'
            AND (e.outcome NOT IN ('', 'agent') OR e.error IS NOT NULL));

DELETE FROM session_origins;
INSERT INTO session_origins (session, origin)
  SELECT DISTINCT session, agent FROM exchanges WHERE origin <> 'console';

DROP TRIGGER exchange_in;
DROP TRIGGER exchange_change;
DROP TRIGGER exchange_out;

CREATE TRIGGER exchange_in AFTER INSERT ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges + 1,
    probes    = probes + (new.origin = 'console'),
    bytes     = bytes + new.request_kept + new.response_kept,
    errors    = errors + (new.origin <> 'console' AND (new.outcome NOT IN ('', 'agent') OR new.error IS NOT NULL))
  WHERE n = new.session;
END;

CREATE TRIGGER exchange_change AFTER UPDATE OF request_kept, response_kept, outcome, error ON exchanges
WHEN old.request_kept + old.response_kept <> new.request_kept + new.response_kept
  OR old.outcome <> new.outcome OR old.error IS NOT new.error
BEGIN
  UPDATE sessions SET
    bytes  = bytes + new.request_kept + new.response_kept - old.request_kept - old.response_kept,
    errors = errors + (new.origin <> 'console' AND (new.outcome NOT IN ('', 'agent') OR new.error IS NOT NULL))
                    - (old.origin <> 'console' AND (old.outcome NOT IN ('', 'agent') OR old.error IS NOT NULL))
  WHERE n = new.session;
END;

CREATE TRIGGER exchange_out AFTER DELETE ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges - 1,
    probes    = probes - (old.origin = 'console'),
    bytes     = bytes - old.request_kept - old.response_kept,
    errors    = errors - (old.origin <> 'console' AND (old.outcome NOT IN ('', 'agent') OR old.error IS NOT NULL))
  WHERE n = old.session;
END;
