package fault

import (
	"context"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var answerAction = Action{
	Name: "answer", Summary: "answers with an HTTP status in place of the agent. Over gRPC it is the corresponding gRPC status", Targets: Requests,
	Forms: []Form{{"answer 429", "with an empty body"}, {"answer 429 Retry-After: 2", "with a header"}, {`answer 503 "body"`, "with a text body"}, {`answer 400 {"a":1}`, "with a document"}},
	parse: parseAnswer,
}

func parseAnswer(s *scanner) (Fault, error) {
	s.skip()
	at := s.offset
	status, err := strconv.Atoi(s.readWord())
	if err != nil || status < 200 || status > 599 {
		return nil, s.expectedError(at, "an HTTP status from 200 to 599")
	}
	a := Answer{Status: status}
	for s.hasArgs() {
		at := s.offset
		text, ok, err := s.readQuoted()
		switch {
		case err != nil:
			return nil, err
		case ok:
			a.Text = text
			return a, a.checkBody(s, at)
		case s.text[s.offset] == '{' || s.text[s.offset] == '[':
			a.Document, err = s.readDocument()
			if err == nil {
				err = a.checkBody(s, at)
			}
			return a, err
		}
		if err := s.readHeader(&a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// checkBody rejects a body that the status does not allow.
func (a *Answer) checkBody(s *scanner, at int) error {
	if (a.Status == http.StatusNoContent || a.Status == http.StatusNotModified) && a.Text+a.Document != "" {
		return s.errorAt(at, "answer: a response with status %d cannot have a body. Leave the body out", a.Status)
	}
	return nil
}

// connectionHeaders are headers of the connection, which a rule must not set.
var connectionHeaders = []string{"Content-Length", "Transfer-Encoding", "Connection", "Trailer", "Upgrade", "Te", "Keep-Alive"}

// readHeader reads a header: Name: value, or Name: "a longer value".
func (s *scanner) readHeader(a *Answer) error {
	at := s.offset
	name, ok := strings.CutSuffix(s.readWord(), ":")
	if !ok || !isToken(name) {
		return s.expectedError(at, "a header such as Retry-After: 2, or a body in quotes")
	}
	if slices.Contains(connectionHeaders, textproto.CanonicalMIMEHeaderKey(name)) {
		return s.errorAt(at, "answer: a rule cannot set the header %s: it belongs to the connection", name)
	}
	at = s.offset
	value, ok, err := s.readQuoted()
	if err != nil {
		return err
	}
	if !ok {
		value = s.readWord()
	}
	if value == "" {
		return s.errorAt(at, "answer: the header %s has no value", clip.Runes(name, maxShown))
	}
	a.Header += name + ": " + value + "\n"
	return nil
}

// isToken reports whether a text is a token (RFC 9110 §5.6.2), as a header name must be.
func isToken(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return text != ""
}

// Answer answers with an HTTP status instead of the agent.
type Answer struct {
	Status         int
	Header         string // lines of the form Name: value
	Text, Document string // the body; at most one is set
}

func (a Answer) String() string {
	out := "answer " + strconv.Itoa(a.Status)
	for line := range strings.Lines(a.Header) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if strings.ContainsAny(value, blanks+`;"`) {
			value = quote(value)
		}
		out += " " + name + ": " + value
	}
	if a.Text != "" {
		return out + " " + quote(a.Text)
	}
	if a.Document != "" {
		return out + " " + a.Document
	}
	return out
}

func (a Answer) Describe(wire.Side) string {
	return "is answered with HTTP " + strconv.Itoa(a.Status) + " in place of the agent"
}

func (a Answer) Answer(_ context.Context, p wire.FrameCodec) (*wire.RuleAnswer, error) {
	h := http.Header{}
	for line := range strings.Lines(a.Header) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		h.Add(name, value)
	}
	if p.Labels().Binding == "grpc" {
		return grpcAnswer(a.Status, a.Text, h), nil
	}
	if h.Get("Content-Type") == "" && a.Text != "" {
		h.Set("Content-Type", "text/plain; charset=utf-8")
	} else if h.Get("Content-Type") == "" && a.Document != "" {
		h.Set("Content-Type", "application/json")
	}
	return &wire.RuleAnswer{Head: wire.Head{Status: a.Status, Header: h}, Body: []byte(a.Text + a.Document)}, nil
}
