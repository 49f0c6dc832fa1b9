package fault

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// grpcStatus returns the gRPC status for an HTTP status (gRPC, "HTTP to gRPC Status Code Mapping").
func grpcStatus(status int) int {
	switch status {
	case http.StatusOK:
		return 0
	case http.StatusBadRequest:
		return 13 // INTERNAL
	case http.StatusUnauthorized:
		return 16 // UNAUTHENTICATED
	case http.StatusForbidden:
		return 7 // PERMISSION_DENIED
	case http.StatusNotFound:
		return 12 // UNIMPLEMENTED
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return 14 // UNAVAILABLE
	}
	return 2 // UNKNOWN
}

// grpcAnswer returns a response without a message, with its status in the trailers.
func grpcAnswer(status int, text string, h http.Header) *wire.RuleAnswer {
	h.Set("Content-Type", "application/grpc")
	if text == "" {
		text = http.StatusText(status)
	}
	return &wire.RuleAnswer{Head: wire.Head{Status: http.StatusOK, Header: h, Trailer: http.Header{
		"Grpc-Status": {strconv.Itoa(grpcStatus(status))}, "Grpc-Message": {percentEncode(text)},
	}}}
}

// percentEncode encodes a text as a Grpc-Message trailer requires.
func percentEncode(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
