-- The rules of intervention of each session, with what they did there. Those that had
-- fired stay when they are taken out of force.
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

-- How often a rule fired changes with traffic: it is left out, as counters of sessions are.
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

-- How frames of the exchange passed, of the passages in its details: 1 held, 2 delayed,
-- 4 edited, 8 dropped, 16 injected.
ALTER TABLE exchanges ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;

UPDATE exchanges SET passed = p.how FROM (
  SELECT d.seq AS seq, sum(DISTINCT CASE j.value ->> 'passed' WHEN 'held' THEN 1 WHEN 'delayed' THEN 2 WHEN 'edited' THEN 4 WHEN 'dropped' THEN 8 WHEN 'injected' THEN 16 ELSE 0 END) AS how
  FROM details d, json_each(d.passages) j WHERE d.passages IS NOT NULL AND json_valid(d.passages) GROUP BY d.seq
) p WHERE exchanges.seq = p.seq;

CREATE INDEX exchanges_passed ON exchanges (seq) WHERE passed <> 0;
