package dialect

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// readResponse reads a response's head, and its body unless that is a stream.
func readResponse(id a2a.Identity, r *request, resp Message) a2a.Reading {
	out := readAnswered(id, r, resp)
	if resp.Cut {
		out.Problems = nil
	}
	return out
}

func readAnswered(id a2a.Identity, r *request, resp Message) a2a.Reading {
	switch {
	case resp.Status == 0 && len(resp.Body) == 0:
		return reading(id, a2a.KindNone, nil)
	case id.Op == a2a.GetCard || id.Op == a2a.GetExtendedCard && id.Binding == "":
		return readCardResponse(id, resp)
	case id.Op == a2a.PushNotification:
		return readReceipt(id, resp)
	case id.Binding == "":
		return reading(id, a2a.KindNone, resp.Body)
	}
	return framingOf(id.Binding).response(id, r, resp)
}

// readWhole reads the plain response to a JSON-RPC request.
func readWhole(id a2a.Identity, r *request, resp Message) a2a.Reading {
	if bars(resp.Status) && document.Blank(resp.Body) {
		return readBarred(id, resp)
	}
	if moved(resp) && document.Blank(resp.Body) {
		return readMoved(id, resp, sections(id).Envelope)
	}
	if document.Blank(resp.Body) {
		out := reading(id, a2a.KindEmpty, resp.Body)
		if id.Op != a2a.DeletePushConfig {
			out.Kind = a2a.KindNone // its problem says what it lacks
		}
		out.Problems = []a2a.Problem{document.Unplaced("RPC-09", voidSeverity(id), "JSON-RPC 2.0 §5",
			fmt.Sprintf("HTTP %d without a body; a JSON-RPC response was expected", resp.Status))}
		if resp.Status >= 400 {
			out.Kind = a2a.KindNone
		}
		return out
	}
	head := checkContentType(id, resp)
	e := r.opened(resp.Body, "RPC-09", "JSON-RPC 2.0 §5")
	if !e.Answer() {
		if bars(resp.Status) && !statusShape(bare(e)) {
			return readBarred(id, resp)
		}
		return readNoAnswer(id, r, resp, e, head)
	}
	out := readAnswer(id, r, e)
	if id.Op.Streams() && out.Kind != a2a.KindError {
		head = append(head, document.Unplaced("SSE-01", a2a.SeverityError, sections(id).StreamBody,
			"one JSON document answers a streaming call; text/event-stream was expected"))
	}
	if out.Kind == a2a.KindError && resp.Status != 0 && resp.Status != http.StatusOK {
		head = append(head, document.Unplaced("RPC-16", a2a.SeverityInfo, "JSON-RPC over HTTP",
			fmt.Sprintf("the error came with HTTP %d; most agents send JSON-RPC errors with 200", resp.Status)))
	}
	out.Problems = append(head, out.Problems...)
	return out
}

// moved reports a redirect.
func moved(resp Message) bool { return resp.Status >= 300 && resp.Status < 400 }

// readMoved reads a redirect, which calls do not follow.
func readMoved(id a2a.Identity, resp Message, at string) a2a.Reading {
	out := reading(id, a2a.KindNone, resp.Body)
	out.Problems = []a2a.Problem{document.Unplaced("HTTP-01", a2a.SeverityError, at,
		fmt.Sprintf("HTTP %d %s to %s, where an answer was expected", resp.Status, http.StatusText(resp.Status), document.Brief(resp.Header.Get("Location"))))}
	return out
}

// readNoAnswer says why a body is no JSON-RPC response.
func readNoAnswer(id a2a.Identity, r *request, resp Message, e *document.Envelope, head []a2a.Problem) a2a.Reading {
	out := reading(id, a2a.KindNone, resp.Body)
	out.Repaired = e.Doc.Repaired()
	out.Problems = append(head, e.Doc.Problems...)
	switch {
	case e.Doc.Unreadable && isPage(resp.Body):
		out.Problems = append(head, document.Unplaced("RPC-09", a2a.SeverityError, "JSON-RPC 2.0 §5", pageWords(resp)+"; a JSON-RPC response was expected"))
	case e.Doc.Unreadable:
	case evidence.Wrapped(e.Value) != "": // a result of such a server
		as := a2a.Identity{Versions: id.Versions, Binding: a2a.REST, Op: id.Op}
		out = readBare(as, r, bare(e))
		out.Binding = id.Binding
		out.Problems = append(append(head, document.Problem("RPC-09", a2a.SeverityError, "$", e.Value, "JSON-RPC 2.0 §5",
			"a result as over HTTP+JSON answers a JSON-RPC call: this address seems to be one for HTTP+JSON")), out.Problems...)
	case statusShape(bare(e)): // of a server that speaks HTTP+JSON here
		inner := readFailure(a2a.Identity{Versions: id.Versions, Binding: a2a.REST, Op: id.Op}, resp.Status, bare(e))
		out.Kind, out.Error = a2a.KindError, inner.Error
		out.Problems = append(out.Problems, document.Problem("RPC-09", a2a.SeverityError, "$", e.Value, "JSON-RPC 2.0 §5",
			"an error as over HTTP+JSON answers a JSON-RPC call: this address seems to be one for HTTP+JSON"))
	default:
		out.Problems = append(out.Problems, document.Problem("RPC-09", a2a.SeverityError, "$", e.Value, "JSON-RPC 2.0 §5",
			document.TypeName(e.Value)+" that is no JSON-RPC response: it has neither result nor error"))
	}
	if resp.Status >= 300 {
		out.Problems = append(out.Problems, document.Unplaced("RPC-16", a2a.SeverityInfo, "JSON-RPC over HTTP",
			fmt.Sprintf("HTTP %d %s", resp.Status, http.StatusText(resp.Status))))
	}
	return out
}

// readReceipt reads what a webhook answered to a push notification.
func readReceipt(id a2a.Identity, resp Message) a2a.Reading {
	out := reading(id, a2a.KindEmpty, resp.Body)
	if resp.Status/100 != 2 {
		out.Problems = []a2a.Problem{document.Unplaced("PUSH-16", a2a.SeverityError, "1.0 §4.3.3",
			fmt.Sprintf("the webhook answered HTTP %d; 2xx says that it took the notification", resp.Status))}
	}
	return out
}

func checkContentType(id a2a.Identity, resp Message) []a2a.Problem {
	t := wire.MediaType(resp.Header)
	if resp.Header == nil || t == "application/json" {
		return nil
	}
	said := "there is no Content-Type"
	if t != "" {
		said = "Content-Type is " + document.Brief(t)
	}
	return []a2a.Problem{document.Unplaced("RPC-03", a2a.SeverityError, sections(id).Envelope, said+"; JSON-RPC responses are application/json")}
}

func checkStreamHead(id a2a.Identity, resp Message) []a2a.Problem {
	var ps []a2a.Problem
	if t := wire.MediaType(resp.Header); resp.Header != nil && t != "text/event-stream" {
		ps = append(ps, document.Unplaced("SSE-01", a2a.SeverityError, sections(id).StreamBody,
			"the body is a stream of events, but its Content-Type is "+document.Brief(t)))
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		ps = append(ps, document.Unplaced("SSE-01", a2a.SeverityError, sections(id).StreamBody,
			fmt.Sprintf("the stream came with HTTP %d; 200 was expected", resp.Status)))
	}
	if id.Op != "" && !id.Op.Streams() {
		ps = append(ps, document.Unplaced("RPC-03", a2a.SeverityError, sections(id).Envelope,
			"a stream of events answers "+string(id.Op)+", which has one JSON response"))
	}
	return ps
}
