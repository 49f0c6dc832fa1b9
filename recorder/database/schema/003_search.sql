-- What people say of a session.
ALTER TABLE sessions ADD COLUMN note   TEXT    NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;

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

CREATE INDEX exchanges_caller  ON exchanges (caller, seq);
CREATE INDEX exchanges_link    ON exchanges (link, seq) WHERE link <> '';
CREATE INDEX exchanges_started ON exchanges (session, started);

-- Rows that a label left empty: what "not this value" is walked along.
CREATE INDEX exchanges_no_op      ON exchanges (op, seq) WHERE op IS NULL      AND labelled = 1;
CREATE INDEX exchanges_no_dialect ON exchanges (dialect, seq) WHERE dialect IS NULL AND labelled = 1;
CREATE INDEX exchanges_no_binding ON exchanges (binding, seq) WHERE binding IS NULL AND labelled = 1;
CREATE INDEX exchanges_no_state   ON exchanges (state, seq) WHERE state IS NULL   AND labelled = 1;
CREATE INDEX exchanges_no_worst   ON exchanges (worst, seq) WHERE worst IS NULL   AND labelled = 1;
