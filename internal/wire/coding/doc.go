// Package coding undoes content encodings (RFC 9110 §8.4): gzip, deflate, br and
// zstd. It is for reading only: what crossed the wire is kept as it was. Package
// wire itself imports the standard library only, so what needs others' decoders
// is here.
package coding
