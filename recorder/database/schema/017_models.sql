-- A label of calls of models and tool servers: wire.ModelLabels as JSON, NULL for all other exchanges.
ALTER TABLE details ADD COLUMN model TEXT;
