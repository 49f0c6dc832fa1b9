package dialect

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// response reads a plain response, or the head of a stream.
func (httpJSON) response(id a2a.Identity, r *request, resp Message) a2a.Reading {
	switch {
	case streams(resp):
		out := reading(id, a2a.KindNone, nil)
		out.Problems = checkEventHead(id, resp)
		return out
	case moved(resp):
		return readMoved(id, resp, restSection(id).Binding)
	case document.Blank(resp.Body):
		return readNothing(id, resp)
	}
	e := bare(r.opened(resp.Body, "REST-12", restSection(id).Body))
	switch {
	case e.Doc.Unreadable || !e.Object && !e.Is('['):
		return readNoJSON(id, resp, e)
	case e.Where != "$":
		return readForeign(id, r, resp, e)
	case resp.Status >= 400 || errorShape(e):
		return readFailure(id, resp.Status, e)
	}
	out := readBare(id, r, e)
	head := append(checkSuccess(id, resp), checkBodyType(id, r, resp)...)
	if id.Op.Streams() {
		head = append(head, document.Unplaced("SSE-01", a2a.SeverityError, restSection(id).Stream,
			"one JSON document answers a streaming call; text/event-stream was expected"))
	}
	out.Problems = append(head, out.Problems...)
	return out
}

// readBare reads a result without an envelope: a whole body, or one event.
func readBare(id a2a.Identity, r *request, e *document.Envelope) a2a.Reading {
	out := reading(id, a2a.KindNone, e.Doc.Raw)
	out.Repaired = e.Doc.Repaired()
	found := readResult(id, r, e, &out)
	out.Problems = append(e.Doc.Problems, e.Doc.Home(found)...)
	return out
}

// readNothing reads a response without a body. Deletes have none.
func readNothing(id a2a.Identity, resp Message) a2a.Reading {
	out := reading(id, a2a.KindEmpty, resp.Body)
	switch {
	case resp.Status >= 400:
		out.Kind = a2a.KindError
		out.Error = rest.ByStatus(id, resp.Status)
		out.Error.Message = fmt.Sprintf("HTTP %d %s", resp.Status, http.StatusText(resp.Status))
		out.Problems = []a2a.Problem{document.Unplaced("REST-09", a2a.SeverityError, restSection(id).Errors,
			fmt.Sprintf("HTTP %d without a body; an error object was expected", resp.Status))}
		if bars(resp.Status) {
			out.Problems = []a2a.Problem{checkBarred(resp)}
		}
	case id.Op == a2a.DeletePushConfig:
		out.Result = &a2a.Result{}
	default:
		out.Kind = a2a.KindNone
		out.Problems = []a2a.Problem{document.Unplaced("REST-05", a2a.SeverityError, restSection(id).Result,
			fmt.Sprintf("HTTP %d without a body; %s has a result", resp.Status, id.Op))}
	}
	return out
}

// readNoJSON reads a body that is no JSON: a page of a gateway, or an error that
// came before any protocol.
func readNoJSON(id a2a.Identity, resp Message, e *document.Envelope) a2a.Reading {
	out := reading(id, a2a.KindNone, resp.Body)
	if !isPage(resp.Body) && e.Doc.Unreadable {
		out.Problems = e.Doc.Problems
	}
	if resp.Status >= 400 {
		out.Kind = a2a.KindError
		out.Error = rest.ByStatus(id, resp.Status)
		out.Error.Message = fmt.Sprintf("HTTP %d %s", resp.Status, http.StatusText(resp.Status))
		out.Problems = nil
	}
	if bars(resp.Status) {
		out.Problems = []a2a.Problem{checkBarred(resp)}
		return out
	}
	out.Problems = append(out.Problems, document.Unplaced("HTTP-02", a2a.SeverityError, restSection(id).Body, pageWords(resp)+"; "+rest.WantedType(id)+" was expected"))
	return out
}

