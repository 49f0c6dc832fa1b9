-- Times are nanoseconds since 1970 UTC, 0 for "not yet". Labels are NULL where
-- a reading found nothing, which also keeps them out of the partial indexes.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  n         INTEGER PRIMARY KEY,
  id        TEXT    NOT NULL UNIQUE,
  name      TEXT    NOT NULL,
  started   INTEGER NOT NULL,
  ended     INTEGER NOT NULL DEFAULT 0,
  deleted   INTEGER NOT NULL DEFAULT 0,
  exchanges INTEGER NOT NULL DEFAULT 0, -- kept by the triggers below
  bytes     INTEGER NOT NULL DEFAULT 0,
  errors    INTEGER NOT NULL DEFAULT 0,
  host      TEXT    NOT NULL DEFAULT '', -- who records into it, while ended is 0
  pid       INTEGER NOT NULL DEFAULT 0,
  beat      INTEGER NOT NULL DEFAULT 0   -- when that program last said so
) STRICT;

CREATE TABLE origins (
  n      INTEGER PRIMARY KEY,
  origin TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE session_origins (
  session INTEGER NOT NULL,
  origin  INTEGER NOT NULL,
  PRIMARY KEY (session, origin)
) STRICT, WITHOUT ROWID;

CREATE TABLE agents (
  origin   TEXT PRIMARY KEY,
  name     TEXT    NOT NULL,
  card_url TEXT    NOT NULL,
  endpoint TEXT    NOT NULL,
  tap_port INTEGER NOT NULL,
  added    INTEGER NOT NULL,
  seen     INTEGER NOT NULL,
  hidden   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE exchanges (
  seq            INTEGER PRIMARY KEY,
  id             TEXT    NOT NULL,
  version        INTEGER NOT NULL,
  session        INTEGER NOT NULL,
  agent          INTEGER NOT NULL,
  origin         TEXT    NOT NULL,
  method         TEXT    NOT NULL,
  status         INTEGER NOT NULL,
  outcome        TEXT    NOT NULL,
  started        INTEGER NOT NULL,
  request_done   INTEGER NOT NULL,
  answered       INTEGER NOT NULL,
  first_byte     INTEGER NOT NULL,
  last_byte      INTEGER NOT NULL,
  ended          INTEGER NOT NULL,
  duration       INTEGER,          -- NULL while open
  request_bytes  INTEGER NOT NULL,
  response_bytes INTEGER NOT NULL,
  request_kept   INTEGER NOT NULL,
  response_kept  INTEGER NOT NULL,
  frames         INTEGER NOT NULL,
  incomplete     INTEGER NOT NULL,
  rewritten      INTEGER NOT NULL,
  labelled       INTEGER NOT NULL DEFAULT 0, -- 1 once the labels are final
  op             TEXT,
  dialect        TEXT,
  binding        TEXT,
  task           TEXT,
  context        TEXT,
  state          TEXT,
  error          TEXT,
  findings       INTEGER NOT NULL DEFAULT 0,
  worst          INTEGER,          -- 1 info, 2 warning, 3 error
  link           TEXT    NOT NULL,
  tap            TEXT    NOT NULL,
  caller         TEXT    NOT NULL,
  url            TEXT    NOT NULL,
  problem        TEXT    NOT NULL,
  request        TEXT    NOT NULL, -- wire.Head as JSON
  response       TEXT    NOT NULL,
  redactions     TEXT    NOT NULL, -- JSON, or ''
  text           TEXT
) STRICT;

CREATE UNIQUE INDEX exchanges_id ON exchanges (id);
CREATE INDEX exchanges_version   ON exchanges (version);
CREATE INDEX exchanges_session   ON exchanges (session, seq);
CREATE INDEX exchanges_agent     ON exchanges (agent, seq);
CREATE INDEX exchanges_origin    ON exchanges (origin, seq)   WHERE origin <> 'client';
CREATE INDEX exchanges_method    ON exchanges (method, seq)   WHERE method <> 'POST';
CREATE INDEX exchanges_status    ON exchanges (status, seq)   WHERE status >= 300;
CREATE INDEX exchanges_outcome   ON exchanges (outcome, seq)  WHERE outcome <> 'agent';
CREATE INDEX exchanges_slow      ON exchanges (seq, duration) WHERE duration >= 100000000;
CREATE INDEX exchanges_unread    ON exchanges (seq)           WHERE labelled = 0;
CREATE INDEX exchanges_op        ON exchanges (op, seq)       WHERE op IS NOT NULL;
CREATE INDEX exchanges_dialect   ON exchanges (dialect, seq)  WHERE dialect IS NOT NULL;
CREATE INDEX exchanges_binding   ON exchanges (binding, seq)  WHERE binding IS NOT NULL;
CREATE INDEX exchanges_task      ON exchanges (task, seq)     WHERE task IS NOT NULL;
CREATE INDEX exchanges_context   ON exchanges (context, seq)  WHERE context IS NOT NULL;
CREATE INDEX exchanges_state     ON exchanges (state, seq)    WHERE state IS NOT NULL;
CREATE INDEX exchanges_worst     ON exchanges (worst, seq)    WHERE worst IS NOT NULL;

-- One row per read from the wire. The key packs the exchange's seq, the side
-- and the read's number (see key.go), so that a body lies together and in
-- order, and offsets and frames are found by halving.
CREATE TABLE chunks (
  key    INTEGER PRIMARY KEY,
  off    INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  waited INTEGER NOT NULL,
  frame  INTEGER NOT NULL, -- frames begun before this chunk
  start  INTEGER NOT NULL, -- where the frame that is open at off began; off when none is
  codec  INTEGER NOT NULL, -- 0: as it came
  data   BLOB    NOT NULL
) STRICT;

-- What is searched: extracted text, URL and ids of an exchange; rowid is seq.
CREATE VIRTUAL TABLE words USING fts5(
  text, content = '', contentless_delete = 1, tokenize = 'unicode61'
);

CREATE TRIGGER exchange_in AFTER INSERT ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges + 1,
    bytes     = bytes + new.request_kept + new.response_kept,
    errors    = errors + (new.outcome NOT IN ('', 'agent') OR new.error IS NOT NULL)
  WHERE n = new.session;
END;

CREATE TRIGGER exchange_change AFTER UPDATE OF request_kept, response_kept, outcome, error ON exchanges
WHEN old.request_kept + old.response_kept <> new.request_kept + new.response_kept
  OR old.outcome <> new.outcome OR old.error IS NOT new.error
BEGIN
  UPDATE sessions SET
    bytes  = bytes + new.request_kept + new.response_kept - old.request_kept - old.response_kept,
    errors = errors + (new.outcome NOT IN ('', 'agent') OR new.error IS NOT NULL)
                    - (old.outcome NOT IN ('', 'agent') OR old.error IS NOT NULL)
  WHERE n = new.session;
END;

CREATE TRIGGER exchange_out AFTER DELETE ON exchanges BEGIN
  UPDATE sessions SET
    exchanges = exchanges - 1,
    bytes     = bytes - old.request_kept - old.response_kept,
    errors    = errors - (old.outcome NOT IN ('', 'agent') OR old.error IS NOT NULL)
  WHERE n = old.session;
END;
