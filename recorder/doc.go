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
// When the file cannot be written (disk full, locked, gone read-only) traffic
// goes on: what waits is kept in memory up to a limit and written when space
// returns; exchanges that lost bytes are marked incomplete; Health says what is
// wrong.
//
// A session belongs to the program that records into it, by host and process
// id, and that program renews a time stamp in it. Exchanges that a dead program
// left open are closed as cut when the file is next opened.
package recorder
