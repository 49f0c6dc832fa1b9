-- The rows of exchanges without what moved to other tables. Indexes and
-- triggers go with the old table; 008 makes them anew.

-- name: table
CREATE TABLE exchanges_new (
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
  problem        TEXT    NOT NULL
) STRICT;

-- name: count
SELECT count(*) FROM exchanges;

-- name: next
SELECT max(seq) FROM (SELECT seq FROM exchanges NOT INDEXED WHERE seq > ? ORDER BY seq LIMIT ?);

-- name: rows
INSERT INTO exchanges_new
  SELECT seq, id, version, session, agent, origin, method, status, outcome,
    started, request_done, answered, first_byte, last_byte, ended, duration,
    request_bytes, response_bytes, request_kept, response_kept, frames, incomplete, rewritten,
    op, dialect, binding, task, context, state, error, findings, worst, link, tap, caller, url, problem
  FROM exchanges WHERE seq > ? AND seq <= ?;

-- name: details
INSERT INTO details (seq, request, response, redactions, text)
  SELECT seq, request, response, nullif(redactions, ''), nullif(text, '') FROM exchanges WHERE seq > ? AND seq <= ?;

-- name: unlabelled
INSERT INTO unlabelled (seq) SELECT seq FROM exchanges WHERE seq > ? AND seq <= ? AND labelled = 0;

-- name: swap
DROP TABLE exchanges;
ALTER TABLE exchanges_new RENAME TO exchanges;

-- name: marks
INSERT INTO meta (name, value) VALUES
  ('seq',     max((SELECT coalesce(max(seq), 0) FROM exchanges), (SELECT coalesce(max(key), 0) >> 30 FROM chunks))),
  ('session', max((SELECT coalesce(max(n), 0) FROM sessions), (SELECT coalesce(max(session), 0) FROM exchanges))),
  ('version', (SELECT coalesce(max(version), 0) FROM exchanges))
ON CONFLICT DO UPDATE SET value = max(value, excluded.value);
