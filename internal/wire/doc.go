// Package wire holds facts: what crossed the network, byte for byte, and when.
//
// A Session is one recording. It holds Exchanges: one HTTP request with its response, however long
// the response takes. The body of an exchange is a list of Chunks, one per read from the socket,
// with the time at which the read returned. Frames (SSE events, gRPC and WebSocket messages, whole
// bodies) are computed from chunks, because finding where an event begins is already an
// interpretation.
//
// The package does not know A2A and imports only the standard library and clip. The packages that
// read A2A attach their conclusions to an exchange as Labels, which can be recomputed at any time.
package wire
