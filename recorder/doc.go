// Package recorder keeps exchanges in one SQLite file, and rings a bell when
// something changed.
//
// A Store has one writer goroutine that owns the only writing connection.
// Tapes queue what happens; the writer takes all that is queued into one
// transaction and then wakes everybody who waits for it (group commit), so a
// tap can promise that what a client saw is on record at the price of a share
// of one transaction. Readers use a pool of their own and never wait for the
// writer.
//
// What is kept are facts: heads, and the bytes of each read with the time it
// returned. Labels, which say what an exchange means, are made by a function
// handed in (Options.Label), written off the path of the traffic, and can be
// made again at any time (Reindex). The package knows no A2A.
//
// The row of an exchange holds what lists select by; its heads, text and the
// like lie apart in details. A list is made in three steps:
//
//   - A filter (filter*.go) becomes conditions on rows. Those that an index can
//     answer are candidates: op:get is one, dialect:1.0 is not.
//   - The candidate with the fewest rows, which are counted up to a limit,
//     becomes the driver, the index that finds rows for the other conditions
//     (choose.go); without one the table itself is walked.
//   - The walk (walk.go) looks at slices of seq, newest first, with one
//     statement (plan.go), until the page is full or its budget is spent; a page
//     then says how far was looked. Times bound the walk by blocks of 1,024 rows.
//
// Fixed statements are in query/*.sql by name; testdata/plans holds how SQLite
// runs them, and the statements of filters.
//
// When the file cannot be written (disk full, locked, gone read-only) traffic
// goes on: what waits is kept in memory up to a limit and written when space
// returns; exchanges that lost bytes are marked incomplete; Health says what is
// wrong.
//
// A session belongs to the program that records into it, by host and process
// id, and that program renews a time stamp in it. Exchanges that a dead program
// left open are closed as cut when the file is next opened.
package recorder
