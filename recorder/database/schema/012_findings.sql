-- What is wrong with exchanges: a row for each check that one breaks. Rows are written
-- with the labels of their exchange, and go when it goes.
CREATE TABLE findings (
  check_id TEXT    NOT NULL,
  exchange INTEGER NOT NULL, -- seq
  session  INTEGER NOT NULL,
  severity INTEGER NOT NULL, -- of the worst: 1 info, 2 warning, 3 error
  count    INTEGER NOT NULL, -- in how many places
  times    INTEGER NOT NULL, -- how often
  across   TEXT,             -- JSON, of those that only show beside other exchanges; last, because it may be long
  PRIMARY KEY (check_id, exchange)
) STRICT, WITHOUT ROWID;

CREATE INDEX findings_exchange ON findings (exchange);

CREATE TRIGGER exchange_unfind AFTER DELETE ON exchanges BEGIN
  DELETE FROM findings WHERE exchange = old.seq;
END;

-- Checks whose findings are counted apart, and why.
CREATE TABLE mutes (
  check_id TEXT    NOT NULL,
  session  INTEGER NOT NULL, -- 0: in all
  reason   TEXT    NOT NULL,
  created  INTEGER NOT NULL,
  PRIMARY KEY (check_id, session)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER session_unmute AFTER DELETE ON sessions BEGIN
  DELETE FROM mutes WHERE session = old.n;
END;

CREATE TRIGGER mute_in AFTER INSERT ON mutes BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;

CREATE TRIGGER mute_change AFTER UPDATE ON mutes BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;

CREATE TRIGGER mute_out AFTER DELETE ON mutes BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;

-- Up to this exchange the record knows how many findings there are, not which, until it
-- is read again.
INSERT INTO meta (name, value) SELECT 'findings_after', coalesce(max(seq), 0) FROM exchanges;

-- The worst that an exchange shows by itself. Whether it failed follows from that: what
-- only shows beside others does not make it fail.
ALTER TABLE exchanges ADD COLUMN within INTEGER;
ALTER TABLE exchanges ADD COLUMN cut_off INTEGER NOT NULL DEFAULT 0; -- a document of the answer ends before it is whole
UPDATE exchanges SET within = worst WHERE worst IS NOT NULL;

DROP TRIGGER exchange_in;
DROP TRIGGER exchange_change;
DROP TRIGGER exchange_out;
DROP INDEX exchanges_failed;
ALTER TABLE exchanges DROP COLUMN failed;
ALTER TABLE exchanges ADD COLUMN failed INTEGER GENERATED ALWAYS AS (
  status >= 400 OR error IS NOT NULL OR cut_off = 1 OR outcome IN ('cut', 'timeout', 'refused', 'unreachable')
  OR coalesce(state IN ('TASK_STATE_FAILED', 'TASK_STATE_REJECTED'), 0)
  OR coalesce(op IN ('SendMessage', 'SendStreamingMessage') AND within = 3, 0)
     AND outcome = 'agent' AND status BETWEEN 200 AND 299 AND response_bytes > 0 AND task IS NULL AND state IS NULL
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
