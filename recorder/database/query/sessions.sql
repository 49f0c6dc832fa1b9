-- Sessions. The columns are in the order in which scanSession reads them. Exchanges that are
-- wrong by muted checks alone are not counted as wrong.

-- name: sessions
SELECT n, id, name, started, ended, deleted, exchanges, probes, bytes, errors,
  wrong - CASE WHEN wrong > 0 AND EXISTS (SELECT 1 FROM mutes) THEN (SELECT count(DISTINCT f.exchange)
    FROM mutes m CROSS JOIN findings f ON f.check_id = m.check_id AND f.session = sessions.n CROSS JOIN exchanges e ON e.seq = f.exchange
    WHERE m.session IN (0, sessions.n) AND e.wrong = 1 AND e.origin <> 'console' AND NOT EXISTS (SELECT 1 FROM findings o INDEXED BY findings_exchange
      WHERE o.exchange = e.seq AND iif(e.origin = 'push', o.request, o.response) = 3
        AND NOT EXISTS (SELECT 1 FROM mutes n WHERE n.check_id = o.check_id AND n.session IN (0, o.session)))) ELSE 0 END,
  imported, source, recorder, incomplete,
  note, pinned, level, ignored, copied,
  coalesce((SELECT e.started FROM exchanges e INDEXED BY exchanges_session WHERE e.session = sessions.n AND e.origin <> 'console' ORDER BY e.seq LIMIT 1), 0),
  coalesce((SELECT max(e.started, coalesce(e.ended, 0)) FROM exchanges e INDEXED BY exchanges_session WHERE e.session = sessions.n AND e.origin <> 'console' ORDER BY e.seq DESC LIMIT 1), 0),
  (SELECT count(*) FROM marks INDEXED BY marks_pinned WHERE marks.session = sessions.n AND marks.pinned = 1),
  coalesce((SELECT group_concat(tag, char(10)) FROM session_tags WHERE session = sessions.n), ''),
  coalesce((SELECT group_concat(o.origin, char(10)) FROM session_origins so JOIN origins o ON o.n = so.origin
            WHERE so.session = sessions.n AND o.origin <> ''), '')
FROM sessions WHERE deleted = 0 ORDER BY started DESC, n DESC;

-- name: session
-- Deleted ones too, except those that are being removed.
SELECT n, id, name, started, ended, deleted, exchanges, probes, bytes, errors,
  wrong - CASE WHEN wrong > 0 AND EXISTS (SELECT 1 FROM mutes) THEN (SELECT count(DISTINCT f.exchange)
    FROM mutes m CROSS JOIN findings f ON f.check_id = m.check_id AND f.session = sessions.n CROSS JOIN exchanges e ON e.seq = f.exchange
    WHERE m.session IN (0, sessions.n) AND e.wrong = 1 AND e.origin <> 'console' AND NOT EXISTS (SELECT 1 FROM findings o INDEXED BY findings_exchange
      WHERE o.exchange = e.seq AND iif(e.origin = 'push', o.request, o.response) = 3
        AND NOT EXISTS (SELECT 1 FROM mutes n WHERE n.check_id = o.check_id AND n.session IN (0, o.session)))) ELSE 0 END,
  imported, source, recorder, incomplete,
  note, pinned, level, ignored, copied,
  coalesce((SELECT e.started FROM exchanges e INDEXED BY exchanges_session WHERE e.session = sessions.n AND e.origin <> 'console' ORDER BY e.seq LIMIT 1), 0),
  coalesce((SELECT max(e.started, coalesce(e.ended, 0)) FROM exchanges e INDEXED BY exchanges_session WHERE e.session = sessions.n AND e.origin <> 'console' ORDER BY e.seq DESC LIMIT 1), 0),
  (SELECT count(*) FROM marks INDEXED BY marks_pinned WHERE marks.session = sessions.n AND marks.pinned = 1),
  coalesce((SELECT group_concat(tag, char(10)) FROM session_tags WHERE session = sessions.n), ''),
  coalesce((SELECT group_concat(o.origin, char(10)) FROM session_origins so JOIN origins o ON o.n = so.origin
            WHERE so.session = sessions.n AND o.origin <> ''), '')
FROM sessions WHERE id = ? AND purge = 0;

-- name: session_names
-- Names of the sessions other than ?1, with the counts that a title depends on.
SELECT n, name, exchanges, probes FROM sessions WHERE deleted = 0 AND n <> ?1;

-- name: rules
-- The rules of the session ?1, those in force first. A row without an id means that it has none.
SELECT coalesce(r.id, ''), coalesce(r.text, ''), coalesce(r.enabled, 0), coalesce(r.preset, ''), coalesce(r.made, 0), coalesce(r.removed, 0),
  coalesce(r.fired, 0), coalesce(r.last_on, ''), coalesce(r.problem, '')
FROM sessions s LEFT JOIN rules r ON r.session = s.n WHERE s.id = ?1 AND s.purge = 0 ORDER BY r.removed <> 0, r.place, r.id;

