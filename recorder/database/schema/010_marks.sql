-- What people say of an exchange: a row for each of which they said anything.
-- It goes when the exchange goes.
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

-- Messages that are kept to be sent again.
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
