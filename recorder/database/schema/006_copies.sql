-- A session that was saved from a selection holds copies: where their originals
-- are still on record, lists that name no session leave them out.
ALTER TABLE sessions ADD COLUMN copied INTEGER NOT NULL DEFAULT 0;
