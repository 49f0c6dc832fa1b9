-- Exchanges, their findings and their gaps. The columns of exchanges_by_seq are in the
-- order in which scanExchange reads them.

-- name: exchanges_by_seq
-- ?1 is a JSON array of seq; rows come in its order. The number of findings is followed
-- by the number of muted ones. The worst severity is followed by the worst that is not
-- muted, and so is that of the agent's side.
SELECT e.seq, e.id, e.version, e.origin, e.method, e.outcome,
  e.started, e.request_done, e.answered, e.first_byte, e.last_byte, e.ended,
  e.request_bytes, e.response_bytes, e.request_kept, e.response_kept, e.frames, e.incomplete, e.rewritten, e.passed,
  coalesce(e.op, ''), coalesce(e.dialect, ''), coalesce(e.binding, ''), coalesce(e.task, ''), coalesce(e.context, ''),
  coalesce(e.state, ''), coalesce(e.error, ''), e.findings,
  CASE WHEN e.findings > 0 AND EXISTS (SELECT 1 FROM mutes) THEN (SELECT coalesce(sum(f.count), 0) FROM findings f INDEXED BY findings_exchange
    WHERE f.exchange = e.seq AND EXISTS (SELECT 1 FROM mutes m WHERE m.check_id = f.check_id AND m.session IN (0, f.session))) ELSE 0 END,
  coalesce(e.worst, 0),
  CASE WHEN e.findings > 0 AND EXISTS (SELECT 1 FROM mutes) THEN (SELECT coalesce(max(f.severity), 0) FROM findings f INDEXED BY findings_exchange
    WHERE f.exchange = e.seq AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.check_id = f.check_id AND m.session IN (0, f.session))) ELSE 0 END,
  coalesce(e.agent_worst, 0),
  CASE WHEN e.findings > 0 AND EXISTS (SELECT 1 FROM mutes) THEN (SELECT coalesce(max(iif(e.origin = 'push', f.request, f.response)), 0) FROM findings f INDEXED BY findings_exchange
    WHERE f.exchange = e.seq AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.check_id = f.check_id AND m.session IN (0, f.session))) ELSE 0 END,
  coalesce(e.within, 0), e.cut_off, e.failed,
  coalesce(d.text, ''),
  e.link, e.tap, e.caller, e.url, e.problem, d.request, d.response, d.redactions,
  d.interim, d.request_sent, d.response_sent,
  coalesce((SELECT origin FROM origins WHERE n = e.agent), ''), coalesce((SELECT id FROM sessions WHERE n = e.session), ''),
  coalesce(m.pinned, 0), coalesce(m.note, ''),
  e.origin = 'replay' AND EXISTS (SELECT 1 FROM exchanges o WHERE o.id = e.link AND o.session = e.session),
  d.model
FROM json_each(?1) j CROSS JOIN exchanges e ON e.seq = j.value LEFT JOIN details d ON d.seq = e.seq LEFT JOIN marks m ON m.exchange = e.seq;

-- name: samples_by_seq
-- ?1 is a JSON array of seq; rows come in its order. Findings of severity info, which break nothing,
-- are not counted.
SELECT e.seq, e.id, e.started, e.answered, e.first_byte, e.ended, e.origin, e.caller, coalesce(e.op, ''), coalesce(e.dialect, ''), coalesce(e.binding, ''),
  coalesce(e.state, ''), coalesce(e.error, ''), e.status, e.outcome, e.response_bytes,
  e.findings - CASE WHEN e.findings > 0 THEN (SELECT coalesce(sum(f.count), 0) FROM findings f INDEXED BY findings_exchange
    WHERE f.exchange = e.seq AND (f.severity < 2 OR EXISTS (SELECT 1 FROM mutes m WHERE m.check_id = f.check_id AND m.session IN (0, f.session)))) ELSE 0 END,
  e.failed,
  e.wrong AND (NOT EXISTS (SELECT 1 FROM mutes) OR EXISTS (SELECT 1 FROM findings f INDEXED BY findings_exchange
    WHERE f.exchange = e.seq AND iif(e.origin = 'push', f.request, f.response) = 3 AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.check_id = f.check_id AND m.session IN (0, f.session)))),
  coalesce((SELECT origin FROM origins WHERE n = e.agent), ''), coalesce(e.task, '')
FROM json_each(?1) j CROSS JOIN exchanges e ON e.seq = j.value;

-- name: findings_of
-- The findings of the exchange ?1.
SELECT check_id, severity, coalesce(request, 0), coalesce(response, 0), count, times, across FROM findings INDEXED BY findings_exchange WHERE exchange = ?1 ORDER BY check_id;

