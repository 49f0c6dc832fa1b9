// Package archive is the formats of a session as a file: jsonl, which is
// complete and reads back to the same record; har, for browsers and other
// tools; and curl, a shell script of the requests.
//
// Everything is a wire.Sink: a session goes into it piece by piece, so that none is
// ever whole in memory. The recorder gives a session to a Sink and is one
// itself; NewJSONL, NewHAR and NewCurl are Sinks that write; Redact is one that
// takes secrets out and hands on to another; Read reads a file of any readable
// format into one. So
//
//	store.Export(ctx, id, nil, archive.Redact(archive.NewHAR(w, by), …))
//	archive.Read(ctx, file, archive.ReadOptions{}, store.Import("bug.jsonl"))
//
// is all there is to exporting and importing. docs/session-format.md describes
// jsonl for other programs.
//
// Files are hostile until read: every length has a limit, every reference is
// checked, names in them never become file names, and what is wrong is said
// with its line in a *Damage.
package archive
