-- Tasks, by the labels of their exchanges.

-- name: task_by_seq
-- ?1 is a JSON array of seq; rows come in its order.
SELECT e.task, e.agent, e.origin = 'push' FROM json_each(?1) j CROSS JOIN exchanges e ON e.seq = j.value;

-- name: words_within
SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?;

-- name: task_calls
-- ?1 is a JSON array of seq: counts of exchanges by operation.
SELECT coalesce(e.op, ''), count(*), max(iif(e.state IS NULL, 0, e.seq)), max(iif(e.origin = 'push', 0, e.seq)),
  min(e.started), max(e.ended), sum(e.outcome = ''),
  sum(e.status >= 400 OR e.error IS NOT NULL OR e.outcome IN ('cut', 'timeout', 'refused', 'unreachable')),
  sum(e.outcome = 'interrupted')
FROM json_each(?1) j CROSS JOIN exchanges e ON e.seq = j.value GROUP BY e.op ORDER BY min(e.seq);

-- name: task_begun
SELECT e.seq FROM exchanges e INDEXED BY exchanges_task
WHERE e.task = ?1 AND (e.agent = ?2 OR ?3 AND e.origin = 'push')
  AND e.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0) ORDER BY e.seq LIMIT 3;

-- name: task_agents
-- The agents of the newest ?2 exchanges with the task id ?1, and whether any of these is a call, not a push.
SELECT agent, coalesce((SELECT origin FROM origins WHERE n = agent), ''), max(call)
FROM (SELECT e.agent AS agent, e.origin <> 'push' AS call FROM exchanges e INDEXED BY exchanges_task
  WHERE e.task = ?1 AND e.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0) ORDER BY e.seq DESC LIMIT ?2)
GROUP BY agent ORDER BY agent;
