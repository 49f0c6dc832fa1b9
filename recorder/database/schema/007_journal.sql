-- A program that records owns its sessions: by a lock on a file beside this one
-- that ends with the program. Its journal is drained into this file up to a
-- position, which changes in the same transaction as what was drained.
CREATE TABLE owners (
  id      TEXT PRIMARY KEY,
  pid     INTEGER NOT NULL,           -- for people; the lock decides
  started INTEGER NOT NULL,
  records INTEGER NOT NULL DEFAULT 0, -- it has a journal
  segment INTEGER NOT NULL DEFAULT 1, -- journal file being drained
  pos     INTEGER NOT NULL DEFAULT 0  -- bytes of it that are in this file
) STRICT, WITHOUT ROWID;

ALTER TABLE sessions ADD COLUMN owner TEXT    NOT NULL DEFAULT ''; -- of owners, gone or not
ALTER TABLE sessions ADD COLUMN purge INTEGER NOT NULL DEFAULT 0;  -- 1: to be removed, by whichever program records

-- The index of words is merged in steps of bounded size, never as a part of
-- writing to it.
INSERT INTO words (words, rank) VALUES ('automerge', 0);
INSERT INTO words (words, rank) VALUES ('deletemerge', 0);
INSERT INTO words (words, rank) VALUES ('crisismerge', 1999);

-- What is shown of an exchange and never searched, apart from its row, so that
-- rows stay small.
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
) STRICT;

-- What crossed the wire and is not on record.
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

-- Exchanges of which the labels are not final, and exchanges of which the words
-- are not in the index of words yet.
CREATE TABLE unlabelled (seq INTEGER PRIMARY KEY) STRICT;
CREATE TABLE unindexed  (seq INTEGER PRIMARY KEY) STRICT;
