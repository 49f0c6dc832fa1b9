package wire

import (
	"net/http"
	"strings"
)

// TraceOf parses the trace id and the caller's span of a traceparent header (W3C Trace Context
// §3.2); "" without a valid one.
func TraceOf(h http.Header) (trace, span string) {
	f := strings.Split(strings.TrimSpace(h.Get("Traceparent")), "-")
	if len(f) < 4 || len(f[0]) != 2 || len(f[1]) != 32 || len(f[2]) != 16 || strings.Trim(f[1], "0") == "" {
		return "", ""
	}
	if strings.Trim(f[1]+f[2], "0123456789abcdef") != "" {
		return "", ""
	}
	return f[1], f[2]
}
