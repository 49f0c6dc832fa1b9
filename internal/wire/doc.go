// Package wire holds facts: what crossed the network, byte for byte, and when.
//
// A Session is one launch of the recorder. It holds Exchanges: one HTTP
// request with its response, however long the response takes. The bodies of an
// exchange are Chunks, one per read from the socket, with the time the read
// returned. Frames (SSE events, gRPC and WebSocket messages, whole bodies) are computed
// from chunks, because where an event begins is already a reading.
//
// Nothing here knows A2A. What a body means is the business of package a2a and
// its dialects; what they conclude is attached to an exchange as Labels, which
// can always be computed again.
//
// The package imports the standard library only.
package wire
