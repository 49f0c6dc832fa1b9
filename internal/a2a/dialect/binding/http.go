package binding

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Bars reports whether a status is HTTP's own no: what guards an agent need not
// know its protocol, and may answer with a page or with nothing.
func Bars(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// CheckBarred says what a 401 or 403 means. The first has to say how one signs
// in.
func CheckBarred(resp Message) a2a.Problem {
	if resp.Status == http.StatusUnauthorized && resp.Header != nil && resp.Header.Get("WWW-Authenticate") == "" {
		return document.Unplaced("ERR-15", a2a.SeverityWarning, "RFC 9110 §15.5.2", "HTTP 401 without WWW-Authenticate, which has to say how one signs in")
	}
	if resp.Status == http.StatusUnauthorized {
		return document.Unplaced("ERR-15", a2a.SeverityInfo, "RFC 9110 §15.5.2", "HTTP 401 Unauthorized: the caller has to sign in")
	}
	return document.Unplaced("ERR-15", a2a.SeverityInfo, "RFC 9110 §15.5.4", fmt.Sprintf("HTTP %d Forbidden: these credentials, or none, may not do this", resp.Status))
}

// CheckType reports a response whose media type is not the one that was expected. The
// words after say what was.
func CheckType(check string, severity a2a.Severity, resp Message, at, expected string) a2a.Problem {
	said := "there is no Content-Type"
	if t := wire.MediaType(resp.Header); t != "" {
		said = "Content-Type is " + document.Brief(t)
	}
	return document.Unplaced(check, severity, at, said+"; "+expected)
}

// ReadMoved reads a redirect, which calls do not follow; false for other responses.
func ReadMoved(id a2a.Identity, resp Message, at string) (a2a.Reading, bool) {
	out := Reading(id, a2a.KindNone, resp.Body)
	out.Problems = []a2a.Problem{document.Unplaced("HTTP-01", a2a.SeverityError, at,
		fmt.Sprintf("HTTP %d %s to %s, where an answer was expected", resp.Status, http.StatusText(resp.Status), document.Brief(resp.Header.Get("Location"))))}
	return out, resp.Status >= 300 && resp.Status < 400
}

// ReadStreamHead judges the head of a stream of events. at is where the rules of streams
// stand; single is the check that a call with one answer is not answered so, at spec.
func ReadStreamHead(id a2a.Identity, resp Message, at, single, spec string) a2a.Reading {
	out := Reading(id, a2a.KindNone, nil)
	say := func(check, spec, message string) {
		out.Problems = append(out.Problems, document.Unplaced(check, a2a.SeverityError, spec, message))
	}
	if t := wire.MediaType(resp.Header); resp.Header != nil && t != "text/event-stream" {
		say("SSE-01", at, "the body is a stream of events, but its Content-Type is "+document.Brief(t))
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		say("SSE-01", at, fmt.Sprintf("the stream came with HTTP %d; 200 was expected", resp.Status))
	}
	if id.Op != "" && !id.Op.Streams() {
		say(single, spec, "a stream of events answers "+string(id.Op)+", which has one JSON response")
	}
	return out
}

// NoStream says that one document answers a call that has a stream.
func NoStream(at string) a2a.Problem {
	return document.Unplaced("SSE-01", a2a.SeverityError, at, "one JSON document answers a streaming call; text/event-stream was expected")
}

// IsPage reports whether a body that is no JSON looks like a page for people.
func IsPage(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// PageWords say what a body is that is no JSON.
func PageWords(resp Message) string {
	what, said := "the body is no JSON", ""
	if IsPage(resp.Body) {
		what = "the body is a page of HTML or XML, probably of a gateway or another server"
	}
	if t := wire.MediaType(resp.Header); t != "" {
		said = fmt.Sprintf(", Content-Type %s", t)
	}
	return fmt.Sprintf("%s (HTTP %d%s)", what, resp.Status, said)
}
