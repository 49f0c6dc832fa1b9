-- What belongs to no exchange, and its removal: by the writing connection.

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
