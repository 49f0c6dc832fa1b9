-- What the migrations make of an empty file: go test ./recorder/database -update writes it.
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
, imported   INTEGER NOT NULL DEFAULT 0, source     TEXT    NOT NULL DEFAULT '', recorder   TEXT    NOT NULL DEFAULT '', incomplete INTEGER NOT NULL DEFAULT 0, note   TEXT    NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0, level   TEXT NOT NULL DEFAULT '', ignored TEXT NOT NULL DEFAULT '', probes INTEGER NOT NULL DEFAULT 0, copied INTEGER NOT NULL DEFAULT 0, owner TEXT    NOT NULL DEFAULT '', purge INTEGER NOT NULL DEFAULT 0, wrong INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE VIRTUAL TABLE words USING fts5(
  text, content = '', contentless_delete = 1, tokenize = 'unicode61'
);
CREATE TABLE session_tags (
  session INTEGER NOT NULL,
  tag     TEXT    NOT NULL,
  PRIMARY KEY (session, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE filters (
  name  TEXT PRIMARY KEY,
  text  TEXT    NOT NULL, -- in the filter language
  saved INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE owners (
  id      TEXT PRIMARY KEY,
  pid     INTEGER NOT NULL,           -- for people; the lock decides
  started INTEGER NOT NULL,
  records INTEGER NOT NULL DEFAULT 0, -- it has a journal
  segment INTEGER NOT NULL DEFAULT 1, -- journal file being drained
  pos     INTEGER NOT NULL DEFAULT 0  -- bytes of it that are in this file
) STRICT, WITHOUT ROWID;
CREATE TABLE details (
  seq           INTEGER PRIMARY KEY,
  request       TEXT NOT NULL, -- wire.Head as JSON
  response      TEXT NOT NULL,
  redactions    TEXT,          -- JSON; NULL for none, as below
  interim       TEXT,
  request_sent  TEXT,
  response_sent TEXT,
  passages      TEXT,
  text          TEXT           -- a label: what was said
, model TEXT) STRICT;
CREATE TABLE gaps (
  n         INTEGER PRIMARY KEY,
  version   INTEGER NOT NULL,           -- grows with every change, as that of exchanges
  session   INTEGER NOT NULL,
  exchange  INTEGER NOT NULL DEFAULT 0, -- seq; 0 where whole exchanges are missing
  side      INTEGER NOT NULL DEFAULT 0,
  off       INTEGER NOT NULL DEFAULT 0,
  bytes     INTEGER NOT NULL DEFAULT 0,
  exchanges INTEGER NOT NULL DEFAULT 0,
  began     INTEGER NOT NULL,
  ended     INTEGER NOT NULL,
  why       TEXT    NOT NULL,
  problem   TEXT    NOT NULL
) STRICT;
CREATE INDEX gaps_session  ON gaps (session);
CREATE INDEX gaps_exchange ON gaps (exchange) WHERE exchange <> 0;
CREATE TABLE unlabelled (seq INTEGER PRIMARY KEY) STRICT;
CREATE TABLE unindexed  (seq INTEGER PRIMARY KEY) STRICT;
CREATE TABLE "exchanges" (
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
, within INTEGER, cut_off INTEGER NOT NULL DEFAULT 0, passed INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0, agent_worst INTEGER, wrong INTEGER GENERATED ALWAYS AS (failed = 0 AND outcome <> '' AND coalesce(agent_worst = 3, 0)) VIRTUAL) STRICT;
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
CREATE TABLE blocks (
  block INTEGER PRIMARY KEY, -- seq >> 10
  first INTEGER NOT NULL,
  last  INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE terms USING fts5vocab('words', 'instance');
CREATE TRIGGER session_in AFTER INSERT ON sessions BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER session_change AFTER UPDATE OF name, started, ended, deleted, imported, source, recorder,
  incomplete, note, pinned, level, ignored, copied ON sessions
BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER session_out AFTER DELETE ON sessions BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER tag_in AFTER INSERT ON session_tags BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER tag_out AFTER DELETE ON session_tags BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER gap_in AFTER INSERT ON gaps BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER gap_change AFTER UPDATE ON gaps BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER gap_out AFTER DELETE ON gaps BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER filter_in AFTER INSERT ON filters BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER filter_change AFTER UPDATE ON filters BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER filter_out AFTER DELETE ON filters BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER limit_in AFTER INSERT ON meta WHEN new.name IN ('keep_bytes', 'keep_days') BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER limit_change AFTER UPDATE ON meta WHEN new.name IN ('keep_bytes', 'keep_days') BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER agent_in AFTER INSERT ON agents BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'agents_version';
END;
CREATE TRIGGER agent_change AFTER UPDATE ON agents
WHEN old.name <> new.name OR old.card_url <> new.card_url OR old.endpoint <> new.endpoint
  OR old.tap_port <> new.tap_port OR old.hidden <> new.hidden
BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'agents_version';
END;
CREATE TRIGGER agent_out AFTER DELETE ON agents BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'agents_version';
END;
CREATE TABLE marks (
  exchange INTEGER PRIMARY KEY, -- seq
  session  INTEGER NOT NULL,
  pinned   INTEGER NOT NULL DEFAULT 0,
  note     TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX marks_pinned ON marks (session) WHERE pinned = 1;
CREATE TRIGGER exchange_unmark AFTER DELETE ON exchanges BEGIN
  DELETE FROM marks WHERE exchange = old.seq;
END;
CREATE TABLE requests (
  name  TEXT PRIMARY KEY,
  agent TEXT    NOT NULL, -- origin
  saved INTEGER NOT NULL,
  body  TEXT    NOT NULL  -- JSON; secrets are not in it. Last, because it may be long
) STRICT, WITHOUT ROWID;
CREATE TRIGGER request_in AFTER INSERT ON requests BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER request_change AFTER UPDATE ON requests BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER request_out AFTER DELETE ON requests BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TABLE findings (
  check_id TEXT    NOT NULL,
  exchange INTEGER NOT NULL, -- seq
  session  INTEGER NOT NULL,
  severity INTEGER NOT NULL, -- of the worst: 1 info, 2 warning, 3 error
  count    INTEGER NOT NULL, -- in how many places
  times    INTEGER NOT NULL, -- how often
  across   TEXT, request INTEGER, response INTEGER,             -- JSON, of those that only show beside other exchanges; last, because it may be long
  PRIMARY KEY (check_id, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_exchange ON findings (exchange);
CREATE TRIGGER exchange_unfind AFTER DELETE ON exchanges BEGIN
  DELETE FROM findings WHERE exchange = old.seq;
END;
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
CREATE TABLE rules (
  session INTEGER NOT NULL,
  id      TEXT    NOT NULL,
  place   INTEGER NOT NULL, -- in their order
  text    TEXT    NOT NULL,
  enabled INTEGER NOT NULL,
  preset  TEXT    NOT NULL,
  made    INTEGER NOT NULL,
  removed INTEGER NOT NULL, -- 0: in force
  fired   INTEGER NOT NULL,
  last_on TEXT    NOT NULL, -- ids of exchanges, newest first, a line each
  problem TEXT    NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER session_unrule AFTER DELETE ON sessions BEGIN
  DELETE FROM rules WHERE session = old.n;
END;
CREATE TRIGGER rule_in AFTER INSERT ON rules BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER rule_change AFTER UPDATE ON rules
WHEN old.place <> new.place OR old.text <> new.text OR old.enabled <> new.enabled OR old.removed <> new.removed
BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER rule_out AFTER DELETE ON rules BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE INDEX exchanges_passed ON exchanges (seq) WHERE passed <> 0;
CREATE TABLE examinations (
  session INTEGER PRIMARY KEY,
  id      TEXT    NOT NULL,
  agent   TEXT    NOT NULL,           -- address that was asked for, '' for a client's
  asked   TEXT    NOT NULL,           -- JSON: how it was asked for
  ended   INTEGER NOT NULL DEFAULT 0, -- 0: it is under way, or its program was killed
  report  TEXT                        -- JSON: what it found; NULL until it ended
) STRICT;
CREATE UNIQUE INDEX examinations_id ON examinations (id);
CREATE TRIGGER session_unexamine AFTER DELETE ON sessions BEGIN
  DELETE FROM examinations WHERE session = old.n;
END;
CREATE TRIGGER examination_in AFTER INSERT ON examinations BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE TRIGGER examination_change AFTER UPDATE ON examinations BEGIN
  UPDATE meta SET value = value + 1 WHERE name = 'sessions_version';
END;
CREATE INDEX exchanges_failed ON exchanges (seq) WHERE failed = 1;
CREATE INDEX exchanges_wrong ON exchanges (seq) WHERE wrong = 1;
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
INSERT INTO words (words, rank) VALUES ('automerge', 0);
INSERT INTO words (words, rank) VALUES ('crisismerge', 1999);
INSERT INTO words (words, rank) VALUES ('deletemerge', 0);
INSERT INTO meta (name, value) VALUES ('agents_version', 0);
INSERT INTO meta (name, value) VALUES ('findings_after', 0);
INSERT INTO meta (name, value) VALUES ('seq', 0);
INSERT INTO meta (name, value) VALUES ('session', 0);
INSERT INTO meta (name, value) VALUES ('sessions_version', 0);
INSERT INTO meta (name, value) VALUES ('version', 0);
