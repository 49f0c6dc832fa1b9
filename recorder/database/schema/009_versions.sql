-- How often sessions changed, with what is said and missing of them, and the
-- filters and limits that are kept; and how often agents did. Pages read these
-- to learn of changes that are no exchange's. Triggers count, so that it does
-- not matter which program changes what. Counters of a session, which change
-- with its exchanges, are left out.
INSERT INTO meta (name, value) VALUES ('sessions_version', 0), ('agents_version', 0);

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

-- An agent is saved again whenever its card is read: mostly as it is.
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
