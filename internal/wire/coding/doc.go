// Package coding undoes content encodings (RFC 9110 §8.4): gzip, deflate, br and zstd. It is only for
// reading: bytes on record stay as they were on the wire. It exists because package wire imports only the
// standard library, and some decoders are third-party.
package coding
