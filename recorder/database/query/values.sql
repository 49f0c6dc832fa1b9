-- Recorded values of filter keys. The values of a column with an index are found by
-- hopping along it from one value to the next; those of other columns, in the latest
-- exchanges only.

-- name: filters
SELECT name, text FROM filters ORDER BY name;

-- name: tags
SELECT DISTINCT tag FROM session_tags ORDER BY tag;

-- name: values_op
WITH RECURSIVE d(v) AS (SELECT min(op) FROM exchanges WHERE op IS NOT NULL
  UNION ALL SELECT (SELECT min(op) FROM exchanges WHERE op IS NOT NULL AND op > d.v) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT 2000;

-- name: values_state
WITH RECURSIVE d(v) AS (SELECT min(state) FROM exchanges WHERE state IS NOT NULL
  UNION ALL SELECT (SELECT min(state) FROM exchanges WHERE state IS NOT NULL AND state > d.v) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT 2000;

-- name: values_finding
WITH RECURSIVE d(v) AS (SELECT min(check_id) FROM findings
  UNION ALL SELECT (SELECT min(check_id) FROM findings WHERE check_id > d.v) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT 2000;

-- name: values_status
WITH RECURSIVE d(v) AS (SELECT min(status) FROM exchanges WHERE status >= 300
  UNION ALL SELECT (SELECT min(status) FROM exchanges WHERE status >= 300 AND status > d.v) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT 2000;

-- name: values_outcome
WITH RECURSIVE d(v) AS (SELECT min(outcome) FROM exchanges WHERE outcome <> 'agent'
  UNION ALL SELECT (SELECT min(outcome) FROM exchanges WHERE outcome <> 'agent' AND outcome > d.v) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT 2000;

-- name: values_task
WITH RECURSIVE d(v) AS (SELECT min(task) FROM exchanges WHERE task >= ?1
  UNION ALL SELECT (SELECT min(task) FROM exchanges WHERE task > d.v AND task < ?2) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT ?3;

-- name: values_context
WITH RECURSIVE d(v) AS (SELECT min(context) FROM exchanges WHERE context >= ?1
  UNION ALL SELECT (SELECT min(context) FROM exchanges WHERE context > d.v AND context < ?2) FROM d WHERE d.v IS NOT NULL)
SELECT v FROM d WHERE v IS NOT NULL LIMIT ?3;

-- name: values_dialect
SELECT DISTINCT dialect FROM (SELECT dialect FROM exchanges NOT INDEXED ORDER BY seq DESC LIMIT 20000) WHERE dialect IS NOT NULL ORDER BY 1;

-- name: values_error
SELECT DISTINCT error FROM (SELECT error FROM exchanges NOT INDEXED ORDER BY seq DESC LIMIT 20000) WHERE error IS NOT NULL ORDER BY 1;

-- name: values_binding
SELECT DISTINCT binding FROM (SELECT binding FROM exchanges NOT INDEXED ORDER BY seq DESC LIMIT 20000) WHERE binding IS NOT NULL ORDER BY 1;

-- name: values_caller
SELECT DISTINCT caller FROM (SELECT caller FROM exchanges NOT INDEXED ORDER BY seq DESC LIMIT 20000) ORDER BY 1;

-- name: values_rule
-- Presets, then rules, the newest first.
SELECT v FROM (
  SELECT preset AS v, max(made) AS made, 0 AS text FROM rules WHERE preset <> '' GROUP BY preset
  UNION ALL SELECT text, max(made), 1 FROM rules GROUP BY text
) ORDER BY text, made DESC LIMIT 2000;

-- name: blocks_in_time
SELECT block FROM blocks WHERE last >= ? AND first < ? ORDER BY block;

-- name: terms_beginning
-- ?1 is the prefix, ?2 the first word after those with it, ?3 the maximum number.
-- Hops from word to word: each is a seek, however often it occurs.
WITH RECURSIVE t(v) AS (SELECT (SELECT term FROM terms WHERE term >= ?1 AND term < ?2 LIMIT 1)
  UNION ALL SELECT (SELECT term FROM terms WHERE term >= t.v || char(1) AND term < ?2 LIMIT 1) FROM t WHERE t.v IS NOT NULL)
SELECT v FROM t WHERE v IS NOT NULL LIMIT ?3;

-- name: terms_occur
-- How often words between ?1 and ?2 occur, counted up to ?3.
SELECT count(*) FROM (SELECT 1 FROM terms WHERE term >= ?1 AND term < ?2 LIMIT ?3);

-- name: saved_requests
SELECT name, agent, saved FROM requests ORDER BY name;

-- name: saved_request
SELECT agent, body, saved FROM requests WHERE name = ?;
