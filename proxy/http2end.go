package proxy

import "strings"

// describeHTTP2End is what an agent did by HTTP/2 in place of an answer, and what to try, or
// "". net/http does not export its errors of HTTP/2.
func describeHTTP2End(err error) string {
	text := err.Error()
	code := resetCode(text)
	if strings.Contains(text, "graceful shutdown GOAWAY") { // said in words about our program
		text = "GOAWAY"
	}
	switch {
	case strings.Contains(text, "GOAWAY"):
		return "closed its HTTP/2 connection without an answer to this call (" + strings.TrimPrefix(text, "http2: ") + "): it may be stopping. See its log, then send the call again."
	case code == "REFUSED_STREAM":
		return "refused this call before it acted on it (HTTP/2 REFUSED_STREAM): it may have too many calls open, or be stopping. Send the call again."
	case code != "":
		return "reset this call's HTTP/2 stream without an answer (" + code + "). See its log for why."
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
