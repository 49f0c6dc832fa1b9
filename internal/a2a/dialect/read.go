package dialect

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

type (
	Message  = binding.Message
	HTTP     = binding.HTTP
	Hint     = binding.Hint
	Recorded = binding.Recorded
	Renaming = binding.Renaming
)

// HintOf makes a Hint of a recorded label, "1.0" or "0.2|0.3", and the card. The label was made with
// everything known about the session. Either may be empty.
func HintOf(label string, card *a2a.Card) Hint {
	h := Hint{Card: card}
	for name := range strings.SplitSeq(label, "|") {
		if v, ok := registry.ByName(a2a.Version(name)); ok {
			h.Label = append(h.Label, v.Version())
		}
	}
	return h
}

// RequestHead returns the request of a recorded exchange without its body.
func RequestHead(x *wire.Exchange) Message {
	return Message{Method: x.Method, URL: x.URL, Header: x.Request.Header, Trailer: x.Request.Trailer}
}

// ResponseHead returns the response of a recorded exchange without its body.
func ResponseHead(x *wire.Exchange) Message {
	return Message{Status: x.Response.Status, Header: x.Response.Header, Trailer: x.Response.Trailer}
}

// ReadRequest reads a request in the version of id that registry.Read chooses.
func ReadRequest(id a2a.Identity, req Message) a2a.Reading {
	return readRequest(id, binding.NewRequest(req, Hint{}))
}

// ReadResponse reads a response. Of a stream it reads only the head: use ReadEvent for its events, or a
// Reader for all of it.
func ReadResponse(id a2a.Identity, req, resp Message) a2a.Reading {
	r := binding.NewRequest(req, Hint{})
	readRequest(id, r)
	return readResponse(id, r, resp)
}

// ReadEvent reads one frame of a stream. resp may be only the response's head, which names the compression of
// gRPC messages. Offsets are in the frame's Data. Only a Reader finds problems of the stream as a whole.
func ReadEvent(id a2a.Identity, req, resp Message, f wire.Frame) a2a.Reading {
	r := binding.NewRequest(req, Hint{})
	readRequest(id, r)
	r.Answer = resp
	return readEvent(id, r, f, &document.EventDocuments(f, new(document.Scratch))[0])
}

// ReadFirst reads the first frame of an answer or, without one, how the call ended.
func ReadFirst(id a2a.Identity, req, resp Message) a2a.Reading {
	for _, f := range body.Frames(resp.Kind(), resp.Body, time.Time{}, 1) {
		return ReadEvent(id, req, resp, f)
	}
	return ReadEnd(id, resp)
}

// ReadEnd reads from the trailers or head how a call ended. The reading is empty for a success, and where
// neither says.
func ReadEnd(id a2a.Identity, resp Message) a2a.Reading {
	if out, ok := bindingOf(id.Binding).ReadEnd(id, resp); ok {
		return out
	}
	return binding.Reading(id, a2a.KindEmpty, nil)
}

func readRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	out := readBody(id, r)
	if r.Call != nil {
		r.Call.Extensions = binding.Activated(r.Header)
		out.Problems = append(out.Problems, binding.CheckExtensions(id, r.Header)...)
	}
	r.HasDuplicates = slices.ContainsFunc(out.Problems, func(p a2a.Problem) bool { return p.Check == "FORM-02" })
	if r.Cut {
		out.Problems = nil
	}
	if r.Coding != nil {
		out.Problems = append(out.Problems, miscoded(r.Header, r.Coding))
	}
	return out
}

// miscoded reports a body that contradicts its Content-Encoding.
func miscoded(h http.Header, fault error) a2a.Problem {
	said := document.QuoteShort(strings.Join(h.Values("Content-Encoding"), ", "))
	if coding.IsDecoderLimit(fault) {
		return document.Unplaced("READ-01/coding", a2a.SeverityInfo, "", "the body, encoded as "+said+", was not read: "+fault.Error())
	}
	says, cause := "the encoding of the body, "+said+", is broken: "+fault.Error(), "/broken"
	switch {
	case errors.Is(fault, coding.ErrPlain):
		says, cause = "Content-Encoding says "+said+", but the body is not encoded: it is plain text", "/plain"
	case errors.Is(fault, io.ErrUnexpectedEOF):
		says, cause = "the encoding of the body, "+said+", ends before it is complete", ""
	}
	return document.Unplaced("HTTP-03"+cause, a2a.SeverityError, "RFC 9110 §8.4", says)
}

