-- Exchanges with what is told of them. The columns are in the order in which
-- scanExchange reads them.

-- name: exchanges_by_seq
-- ?1 is a JSON array of seq; rows come in its order.
SELECT e.seq, e.id, e.version, e.origin, e.method, e.outcome,
  e.started, e.request_done, e.answered, e.first_byte, e.last_byte, e.ended,
  e.request_bytes, e.response_bytes, e.request_kept, e.response_kept, e.frames, e.incomplete, e.rewritten,
  coalesce(e.op, ''), coalesce(e.dialect, ''), coalesce(e.binding, ''), coalesce(e.task, ''), coalesce(e.context, ''),
  coalesce(e.state, ''), coalesce(e.error, ''), e.findings, coalesce(e.worst, 0), coalesce(d.text, ''),
  e.link, e.tap, e.caller, e.url, e.problem, d.request, d.response, d.redactions,
  d.interim, d.request_sent, d.response_sent,
  coalesce((SELECT origin FROM origins WHERE n = e.agent), ''), coalesce((SELECT id FROM sessions WHERE n = e.session), ''),
  coalesce(m.pinned, 0), coalesce(m.note, '')
FROM json_each(?1) j CROSS JOIN exchanges e ON e.seq = j.value LEFT JOIN details d ON d.seq = e.seq LEFT JOIN marks m ON m.exchange = e.seq;

-- name: gaps_by_seq
-- ?1 is a JSON array of seq.
SELECT g.exchange, coalesce((SELECT id FROM sessions WHERE n = g.session), ''), g.side, g.off, g.bytes, g.exchanges,
  g.began, g.ended, g.why, g.problem
FROM json_each(?1) j CROSS JOIN gaps g INDEXED BY gaps_exchange ON g.exchange = j.value AND g.exchange <> 0
ORDER BY g.began, g.n;

-- name: gaps_of_session
-- Exchanges missing whole, of the session ?1 or, for '', of all that are not
-- deleted.
SELECT 0, s.id, g.side, g.off, g.bytes, g.exchanges, g.began, g.ended, g.why, g.problem
FROM sessions s CROSS JOIN gaps g INDEXED BY gaps_session ON g.session = s.n
WHERE g.exchange = 0 AND (?1 <> '' AND s.id = ?1 OR ?1 = '' AND s.deleted = 0) ORDER BY g.began, g.n;

-- name: seq_by_id
SELECT seq FROM exchanges WHERE id = ?;

-- name: passages
SELECT d.passages FROM exchanges e LEFT JOIN details d ON d.seq = e.seq WHERE e.id = ?;

-- name: bounds
SELECT coalesce((SELECT min(seq) FROM exchanges), 0), coalesce((SELECT max(seq) FROM exchanges), 0);

-- name: versions
SELECT coalesce((SELECT max(version) FROM exchanges INDEXED BY exchanges_version), 0),
  coalesce((SELECT value FROM meta WHERE name = 'sessions_version'), 0),
  coalesce((SELECT value FROM meta WHERE name = 'agents_version'), 0);

-- name: changed_span
-- How many rows changed since version ?1, counted up to ?2, and where they lie.
SELECT count(*), coalesce(min(seq), 0), coalesce(max(seq), 0)
FROM (SELECT seq FROM exchanges INDEXED BY exchanges_version WHERE version > ?1 ORDER BY version LIMIT ?2);
