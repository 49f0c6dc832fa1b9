// Package reading reads whole exchanges, from both sides' bytes as they arrive or from a recording.
// A Reader undoes content encodings, cuts bodies into frames and decides how an exchange ended.
// Labels, pages, reports, comparisons, replays, mocks and the command line use its readings.
//
//	r, err := reading.Record(ctx, store, x, reading.Options{Each: func(p reading.Piece) { … }})
//
// reads a recorded exchange. To follow one that is still open:
//
//	r := reading.New(x, reading.Options{})
//	r.Update(x)                           // whenever more is known about it
//	r.Feed(wire.Response, at, bytes)      // whenever more bytes arrive
//
// How the bytes were chunked never changes the result. Only Record does I/O, through the interface that it is
// given.
package reading
