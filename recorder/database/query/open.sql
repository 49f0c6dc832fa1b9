-- Exchanges that have not ended. The index leaves out those that ended as usual;
-- its condition is repeated because SQLite does not derive it.

-- name: open_count
SELECT count(*) FROM exchanges INDEXED BY exchanges_outcome WHERE outcome = '' AND outcome <> 'agent' AND session = ?;

-- name: open_list
SELECT seq FROM exchanges INDEXED BY exchanges_outcome WHERE outcome = '' AND outcome <> 'agent' AND session = ?;

-- name: open_sessions
-- Sessions of an owner that have not ended, or hold exchanges that have not.
SELECT n FROM sessions WHERE owner = ?1 AND (ended = 0
  OR n IN (SELECT session FROM exchanges INDEXED BY exchanges_outcome WHERE outcome = '' AND outcome <> 'agent'));

-- name: open_without_gap
-- Exchanges of an owner's session that have not ended and lack nothing, with the
-- side that comes next and how much of it is on record.
SELECT seq, CASE WHEN answered <> 0 THEN 1 ELSE 0 END, CASE WHEN answered <> 0 THEN response_kept ELSE request_kept END
FROM exchanges INDEXED BY exchanges_outcome WHERE outcome = '' AND outcome <> 'agent' AND session = ?1
  AND (SELECT owner FROM sessions WHERE n = ?1) = ?2
  AND NOT EXISTS (SELECT 1 FROM gaps WHERE gaps.exchange = exchanges.seq AND gaps.exchange <> 0);