-- name: session_over
-- The id of the session of row ?1, if it has ended and all of it is labelled.
SELECT id FROM sessions WHERE n = ?1 AND ended <> 0 AND deleted = 0
  AND NOT EXISTS (SELECT 1 FROM unlabelled u CROSS JOIN exchanges e ON e.seq = u.seq WHERE e.session = ?1);

-- name: sessions_last_written
SELECT id, max(ended, beat, imported) FROM sessions;

-- name: sessions_recent
SELECT id FROM sessions WHERE deleted = 0 ORDER BY started DESC LIMIT 2000;

-- name: sessions_like
-- Those whose id begins or ends with ?1.
SELECT n FROM sessions WHERE substr(id, 1, length(?1)) = ?1 OR substr(id, -length(?1)) = ?1;

-- name: sessions_tagged
-- ?1 is a JSON array of tags.
SELECT DISTINCT session FROM session_tags WHERE tag IN (SELECT value FROM json_each(?1));

-- name: sessions_noted
-- ?1 is a JSON array of parts of notes.
SELECT n FROM sessions WHERE EXISTS (SELECT 1 FROM json_each(?1) j WHERE instr(lower(note), lower(j.value)) > 0);

-- name: marks_noted
-- ?1 is a JSON array of parts of notes: whether any exchange has one.
SELECT EXISTS (SELECT 1 FROM marks m WHERE EXISTS (SELECT 1 FROM json_each(?1) j WHERE instr(lower(m.note), lower(j.value)) > 0));

-- name: sessions_pinned
SELECT n FROM sessions WHERE pinned = ?;

-- name: sessions_deleted
SELECT n FROM sessions WHERE deleted <> 0;

-- name: sessions_copied
SELECT n FROM sessions WHERE copied <> 0 AND deleted = 0;

-- name: session_bounds
SELECT coalesce((SELECT min(seq) FROM exchanges WHERE session = ?1), 0), coalesce((SELECT max(seq) FROM exchanges WHERE session = ?1), 0);

-- name: retention
SELECT coalesce((SELECT value FROM meta WHERE name = 'keep_bytes'), 0), coalesce((SELECT value FROM meta WHERE name = 'keep_days'), 0);

-- name: pending
SELECT (SELECT count(*) FROM unlabelled u JOIN exchanges e ON e.seq = u.seq WHERE e.outcome <> ''), (SELECT count(*) FROM unindexed);

-- name: first_message
-- The first message to an agent in the session ?1 that the console did not send itself, among its first
-- 1,000 exchanges; '' if there is none.
SELECT coalesce((SELECT substr(d.text, 1, 1000)
  FROM exchanges e INDEXED BY exchanges_session JOIN details d ON d.seq = e.seq
  WHERE e.session = ?1 AND e.seq < coalesce(
      (SELECT seq FROM exchanges INDEXED BY exchanges_session WHERE session = ?1 ORDER BY seq LIMIT 1 OFFSET 1000), 9223372036854775807)
    AND lower(e.op) GLOB 'send*' AND e.origin <> 'console' AND trim(d.text, char(9, 10, 13, 32)) <> ''
  ORDER BY e.seq LIMIT 1), '');

-- name: first_to_come
-- Whether the first message of the session ?1 may change later: one of its first 1,000 exchanges is still
-- to come or to be labelled.
SELECT coalesce((SELECT ended = 0 AND exchanges < 1000 FROM sessions WHERE n = ?1), 0)
  OR EXISTS (SELECT 1 FROM exchanges e INDEXED BY exchanges_session JOIN unlabelled u ON u.seq = e.seq
    WHERE e.session = ?1 AND e.seq < coalesce(
      (SELECT seq FROM exchanges INDEXED BY exchanges_session WHERE session = ?1 ORDER BY seq LIMIT 1 OFFSET 1000), 9223372036854775807));

-- name: sessions_open
-- Sessions that a program may record into, with their owners: the newest first, but those of
-- examinations, and then side sessions, last.
SELECT id, owner FROM sessions WHERE ended = 0 AND deleted = 0
ORDER BY pid = 0, n IN (SELECT session FROM examinations), started DESC, n DESC;

-- name: examinations
SELECT e.id, s.id, e.agent, s.started, e.ended, e.asked FROM examinations e JOIN sessions s ON s.n = e.session
WHERE e.ended <> 0 AND s.deleted = 0 ORDER BY e.session DESC LIMIT ?1;

-- name: examination
-- By its id ?1, or that of its session.
SELECT e.id, s.id, e.agent, s.started, e.ended, e.asked, coalesce(e.report, '') FROM examinations e JOIN sessions s ON s.n = e.session
WHERE e.session = coalesce((SELECT session FROM examinations WHERE id = ?1), (SELECT n FROM sessions WHERE id = ?1)) AND e.ended <> 0 AND s.deleted = 0;
