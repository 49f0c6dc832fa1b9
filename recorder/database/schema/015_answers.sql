-- An answer that is not what its operation returns failed, also where that is a task that was
-- asked for: it breaks a rule of the protocol and tells no state. See words.EndingOf.
DROP TRIGGER exchange_in;
DROP TRIGGER exchange_change;
DROP TRIGGER exchange_out;
DROP INDEX exchanges_failed;
ALTER TABLE exchanges DROP COLUMN failed;
ALTER TABLE exchanges ADD COLUMN failed INTEGER GENERATED ALWAYS AS (
  status >= 400 OR error IS NOT NULL OR cut_off = 1 OR outcome IN ('cut', 'timeout', 'refused', 'unreachable')
  OR coalesce(state IN ('TASK_STATE_FAILED', 'TASK_STATE_REJECTED'), 0)
  OR coalesce(within = 3, 0) AND outcome = 'agent' AND status BETWEEN 200 AND 299 AND response_bytes > 0
     AND coalesce(state, 'TASK_STATE_UNSPECIFIED') = 'TASK_STATE_UNSPECIFIED'
     AND coalesce(op IN ('GetTask', 'CancelTask') OR op IN ('SendMessage', 'SendStreamingMessage') AND (task IS NULL OR state IS NOT NULL), 0)
) VIRTUAL;

CREATE INDEX exchanges_failed ON exchanges (seq) WHERE failed = 1;

CREATE TRIGGER exchange_in AFTER INSERT ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges + 1,
    probes    = probes + (new.origin = 'console'),
    bytes     = bytes + new.request_kept + new.response_kept,
    errors    = errors + (new.origin <> 'console' AND new.failed)
  WHERE n = new.session;
  INSERT INTO blocks (block, first, last) VALUES (new.seq >> 10, new.started, new.started)
    ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)
    WHERE excluded.first < first OR excluded.last > last;
END;

CREATE TRIGGER exchange_change AFTER UPDATE OF request_kept, response_kept, response_bytes, outcome, status, op, task, state, error, within, cut_off ON exchanges
WHEN old.request_kept + old.response_kept <> new.request_kept + new.response_kept OR old.failed <> new.failed
BEGIN
  UPDATE sessions SET
    bytes  = bytes + new.request_kept + new.response_kept - old.request_kept - old.response_kept,
    errors = errors + (new.origin <> 'console' AND new.failed) - (old.origin <> 'console' AND old.failed)
  WHERE n = new.session;
END;

CREATE TRIGGER exchange_out AFTER DELETE ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges - 1,
    probes    = probes - (old.origin = 'console'),
    bytes     = bytes - old.request_kept - old.response_kept,
    errors    = errors - (old.origin <> 'console' AND old.failed)
  WHERE n = old.session;
END;

UPDATE sessions SET
  errors = (SELECT count(*) FROM exchanges e INDEXED BY exchanges_failed WHERE e.failed = 1 AND e.session = sessions.n AND e.origin <> 'console');
