-- Sessions. The columns are in the order in which scanSession reads them.

-- name: sessions
SELECT n, id, name, started, ended, deleted, exchanges, probes, bytes, errors, imported, source, recorder, incomplete,
  note, pinned, level, ignored, copied,
  (SELECT count(*) FROM marks INDEXED BY marks_pinned WHERE marks.session = sessions.n AND marks.pinned = 1),
  coalesce((SELECT group_concat(tag, char(10)) FROM session_tags WHERE session = sessions.n), ''),
  coalesce((SELECT group_concat(o.origin, char(10)) FROM session_origins so JOIN origins o ON o.n = so.origin
            WHERE so.session = sessions.n), '')
FROM sessions WHERE deleted = 0 ORDER BY started DESC, n DESC;

-- name: session
-- Deleted ones too, but for those that are being removed.
SELECT n, id, name, started, ended, deleted, exchanges, probes, bytes, errors, imported, source, recorder, incomplete,
  note, pinned, level, ignored, copied,
  (SELECT count(*) FROM marks INDEXED BY marks_pinned WHERE marks.session = sessions.n AND marks.pinned = 1),
  coalesce((SELECT group_concat(tag, char(10)) FROM session_tags WHERE session = sessions.n), ''),
  coalesce((SELECT group_concat(o.origin, char(10)) FROM session_origins so JOIN origins o ON o.n = so.origin
            WHERE so.session = sessions.n), '')
FROM sessions WHERE id = ? AND purge = 0;

-- name: sessions_last_written
SELECT id, max(ended, beat, imported) FROM sessions;

-- name: sessions_recent
SELECT id FROM sessions WHERE deleted = 0 ORDER BY started DESC LIMIT 2000;

-- name: sessions_beginning
SELECT n FROM sessions WHERE substr(id, 1, length(?1)) = ?1;

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
