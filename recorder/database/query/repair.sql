-- What is damaged, and its repair: by the writing connection.

-- name: sessions_missing
-- Hops along the index of sessions, so that it costs a look per session.
WITH RECURSIVE s(n) AS (SELECT min(session) FROM exchanges
  UNION ALL SELECT (SELECT min(session) FROM exchanges WHERE session > s.n) FROM s WHERE s.n IS NOT NULL)
SELECT n FROM s WHERE n IS NOT NULL AND n NOT IN (SELECT n FROM sessions);

-- name: recover_session
-- ?1 its row, ?2 its id, ?3 its name.
INSERT INTO sessions (n, id, name, started, ended, exchanges, probes, bytes, errors)
  SELECT ?1, ?2, ?3, min(started), max(max(started), max(last_byte), max(ended)), count(*), sum(origin = 'console'), sum(request_kept + response_kept),
    sum(origin <> 'console' AND (outcome NOT IN ('', 'agent') OR error IS NOT NULL))
  FROM exchanges WHERE session = ?1;

-- name: recover_origins
INSERT INTO session_origins (session, origin)
  SELECT DISTINCT session, agent FROM exchanges WHERE session = ? AND origin <> 'console' ON CONFLICT DO NOTHING;

-- name: recover_version
INSERT INTO meta (name, value) VALUES ('version', (SELECT max(version) + 1 FROM exchanges))
  ON CONFLICT DO UPDATE SET value = max(value + 1, excluded.value);

-- name: recover_open
-- ?1 the session, ?2 why they ended.
UPDATE exchanges SET outcome = 'interrupted', problem = ?2,
  version  = (SELECT value FROM meta WHERE name = 'version'),
  ended    = max(started, request_done, answered, last_byte),
  duration = max(started, request_done, answered, last_byte) - started
WHERE session = ?1 AND outcome = '';

-- name: recover_changed
UPDATE exchanges SET version = (SELECT value FROM meta WHERE name = 'version') WHERE session = ?;

-- name: holes
-- Stretches of numbers that no exchange has: after ?, before the next. The last
-- has no end.
SELECT before, seq FROM (SELECT seq, lag(seq, 1, 0) OVER (ORDER BY seq) AS before FROM exchanges NOT INDEXED)
WHERE seq > before + 1
UNION ALL SELECT coalesce((SELECT max(seq) FROM exchanges), 0), (1 << 33) - 1;

-- name: sweep_chunks
DELETE FROM chunks WHERE key IN (SELECT key FROM chunks WHERE key BETWEEN ?1 AND ?2
  AND (key >> 30) NOT IN (SELECT seq FROM exchanges WHERE seq BETWEEN ?1 >> 30 AND ?2 >> 30) LIMIT ?3);

-- name: sweep_details
DELETE FROM details WHERE seq IN (SELECT seq FROM details WHERE seq > ?1 AND seq < ?2
  AND seq NOT IN (SELECT seq FROM exchanges WHERE seq > ?1 AND seq < ?2) LIMIT ?3);

-- name: sweep_unlabelled
DELETE FROM unlabelled WHERE seq IN (SELECT seq FROM unlabelled WHERE seq > ?1 AND seq < ?2
  AND seq NOT IN (SELECT seq FROM exchanges WHERE seq > ?1 AND seq < ?2) LIMIT ?3);

-- name: sweep_unindexed
DELETE FROM unindexed WHERE seq IN (SELECT seq FROM unindexed WHERE seq > ?1 AND seq < ?2
  AND seq NOT IN (SELECT seq FROM exchanges WHERE seq > ?1 AND seq < ?2) LIMIT ?3);

-- name: sweep_words
DELETE FROM words WHERE rowid IN (SELECT id FROM words_docsize WHERE id > ?1 AND id < ?2
  AND id NOT IN (SELECT seq FROM exchanges WHERE seq > ?1 AND seq < ?2) LIMIT ?3);
