-- Every index costs every exchange that is recorded. There is one for what
-- selects few of many rows; the rest is found by walking along seq, which rows
-- without their details make cheap. Partial ones leave out the usual value.
CREATE UNIQUE INDEX exchanges_id ON exchanges (id);
CREATE INDEX exchanges_version   ON exchanges (version);
CREATE INDEX exchanges_session   ON exchanges (session, seq);
CREATE INDEX exchanges_agent     ON exchanges (agent, seq);
CREATE INDEX exchanges_origin    ON exchanges (origin, seq)   WHERE origin <> 'client';
CREATE INDEX exchanges_method    ON exchanges (method, seq)   WHERE method <> 'POST';
CREATE INDEX exchanges_status    ON exchanges (status, seq)   WHERE status >= 300;
CREATE INDEX exchanges_outcome   ON exchanges (outcome, seq)  WHERE outcome <> 'agent';
CREATE INDEX exchanges_slow      ON exchanges (seq, duration) WHERE duration >= 100000000;
CREATE INDEX exchanges_op        ON exchanges (op, seq)       WHERE op IS NOT NULL;
CREATE INDEX exchanges_task      ON exchanges (task, seq)     WHERE task IS NOT NULL;
CREATE INDEX exchanges_context   ON exchanges (context, seq)  WHERE context IS NOT NULL;
CREATE INDEX exchanges_state     ON exchanges (state, seq)    WHERE state IS NOT NULL;
CREATE INDEX exchanges_worst     ON exchanges (worst, seq)    WHERE worst IS NOT NULL;
CREATE INDEX exchanges_link      ON exchanges (link, seq)     WHERE link <> '';

-- When the exchanges of each block of 1,024 rows began, at the earliest and at
-- the latest: a list by time walks only blocks that can hold what it wants,
-- whatever the order of the rows. Removing rows leaves the bounds wide.
CREATE TABLE blocks (
  block INTEGER PRIMARY KEY, -- seq >> 10
  first INTEGER NOT NULL,
  last  INTEGER NOT NULL
) STRICT;

INSERT INTO blocks (block, first, last)
  SELECT seq >> 10, min(started), max(started) FROM exchanges NOT INDEXED GROUP BY seq >> 10;

CREATE TRIGGER exchange_in AFTER INSERT ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges + 1,
    probes    = probes + (new.origin = 'console'),
    bytes     = bytes + new.request_kept + new.response_kept,
    errors    = errors + (new.origin <> 'console' AND (new.outcome NOT IN ('', 'agent') OR new.error IS NOT NULL))
  WHERE n = new.session;
  INSERT INTO blocks (block, first, last) VALUES (new.seq >> 10, new.started, new.started)
    ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)
    WHERE excluded.first < first OR excluded.last > last;
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

-- The words of the index of words, in order: to look up those that begin so.
CREATE VIRTUAL TABLE terms USING fts5vocab('words', 'instance');