func readBody(id a2a.Identity, r *binding.Request) a2a.Reading {
	switch {
	case id.Op == a2a.PushNotification:
		return readPush(id, r)
	case id.Binding == "" && r.IsRead() && (id.Op == a2a.GetCard || id.Op == a2a.GetExtendedCard):
		r.Call = &a2a.Call{Op: id.Op}
		out := binding.Reading(id, a2a.KindCall, r.Body)
		out.Call = r.Call
		return out
	}
	return bindingOf(id.Binding).ReadRequest(id, r)
}

func readPush(id a2a.Identity, r *binding.Request) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, r.Body)
	if r.IsRead() {
		out.Kind = a2a.KindEmpty
		return out
	}
	doc := r.JSON().Doc
	if len(doc.Problems) > 0 { // these are worded for a JSON-RPC request
		doc = document.Load(r.Body, "FORM-03", "RFC 8259")
	}
	out.Repaired, out.Problems = doc.Repaired(), doc.Problems
	d := registry.Speaker(id)
	if d == nil {
		out.Problems = append(out.Problems, binding.NotRead(id))
		return out
	}
	result, ps := d.ReadPush(doc.Text)
	out.Result, out.Kind = result, binding.KindOf(result)
	out.Problems = append(out.Problems, doc.Relocate(ps)...)
	return out
}

func readResponse(id a2a.Identity, r *binding.Request, resp Message) a2a.Reading {
	out := readAnswered(id, r, resp)
	if resp.Cut {
		out.Problems = nil
	}
	return out
}

func readAnswered(id a2a.Identity, r *binding.Request, resp Message) a2a.Reading {
	switch {
	case resp.Status == 0 && len(resp.Body) == 0:
		return binding.Reading(id, a2a.KindNone, nil)
	case len(resp.Body) == 0 && (r.Method == http.MethodHead || r.Method == http.MethodGet && resp.Status == http.StatusNotModified && r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since") != ""):
		return binding.Reading(id, a2a.KindEmpty, nil)
	case id.Op == a2a.GetCard || id.Op == a2a.GetExtendedCard && id.Binding == "":
		return readCardResponse(id, resp)
	case id.Op == a2a.PushNotification:
		return readReceipt(id, resp)
	case id.Binding == "":
		return binding.Reading(id, a2a.KindNone, resp.Body)
	}
	return readAsEither(id, r, func(id a2a.Identity) a2a.Reading { return bindingOf(id.Binding).ReadResponse(id, r, resp) })
}

func readEvent(id a2a.Identity, r *binding.Request, f wire.Frame, e *document.Envelope) a2a.Reading {
	return readAsEither(id, r, func(id a2a.Identity) a2a.Reading { return bindingOf(id.Binding).ReadEvent(id, r, f, e) })
}

// readAsEither reads a document of an answer in the request's version, or in one that fits better:
// that in A2A-Version, as agents may follow either, or any that an unknown method may belong to.
func readAsEither(id a2a.Identity, r *binding.Request, read func(a2a.Identity) a2a.Reading) a2a.Reading {
	out := read(id)
	if id.Binding == a2a.JSONRPC && id.Op == "" && binding.OtherProtocol(r) == "MCP" { // MCP has other rules
		out.Problems = nil
	}
	if len(out.Problems) == 0 || len(id.Versions) == 0 || id.Binding == a2a.GRPC { // over gRPC, the path decides
		return out
	}
	var others []a2a.Version
	said, _ := binding.RequestedVersion(r.Message)
	if named, ok := registry.ParseVersion(said); ok && !slices.Contains(id.Versions, named) {
		others = []a2a.Version{named}
	} else if id.Op == "" && len(id.Versions) > 1 {
		others = id.Versions
	}
	out.Problems = slices.Clone(out.Problems) // it may share memory with the document's own
	for _, v := range others {
		id.Versions = []a2a.Version{v}
		if other := read(id); len(other.Problems) < len(out.Problems) {
			other.Problems = slices.Clone(other.Problems)
			out = other
		}
	}
	return out
}

func readReceipt(id a2a.Identity, resp Message) a2a.Reading {
	out := binding.Reading(id, a2a.KindEmpty, resp.Body)
	if resp.Status/100 != 2 {
		out.Problems = []a2a.Problem{document.Unplaced("PUSH-16", a2a.SeverityError, "1.0 §4.3.3",
			fmt.Sprintf("the webhook answered HTTP %d; only 2xx accepts the notification", resp.Status))}
	}
	return out
}
