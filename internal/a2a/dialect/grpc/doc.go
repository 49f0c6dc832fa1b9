// Package grpc holds what the gRPC binding is, whatever is said over it: the method
// in a path, and the messages in a body.
package grpc
