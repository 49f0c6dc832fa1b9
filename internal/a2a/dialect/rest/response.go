package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadResponse reads a plain response, or the head of a stream.
func (Binding) ReadResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	if binding.Streams("", resp.Kind()) {
		return binding.ReadStreamHead(id, resp, sections(id).Stream, "REST-05/stream", sections(id).Route)
	}
	if out, moved := binding.ReadMoved(id, resp, sections(id).Binding); moved {
		return out
	}
	if document.Blank(resp.Body) {
		return readNothing(id, resp)
	}
	e := r.Response(resp.Body, "REST-12/json", sections(id).Body)
	switch {
	case e.Doc.Unreadable || !e.Object && !e.Is('['):
		return readNoJSON(id, resp, e)
	case e.Answer():
		return readAnswer(id, r, e)
	case resp.Status >= 400 || errorShape(e):
		return readFailure(id, resp.Status, e)
	}
	out := ReadResult(id, r, e)
	head := append(checkSuccess(id, resp), checkBodyType(id, r, resp)...)
	if id.Op.Streams() {
		head = append(head, binding.NoStream(sections(id).Stream))
	}
	out.Problems = append(head, out.Problems...)
	return out
}

// ReadEvent reads one document of a frame: an event without an envelope.
func (Binding) ReadEvent(id a2a.Identity, r *binding.Request, f wire.Frame, e *document.Envelope) a2a.Reading {
	return binding.ReadFrame(id, f, e, sections(id).Stream, "result", func() a2a.Reading {
		switch {
		case e.Answer():
			return readAnswer(id, r, e)
		case errorShape(e):
			return readFailure(id, 0, e)
		}
		return ReadResult(id, r, e)
	})
}

// ReadResult reads a document that is a result, without an envelope.
func ReadResult(id a2a.Identity, r *binding.Request, e *document.Envelope) a2a.Reading {
	e.Result, e.Where = e.Value, "$"
	out := binding.Reading(id, a2a.KindNone, e.Doc.Raw)
	out.Repaired = e.Doc.Repaired()
	found := binding.ReadResult(id, r, e, &out)
	out.Problems = append(e.Doc.Problems, e.Doc.Relocate(found)...)
	return out
}

// readNothing reads a response without a body. Deletes have none.
func readNothing(id a2a.Identity, resp binding.Message) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, resp.Body)
	say := func(check, spec, expected string) {
		out.Problems = []a2a.Problem{document.Unplaced(check, a2a.SeverityError, spec, fmt.Sprintf("HTTP %d without a body; %s", resp.Status, expected))}
	}
	switch {
	case resp.Status >= 400:
		out.Kind, out.Error = a2a.KindError, statusError(id, resp)
		if say("REST-09", sections(id).Errors, "an error object was expected"); binding.Bars(resp.Status) {
			out.Problems = []a2a.Problem{binding.CheckBarred(resp)}
		}
	case id.Op == a2a.DeletePushConfig:
		out.Kind, out.Result = a2a.KindEmpty, &a2a.Result{}
	default:
		say("REST-05", sections(id).Result, string(id.Op)+" has a result")
	}
	return out
}

// readNoJSON reads a body that is no JSON: a page of a gateway, or an error that
// came before any protocol.
func readNoJSON(id a2a.Identity, resp binding.Message, e *document.Envelope) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, resp.Body)
	if resp.Status >= 400 {
		out.Kind, out.Error = a2a.KindError, statusError(id, resp)
	} else if !binding.IsPage(resp.Body) && e.Doc.Unreadable {
		out.Problems = e.Doc.Problems
	}
	if binding.Bars(resp.Status) {
		out.Problems = []a2a.Problem{binding.CheckBarred(resp)}
		return out
	}
	out.Problems = append(out.Problems, document.Unplaced("HTTP-02", a2a.SeverityError, sections(id).Body, binding.PageWords(resp)+"; "+rules(id).MediaType+" was expected"))
	return out
}

// statusError is the error that a status alone tells.
func statusError(id a2a.Identity, resp binding.Message) *a2a.Error {
	e := binding.ByStatus(id, resp.Status)
	e.Message = fmt.Sprintf("HTTP %d %s", resp.Status, http.StatusText(resp.Status))
	return e
}

// readAnswer reads a JSON-RPC response to a call over HTTP+JSON: the address is
// one of another binding.
func readAnswer(id a2a.Identity, r *binding.Request, e *document.Envelope) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, e.Doc.Raw)
	out.ID, out.Repaired = e.ID.Raw, e.Doc.Repaired()
	found := []a2a.Problem{document.Problem("REST-05", a2a.SeverityError, "$", e.Value, sections(id).Body,
		"a JSON-RPC response answers a call over HTTP+JSON: this address seems to be one for JSON-RPC")}
	if e.Err.Present() && !e.Err.Null() {
		code, _ := binding.CodeOf(e.Err)
		out.Kind = a2a.KindError
		out.Error = &a2a.Error{Code: code, Name: binding.NameOf(id, code), Message: e.Err.Get("message").Text(), Data: e.Err.Get("data").Raw}
	} else if e.Result.Present() {
		found = append(found, binding.ReadResult(id, r, e, &out)...)
	}
	out.Problems = append(e.Doc.Problems, e.Doc.Relocate(found)...)
	return out
}

// checkSuccess tells the status of a success that is not 200. No version fixes it:
// servers of early SDKs make REST's finer ones of it (201, 202), which some clients
// refuse. A status that says something else than success is a flaw.
func checkSuccess(id a2a.Identity, resp binding.Message) []a2a.Problem {
	if resp.Status == 0 || resp.Status == http.StatusOK {
		return nil
	}
	severity := a2a.SeverityWarning
	if resp.Status == http.StatusCreated || resp.Status == http.StatusAccepted {
		severity = a2a.SeverityInfo
	}
	return []a2a.Problem{document.Unplaced(rules(id).SuccessCheck, severity, sections(id).Result,
		fmt.Sprintf("HTTP %d %s; a success is 200, and some clients take no other", resp.Status, http.StatusText(resp.Status)))}
}

// checkBodyType judges a response's Content-Type. A request may ask for application/json
// in place of the version's own.
func checkBodyType(id a2a.Identity, r *binding.Request, resp binding.Message) []a2a.Problem {
	const plain = "application/json"
	t, want := wire.MediaType(resp.Header), rules(id).MediaType
	accept := strings.ToLower(strings.Join(r.Header.Values("Accept"), ","))
	asked := strings.Contains(accept, plain) && !strings.Contains(accept, want) && !strings.Contains(accept, "*")
	if resp.Header == nil || t == want || t == plain && asked {
		return nil
	}
	severity := a2a.SeverityError
	if t == plain || t == "application/a2a+json" {
		severity = a2a.SeverityInfo
	}
	return []a2a.Problem{binding.CheckType("REST-11", severity, resp, sections(id).Body, want+" was expected")}
}