-- name: checks_met
-- How often each check was broken in the session ?1, or with '' in all that are not deleted. With '',
-- exchanges of examinations of agents are counted separately. Requests of replays are not counted,
-- because the original has the same finding.
-- Findings of severity info, which break nothing, count only for a check that has no others.
SELECT check_id, coalesce(max(iif(examined, NULL, severity)), 0),
  iif(max(iif(examined, 0, severity)) > 1, sum(NOT examined AND severity > 1), sum(NOT examined)),
  iif(max(iif(examined, 0, severity)) > 1, sum(iif(examined OR severity < 2, 0, times)), sum(iif(examined, 0, times))), sum(examined) FROM (
  SELECT check_id, severity, times, ?1 = '' AND session IN (SELECT session FROM examinations WHERE agent <> '') AS examined
  FROM findings NOT INDEXED WHERE session IN (SELECT n FROM sessions WHERE deleted = 0 AND (?1 = '' OR id = ?1))
    AND (response > 0 OR (SELECT origin FROM exchanges WHERE seq = exchange) <> 'replay')
) GROUP BY check_id ORDER BY check_id;

-- name: checks_by_agent
-- For each check and agent: in how many exchanges the agent's bytes break it, and those of its clients,
-- with the worst severity in the agent's bytes. A finding of severity info breaks nothing. Counted are
-- the exchanges of the session ?1, or with '' those of all but examinations of agents.
SELECT f.check_id, coalesce((SELECT origin FROM origins WHERE n = e.agent), ''),
  sum(coalesce(iif(e.origin = 'push', f.request, f.response), 0) > 1), coalesce(max(iif(e.origin = 'push', f.request, f.response)), 0),
  sum(e.origin <> 'replay' AND coalesce(iif(e.origin = 'push', f.response, f.request), 0) > 1)
FROM findings f NOT INDEXED CROSS JOIN exchanges e ON e.seq = f.exchange
WHERE f.session IN (SELECT n FROM sessions WHERE deleted = 0 AND (?1 = '' OR id = ?1))
  AND (f.response > 0 OR e.origin <> 'replay')
  AND NOT (?1 = '' AND f.session IN (SELECT session FROM examinations WHERE agent <> ''))
GROUP BY f.check_id, e.agent ORDER BY f.check_id, 2;

-- name: findings_unread
SELECT count(*) FROM exchanges NOT INDEXED WHERE seq <= (SELECT value FROM meta WHERE name = 'findings_after');

-- name: mutes
SELECT m.check_id, coalesce(s.id, ''), m.reason, m.created FROM mutes m LEFT JOIN sessions s ON s.n = m.session ORDER BY m.check_id, m.session;

-- name: sorted
-- ?1 is a JSON array of seq; package plan appends the ORDER BY (order.go).
SELECT e.seq FROM json_each(?1) j CROSS JOIN exchanges e ON e.seq = j.value;

-- name: gaps_by_seq
-- ?1 is a JSON array of seq.
SELECT g.exchange, coalesce((SELECT id FROM sessions WHERE n = g.session), ''), g.side, g.off, g.bytes, g.exchanges,
  g.began, g.ended, g.why, g.problem
FROM json_each(?1) j CROSS JOIN gaps g INDEXED BY gaps_exchange ON g.exchange = j.value AND g.exchange <> 0
ORDER BY g.began, g.n;

-- name: gaps_of_session
-- Gaps that belong to no exchange on record, in the session ?1 or, with '', in all
-- that are not deleted.
SELECT 0, s.id, g.side, g.off, g.bytes, g.exchanges, g.began, g.ended, g.why, g.problem
FROM sessions s CROSS JOIN gaps g INDEXED BY gaps_session ON g.session = s.n
WHERE g.exchange = 0 AND (?1 <> '' AND s.id = ?1 OR ?1 = '' AND s.deleted = 0) ORDER BY g.began, g.n;

-- name: seq_by_id
SELECT seq FROM exchanges WHERE id = ?;

-- name: id_begins
SELECT 1 FROM exchanges e INDEXED BY exchanges_id WHERE e.id >= ? AND e.id < ? LIMIT 1;

-- name: seqs_like
-- The newest exchanges whose id is like the pattern ?1, ?2 or ?3, at most five, in sessions
-- that are not deleted. It looks at all ids.
SELECT e.seq FROM exchanges e INDEXED BY exchanges_id WHERE (e.id GLOB ?1 OR e.id GLOB ?2 OR e.id GLOB ?3)
  AND (SELECT deleted FROM sessions WHERE n = e.session) = 0 ORDER BY e.seq DESC LIMIT 5;

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
