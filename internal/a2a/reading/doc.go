// Package reading reads whole exchanges: from the bytes of both sides as they come,
// or from what is on record. A Reader alone knows what bodies are encoded in, how
// they are framed, and how an exchange ends; labels, pages, reports, comparisons,
// replays, mocks and the command line are given its readings.
//
//	r, err := reading.Record(ctx, store, x, reading.Options{Each: func(p reading.Piece) { … }})
//
// reads an exchange that is on record. One that is still open is followed:
//
//	r := reading.New(x, reading.Options{})
//	r.Update(x)                           // whenever more is known of it
//	r.Feed(wire.Response, at, bytes)      // whenever more came
//
// What is read does not depend on how the bytes were cut. Nothing here does I/O but
// Record, by the interface that it is handed.
package reading
