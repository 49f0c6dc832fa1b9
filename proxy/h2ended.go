package proxy

import "strings"

// ended is what an agent did by HTTP/2 in place of an answer, and what to try, or
// "". net/http does not export its errors of HTTP/2.
func ended(err error) string {
	text := err.Error()
	code := resetCode(text)
	switch {
	case strings.Contains(text, "graceful shutdown GOAWAY"):
		return "closed its HTTP/2 connection without an answer to this call (GOAWAY): it is stopping, or takes a limited number of calls by one connection. Send the call again."
	case strings.Contains(text, "GOAWAY"):
		return "closed its HTTP/2 connection without an answer to this call (" + bare(text) + "). See its log for why, then send the call again."
	case code == "REFUSED_STREAM":
		return "refused this call before it acted on it (HTTP/2 REFUSED_STREAM): it may have too many calls open, or be stopping. Send the call again."
	case code == "HTTP_1_1_REQUIRED":
		return "takes this call by HTTP/1.1 only (HTTP/2 HTTP_1_1_REQUIRED). Send it by HTTP/1.1, or use another binding."
	case code != "":
		return "reset this call's HTTP/2 stream without an answer (" + code + "). See its log; it may have crashed on this request."
	}
	return ""
}

// resetCode is the code with which the other end reset a stream, or "".
func resetCode(text string) string {
	before, _, ok := strings.Cut(text, "; received from peer")
	if !ok || !strings.Contains(before, "stream error: ") {
		return ""
	}
	return before[strings.LastIndex(before, " ")+1:]
}

// bare is net/http's text without its name.
func bare(text string) string { return strings.TrimPrefix(text, "http2: ") }
