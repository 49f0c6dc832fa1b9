// Package journal is an append-only file of records that survives the end of
// the process that writes it, kill -9 included.
//
// A journal is a series of segment files, BASE.1, BASE.2 and so on, each a
// series of records: length (4 bytes), CRC-32C of the payload (4 bytes), and
// the payload, numbers in little-endian order. One Writer appends; any process
// may read what was written, record by record, from a Position on. A record that
// is not whole, or whose checksum is wrong, ends what can be read.
//
// Append only takes a record into memory. Commit waits until it is written:
// callers that commit at the same time share one write(2). While the file cannot
// be written (the disk is full), records wait in memory up to a limit; beyond it
// Append refuses them, and says so.
//
// A Lock says who owns a journal. The operating system releases it when its
// process ends, however that happens; a process that is stopped keeps it.
package journal
