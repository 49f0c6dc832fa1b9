-- Examinations of agents and clients. Each has a session, which its calls are recorded
-- into, and goes when that goes.
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
