-- Agents that were saved, and origins that were called.

-- name: agents
SELECT origin, name, card_url, endpoint, tap_port, added, hidden,
  max(seen, coalesce((SELECT started FROM exchanges e JOIN origins o ON o.n = e.agent
    WHERE o.origin = agents.origin ORDER BY e.seq DESC LIMIT 1), 0))
FROM agents ORDER BY origin;

-- name: origins
SELECT o.n, o.origin, coalesce(a.name, '') FROM origins o LEFT JOIN agents a ON a.origin = o.origin;

-- name: origins_recent
SELECT origin FROM origins ORDER BY n DESC LIMIT 2000;
