// Package journal is an append-only file of records that survives the end of the process that writes it, kill
// -9 included. Its caller decides what records mean. docs/dev/recorder.md describes how the recorder uses it.
//
// A journal is a series of segments, BASE.1, BASE.2 and so on, with permissions for their owner only. A
// segment is a series of records: length (4 bytes), CRC-32C of the payload (4 bytes), and the payload;
// numbers are little-endian. One Writer appends, while any process may read from a Position on. An
// incomplete record or a wrong checksum ends what can be read, unless Reader.Skip finds a later record. A
// process that is killed while it writes leaves at most one such record, at the end, and no Commit has
// returned for it.
//
// Append keeps a record in memory until Commit, or Options.Lag later. While the file cannot be written (the
// disk is full), Commit returns the reason at once, and the Writer retries in the background. Records then
// wait in memory up to a limit; beyond it Append returns ErrFull.
//
// A power failure can lose what was not on disk yet, about 30 seconds on usual systems. With Options.Sync,
// Commit waits for fsync, also of the folder of a new segment.
//
// A Note, BASE.note, holds a few records that can be rewritten even while the disk is full.
//
// A Lock on BASE.lock says who owns a journal. The operating system releases it when the process ends in any
// way; a stopped process keeps it. Whoever gets the lock of an ended process (TakeOver) may read the journal
// to its end and remove it.
package journal
