// Package archive writes and reads sessions as files: jsonl, which is complete and imports as the same
// record; har, for browsers and other tools; and curl, a shell script of the requests. Sessions pass
// through a wire.Sink piece by piece, so that none is ever whole in memory. It does not depend on the
// record: a recorder.Store exports to a Sink, and imports with one.
//
//	store.Export(ctx, id, nil, archive.Redact(archive.NewHAR(w, by), …))
//	archive.Read(ctx, file, archive.ReadOptions{}, store.Import("bug.jsonl"))
//
// docs/session-format.md describes jsonl for other programs.
//
// Files are not trusted: every length has a limit, every reference is checked, and no name in a file becomes
// the name of a file. A *FileError says what is wrong, and in which line.
package archive
