// Package journal is an append-only file of records that survives the end of
// the process that writes it, kill -9 included.
//
// A journal is a series of segment files, BASE.1, BASE.2 and so on, readable by
// their owner only. Each is a series of records: length (4 bytes), CRC-32C of the
// payload (4 bytes), and the payload; numbers are little-endian. What a payload
// says is the caller's business. One Writer appends. Any process may read what
// was written, record by record, from a Position on. A record that is not whole,
// or whose checksum is wrong, ends what can be read: a process that is killed
// while it writes leaves at most one such record, at the end, which nobody was
// told is written.
//
// Append only takes a record into memory. Commit waits until it is written:
// callers that commit at the same time share one write(2). What nobody commits is
// written after Options.Lag. While the file cannot be written (the disk is full),
// Commit returns why at once, attempts go on in the background, and records wait in
// memory up to a limit; beyond it Append refuses them with ErrFull.
//
// What is written is in the operating system's hands: it outlives the process,
// but power loss can take what was not yet on the disk, some 30 seconds on usual
// systems. With Options.Sync Commit waits for fsync, of a new segment's folder,
// too.
//
// A Note, BASE.note, holds a few records that can be rewritten also while the disk
// is full.
//
// A Lock says who owns a journal. It is held on the file BASE.lock; the
// operating system releases it when its process ends, however that happens, and a
// process that is stopped keeps it. Whoever gets the lock of a process that is
// gone (TakeOver) may read its journal to the end and remove it.
package journal
