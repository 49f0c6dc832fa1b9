-- The indexes that a list can be driven by: the start of a query that package plan
-- completes with the bounds of seq and the other conditions. Within one value
-- rows lie in the order of seq. A name is that of the column or, for a range,
-- of what it selects by.

-- name: by_seq
SELECT e.seq FROM exchanges e NOT INDEXED WHERE TRUE;
-- name: by_pinned
SELECT e.seq FROM marks m INDEXED BY marks_pinned CROSS JOIN exchanges e ON e.seq = m.exchange WHERE m.pinned = 1;
-- name: by_failed
SELECT e.seq FROM exchanges e INDEXED BY exchanges_failed WHERE e.failed = 1;

-- name: by_wrong
SELECT e.seq FROM exchanges e INDEXED BY exchanges_wrong WHERE e.wrong = 1;
-- name: by_passed
SELECT e.seq FROM exchanges e INDEXED BY exchanges_passed WHERE e.passed <> 0;
-- name: by_noted
SELECT e.seq FROM marks m CROSS JOIN exchanges e ON e.seq = m.exchange
WHERE EXISTS (SELECT 1 FROM json_each(?) j WHERE instr(lower(m.note), lower(j.value)) > 0);
-- name: by_version
SELECT e.seq FROM exchanges e INDEXED BY exchanges_version WHERE e.version > ?;
-- name: by_session
SELECT e.seq FROM exchanges e INDEXED BY exchanges_session WHERE e.session = ?;
-- name: by_agent
SELECT e.seq FROM exchanges e INDEXED BY exchanges_agent WHERE e.agent = ?;
-- name: by_origin
SELECT e.seq FROM exchanges e INDEXED BY exchanges_origin WHERE e.origin = ? AND e.origin <> 'client';
-- name: by_method
SELECT e.seq FROM exchanges e INDEXED BY exchanges_method WHERE e.method = ? AND e.method <> 'POST';
-- name: by_status
SELECT e.seq FROM exchanges e INDEXED BY exchanges_status WHERE e.status = ? AND e.status >= 300;
-- name: by_outcome
SELECT e.seq FROM exchanges e INDEXED BY exchanges_outcome WHERE e.outcome = ? AND e.outcome <> 'agent';
-- name: by_slow
SELECT e.seq FROM exchanges e INDEXED BY exchanges_slow WHERE e.duration >= 100000000 AND e.duration >= ?;
-- name: by_op
SELECT e.seq FROM exchanges e INDEXED BY exchanges_op WHERE e.op = ?;
-- name: by_state
SELECT e.seq FROM exchanges e INDEXED BY exchanges_state WHERE e.state = ?;
-- name: by_worst
SELECT e.seq FROM exchanges e INDEXED BY exchanges_worst WHERE e.worst = ?;
-- name: by_finding
SELECT f.exchange AS seq FROM findings f CROSS JOIN exchanges e ON e.seq = f.exchange WHERE f.check_id = ?;
-- name: by_link
SELECT e.seq FROM exchanges e INDEXED BY exchanges_link WHERE e.link = ? AND e.link <> '';
-- name: by_task
SELECT e.seq FROM exchanges e INDEXED BY exchanges_task WHERE e.task = ?;
-- name: by_context
SELECT e.seq FROM exchanges e INDEXED BY exchanges_context WHERE e.context = ?;
-- name: by_task_prefix
SELECT e.seq FROM exchanges e INDEXED BY exchanges_task WHERE e.task >= ? AND e.task < ?;
-- name: by_context_prefix
SELECT e.seq FROM exchanges e INDEXED BY exchanges_context WHERE e.context >= ? AND e.context < ?;
-- name: by_id_prefix
SELECT e.seq FROM exchanges e INDEXED BY exchanges_id WHERE e.id >= ? AND e.id < ?;
-- name: by_words
SELECT w.rowid AS seq FROM words w CROSS JOIN exchanges e ON e.seq = w.rowid WHERE w.words MATCH ?;
-- name: count_words
SELECT w.rowid FROM words w WHERE w.words MATCH ?;
