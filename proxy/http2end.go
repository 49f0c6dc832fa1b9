package proxy

import "strings"

// describeHTTP2End returns what an agent did over HTTP/2 instead of responding, and what to try; ""
// for other errors. It parses their texts, because net/http does not export its HTTP/2 errors.
func describeHTTP2End(err error) string {
	text := err.Error()
	code := resetCode(text)
	if strings.Contains(text, "graceful shutdown GOAWAY") { // the rest of this text is about our program
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

// resetCode returns the code with which the peer reset a stream, "" if it did not.
func resetCode(text string) string {
	before, _, ok := strings.Cut(text, "; received from peer")
	if !ok || !strings.Contains(before, "stream error: ") {
		return ""
	}
	return before[strings.LastIndex(before, " ")+1:]
}
