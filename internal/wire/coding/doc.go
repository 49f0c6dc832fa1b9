// Package coding undoes content encodings (RFC 9110 §8.4): gzip, deflate, br and zstd. It is only for reading:
// bytes on record stay as they were on the wire. It is separate from package wire because it needs third-party
// decoders, and wire may import none.
package coding
