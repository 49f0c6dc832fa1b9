-- How a session is compared with others.
ALTER TABLE sessions ADD COLUMN level   TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN ignored TEXT NOT NULL DEFAULT ''; -- rules, one a line
