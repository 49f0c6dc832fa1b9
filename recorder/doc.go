// Package recorder keeps exchanges in one SQLite file, and tells watchers when
// something changed.
//
// What is kept are facts: heads, and the bytes of each read with the time it
// returned. Labels, which say what an exchange means, are made by a function
// handed in (Options.Label) from what was recorded, secrets already out, and can
// be made again at any time (Reindex). The package knows no A2A.
//
// The promise: what Commit returned for without an error is on record when the
// process ends, however it ends, kill -9 included. After a power loss the record
// may lack the last moments, some 30 seconds on usual systems, but is whole. With
// Options.Sync Commit also waits for the disk to have the journal, and draining
// for the disk to have the file, so that power loss costs nothing.
//
// # Owner
//
// A Store that is open for writing is an owner: it holds a lock on
// PATH-tape-ID.lock, which ends with its process and not before, and has a row in
// table owners. Its sessions are its own as long as it holds the lock. Whoever
// finds an owner whose lock is free takes up what it left: drains its journal,
// closes what was open as interrupted, and ends its sessions (owner.go).
//
// # Journal
//
// A tape appends what it is told, as entries (package entry), to the journal of its
// Store: files PATH-tape-ID.1, .2 and so on; see package journal. Commit waits
// only for that, so traffic never waits for SQLite.
//
// # Drain
//
// The writer (writer.go) is one goroutine that owns the only writing connection.
// It reads the journal in pieces of at most 1 MiB (batch.go), folds the entries
// into rows, makes labels of the same bytes (reading.go), and writes rows,
// labels, chunks, gaps and the position up to which the journal is drained in one
// transaction (drain.go). Because the position is part of the transaction, any
// process can drain any journal, and nothing is drained twice. Rows are numbered
// there, above high-water marks in table meta, so that no number is used again. An
// exchange that SQLite rejects is left out, with a gap.
//
// Labels that cannot be made on the way, of long bodies and of exchanges taken up
// in the middle, are made from the file (relabeller.go); unlabelled lists them.
//
// Readers use a pool of their own. They first have what is committed drained, and
// wait at most 500 ms for that.
//
// # Maintenance
//
// The writer does what can wait when nothing else is due, in bounded steps
// (maintenance.go): words go into the full-text index in large batches (unindexed
// lists the exchanges to be indexed), and its segments are merged. After a removal
// the index is merged down, free pages are returned, the log is checkpointed, and
// the journal starts a new segment, so that none of the files holds what was
// removed; Close does the rest of that, for ten seconds at most. A job (job.go) is other work for the
// writing connection: removal, import, edits. A removal is marked in the file and
// carried out by a Store that records, or by the caller when there is none.
//
// # When something fails
//
// When the journal cannot be written (disk full) traffic goes on: entries wait
// in memory up to a limit and are written when there is room again. Whatever
// finds no room is on record as a gap, either of an exchange, which is then
// incomplete, or of a session, where whole exchanges are missing (loss.go). What
// only memory knows of that is noted in a file beside the journal, in case this
// process is killed (note.go). While
// SQLite cannot write its file, the journal goes on growing. Health says what is
// wrong, Pending what is still to be done.
//
// When somebody removes, replaces or moves the files, what this program has open is no
// longer what others find (fileplace.go). The writer looks for that once a second. It writes
// all that the open file holds into one at its path, or beside that where another file is,
// and goes on in it, with the journal in a new segment. Health says so until the end.
//
// # Lists
//
// The row of an exchange holds what lists select by; its heads, text and the
// like lie apart in details. A list is made in three steps:
//
//   - A filter becomes conditions on rows (package plan, filter*.go). Those that an index can
//     answer are candidates: op:get is one, dialect:1.0 is not.
//   - The candidate with the fewest rows, which are counted up to a limit,
//     becomes the driver, the index that finds rows for the other conditions
//     (choose.go); without one the table itself is walked.
//   - The walk (walk.go) looks at slices of seq, newest first, with one
//     statement (plan.go), until the page is full or its budget is spent; a page
//     then says how far was looked. Times bound the walk by blocks of 1,024 rows.
//
// Fixed statements are in database/query/*.sql by name; testdata/plans holds how SQLite
// runs them, and the statements of filters.
package recorder
