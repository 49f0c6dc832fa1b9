package proxy

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// recordHead records a response's head as it arrived.
func (x *flow) recordHead(resp *http.Response) {
	raw := x.agentAnswer.takeHead()
	restoreHeader(raw, resp)
	resp.Header, _ = dropInvented(raw, resp.Header)
	h := wire.Head{Proto: resp.Proto, Status: resp.StatusCode, Header: resp.Header.Clone()}
	if raw != nil {
		h.Received = wire.ReceivedResponse(raw, resp.StatusCode, h.Header)
	}
	if x.in != nil {
		x.in.announced = trailerNames(raw, resp.Header, resp.Trailer)
	}
	if x.intervention != nil {
		x.intervention.responseHead = h
	}
	x.tape.WriteResponseHead(x.clock.Now(), h)
}

// explainUnread records what arrived of a response whose head could not be read, replaces f's
// problem by what is wrong with that head, and records what the client gets.
func (x *flow) explainUnread(f *Failure) {
	raw, flaw := x.agentAnswer.takeUnread()
	if len(raw) == 0 {
		return
	}
	head, body := cutHead(raw)
	h := wire.UnreadHead(head)
	x.tape.WriteResponseHead(x.clock.Now(), h)
	if len(body) > 0 {
		x.tape.Write(wire.Response, x.clock.Now(), body, false)
	}
	if f.Outcome != wire.Unreachable && f.Outcome != wire.Cut {
		return
	}
	switch {
	case body == nil && x.agentAnswer.isBroken() && wire.BeginsAsHTTP(raw):
		f.Outcome, f.Problem = wire.Cut, "The agent at "+x.tap.origin+" closed the connection within the head of its response. See its log; it may have crashed on this request."
	case h.Status == 0:
		f.Problem += " Its answer begins " + describeStart(raw) + "."
	case flaw != "":
		f.Outcome, f.Problem = wire.Cut, newFlawFailure(x.tap.origin, flaw).Problem
	}
	if x.in == nil {
		return
	}
	said, sent := f.notice()
	out := x.newEmitter(wire.ResponseSent)
	out.head(wire.Head{Proto: x.in.request.Proto, Status: f.Status, Header: said})
	out.bytes(sent)
}

// cutHead splits a response after its first blank line, if it begins as HTTP does.
func cutHead(raw []byte) (head, body []byte) {
	if !wire.BeginsAsHTTP(raw) {
		return raw, nil
	}
	for rest := raw; len(rest) > 0; {
		var line []byte
		if line, rest = nextLine(rest); len(line) == 0 {
			return raw[:len(raw)-len(rest)], rest
		}
	}
	return raw, nil
}

// surplusProblem returns the problem of bytes p that an agent sent after its response, "" if there
// are none.
func surplusProblem(p []byte) string {
	if len(p) == 0 {
		return ""
	}
	which := "byte"
	if len(p) > 1 {
		which = "bytes"
	}
	more := ""
	if len(p) == wire.MaxSurplusBytes {
		more = "at least "
	}
	says := ""
	if bytes.HasPrefix(p, []byte("HTTP/")) {
		says = " They look like another response, although there was no further request."
	}
	return fmt.Sprintf("The agent sent %s%d %s after the end of its response, which no client receives.%s Compare its Content-Length with the bytes it sends.", more, len(p), which, says)
}