// isPage reports whether a body that is no JSON looks like a page for people.
func isPage(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// pageWords say what a body is that is no JSON.
func pageWords(resp Message) string {
	what, said := "the body is no JSON", ""
	if isPage(resp.Body) {
		what = "the body is a page of HTML or XML, probably of a gateway or another server"
	}
	if t := wire.MediaType(resp.Header); t != "" {
		said = fmt.Sprintf(", Content-Type %s", t)
	}
	return fmt.Sprintf("%s (HTTP %d%s)", what, resp.Status, said)
}

// readForeign reads a JSON-RPC response to a call over HTTP+JSON: the address is
// one of another binding.
func readForeign(id a2a.Identity, r *request, resp Message, e *document.Envelope) a2a.Reading {
	out := reading(id, a2a.KindNone, e.Doc.Raw)
	out.Repaired = e.Doc.Repaired()
	out.ID = e.ID.Raw
	found := []a2a.Problem{document.Problem("REST-05", a2a.SeverityError, "$", e.Value, restSection(id).Body,
		"a JSON-RPC response answers a call over HTTP+JSON: this address seems to be one for JSON-RPC")}
	if e.Err.Present() && !e.Err.Null() {
		code, _ := codeOf(e.Err)
		out.Kind = a2a.KindError
		out.Error = &a2a.Error{Code: code, Name: nameOf(id, code), Message: e.Err.Get("message").Text(), Data: e.Err.Get("data").Raw}
	} else if e.Result.Present() {
		found = append(found, readResult(id, r, e, &out)...)
	}
	out.Problems = append(e.Doc.Problems, e.Doc.Home(found)...)
	return out
}

// checkSuccess tells the status of a success that is not 200. No version fixes it:
// servers of early SDKs make REST's finer ones of it (201, 202), which some clients
// refuse. A status that says something else than success is a flaw.
func checkSuccess(id a2a.Identity, resp Message) []a2a.Problem {
	if resp.Status == 0 || resp.Status == http.StatusOK {
		return nil
	}
	severity := a2a.SeverityWarning
	if resp.Status == http.StatusCreated || resp.Status == http.StatusAccepted {
		severity = a2a.SeverityInfo
	}
	return []a2a.Problem{document.Unplaced(registry.RESTRules(id).REST.SuccessCheck, severity, restSection(id).Result,
		fmt.Sprintf("HTTP %d %s; a success is 200, and some clients take no other", resp.Status, http.StatusText(resp.Status)))}
}

// checkBodyType judges a response's Content-Type.
func checkBodyType(id a2a.Identity, r *request, resp Message) []a2a.Problem {
	t, want := wire.MediaType(resp.Header), rest.WantedType(id)
	if resp.Header == nil || t == want || t == "application/json" && asksFor(r, t, want) {
		return nil
	}
	severity := a2a.SeverityError
	if t == "application/json" || t == "application/a2a+json" {
		severity = a2a.SeverityInfo
	}
	said := "there is no Content-Type"
	if t != "" {
		said = "Content-Type is " + document.Brief(t)
	}
	return []a2a.Problem{document.Unplaced("REST-11", severity, restSection(id).Body, said+"; "+want+" was expected")}
}

// asksFor reports whether a request accepts a media type and not the other one.
func asksFor(r *request, t, other string) bool {
	accept := strings.ToLower(strings.Join(r.Header.Values("Accept"), ","))
	return strings.Contains(accept, t) && !strings.Contains(accept, other) && !strings.Contains(accept, "*")
}

// checkEventHead judges the head of a stream.
func checkEventHead(id a2a.Identity, resp Message) []a2a.Problem {
	var ps []a2a.Problem
	at := restSection(id).Stream
	if t := wire.MediaType(resp.Header); resp.Header != nil && t != "text/event-stream" {
		ps = append(ps, document.Unplaced("SSE-01", a2a.SeverityError, at, "the body is a stream of events, but its Content-Type is "+document.Brief(t)))
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		ps = append(ps, document.Unplaced("SSE-01", a2a.SeverityError, at, fmt.Sprintf("the stream came with HTTP %d; 200 was expected", resp.Status)))
	}
	if id.Op != "" && !id.Op.Streams() {
		ps = append(ps, document.Unplaced("REST-05", a2a.SeverityError, restSection(id).Route,
			"a stream of events answers "+string(id.Op)+", which has one JSON response"))
	}
	return ps
}
