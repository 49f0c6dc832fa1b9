// Package recorder stores exchanges in one SQLite file and notifies watchers of changes. Tapes (wire.Tape)
// write to it; lists, searches and exports read from it. It stores facts only: headers, and the bytes of each
// read with its time. It does not interpret A2A: Options.Label makes the labels, and Reindex remakes them.
// docs/dev/recorder.md describes the design.
//
// Once Commit returns without an error, the recording survives the end of the process, kill -9 included. A
// power failure may lose the last moments, about 30 seconds on usual systems, but never damages the record.
// With Options.Sync, Commit also waits until the journal is on disk; the drain waits until the file is.
//
// # Where to look
//
//   - owner.go: the lock that says which program owns a session, and recovery of killed programs
//   - tape.go, sidestate.go: from a tape to the journal (packages entry and journal)
//   - writer.go, batch.go, drain.go: from the journal to rows. One goroutine owns the only writing connection.
//   - reading.go, relabeller.go: labels from the same bytes, or later from the file (table unlabelled)
//   - job.go: other work for the writing connection, such as removals, imports and edits
//   - maintenance.go, wordindex.go: the full-text index (table unindexed), merges, shrinking
//   - loss.go, note.go: what could not be recorded, and how it becomes gaps
//   - fileplace.go: files that somebody removed, replaced or moved. The record continues in a new file.
//   - plan, sort.go, page.go: lists. A filter becomes conditions on rows (plan/filter.go). The condition with an
//     index that selects the fewest rows drives the walk (plan/choose.go): op:get can, dialect:1.0 cannot. The
//     walk (plan/walk.go) reads slices of seq, newest first, until the page is full or its budget is spent.
//     Times bound it by blocks of 1,024 rows.
//
// Fixed statements are in database/query by name. testdata/plans holds the query plans of all statements.
package recorder
