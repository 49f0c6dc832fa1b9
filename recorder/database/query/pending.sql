-- Exchanges that are still to be indexed or labelled. The list of them is read
-- first (CROSS JOIN): a scan of all exchanges would grow with the record.

-- name: words_pending
SELECT u.seq, d.text, e.url, e.id, e.task, e.context FROM unindexed u
  CROSS JOIN exchanges e ON e.seq = u.seq LEFT JOIN details d ON d.seq = u.seq ORDER BY u.seq LIMIT ?;

-- name: labels_pending
SELECT u.seq, s.owner FROM unlabelled u
  CROSS JOIN exchanges e ON e.seq = u.seq LEFT JOIN sessions s ON s.n = e.session WHERE e.outcome <> '' ORDER BY u.seq;
