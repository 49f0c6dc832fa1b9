-- Bytes of an exchange's side. Keys are made in key.go.

-- name: chunks
SELECT off, at, waited, frame, codec, data FROM chunks WHERE key BETWEEN ? AND ? ORDER BY key;

-- name: last_chunk
SELECT key, off, frame, start FROM chunks WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1;
