-- Where a session came from that was not recorded here.
ALTER TABLE sessions ADD COLUMN imported   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN source     TEXT    NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN recorder   TEXT    NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN incomplete INTEGER NOT NULL DEFAULT 0;
