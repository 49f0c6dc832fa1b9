// Package model reads calls of model APIs and of MCP servers from recorded HTTP exchanges.
//
// Read recognizes a call by the end of its path and by members of its body, never by its host: base URLs
// point at local taps. A table lists the APIs; those that describe themselves as compatible with one of them use
// its paths. A reading is a Call. It is computed from recorded bytes, may be partial, and then has Notes.
//
// The package does no I/O and knows nothing of A2A. Its input is not trusted: the constants in bounds.go
// limit what a reading keeps, and reading takes time in proportion to the bytes.
package model
