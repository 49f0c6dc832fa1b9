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
	Name: "answer", Does: "answers with an HTTP status in place of the agent. Over gRPC it is the status that gRPC has for it", On: Requests,
	Forms: []Form{{"answer 429", "with an empty body"}, {"answer 429 Retry-After: 2", "with a header"}, {`answer 503 "body"`, "with a text"}, {`answer 400 {"a":1}`, "with a document"}},
	parse: parseAnswer,
}

func parseAnswer(s *scan) (Fault, error) {
	s.skip()
	at := s.at
	status, err := strconv.Atoi(s.word())
	if err != nil || status < 200 || status > 599 {
		return nil, s.wants(at, "HTTP status from 200 to 599")
	}
	a := Answer{Status: status}
	for s.more() {
		at := s.at
		text, ok, err := s.quoted()
		switch {
		case err != nil:
			return nil, err
		case ok:
			a.Text = text
			return a, a.bodied(s, at)
		case s.text[s.at] == '{' || s.text[s.at] == '[':
			a.Document, err = s.document()
			if err == nil {
				err = a.bodied(s, at)
			}
			return a, err
		}
		if err := s.header(&a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// bodied refuses a body where there can be none.
func (a *Answer) bodied(s *scan, at int) error {
	if (a.Status == http.StatusNoContent || a.Status == http.StatusNotModified) && a.Text+a.Document != "" {
		return s.fail(at, "answer: a response with status %d has no body. Leave it out", a.Status)
	}
	return nil
}

// notOurs are headers that the connection needs, and no rule may give.
var notOurs = []string{"Content-Length", "Transfer-Encoding", "Connection", "Trailer", "Upgrade", "Te", "Keep-Alive"}

// header takes a header: Name: value, or Name: "a longer value".
func (s *scan) header(a *Answer) error {
	at := s.at
	name, ok := strings.CutSuffix(s.word(), ":")
	if !ok || !token(name) {
		return s.wants(at, "header, such as Retry-After: 2, and no body in quotes")
	}
	if slices.Contains(notOurs, textproto.CanonicalMIMEHeaderKey(name)) {
		return s.fail(at, "answer: the header %s cannot be given: it belongs to the connection", name)
	}
	at = s.at
	value, ok, err := s.quoted()
	if err != nil {
		return err
	}
	if !ok {
		value = s.word()
	}
	if value == "" {
		return s.fail(at, "answer: the header %s has no value", clip.Runes(name, shown))
	}
	a.Header += name + ": " + value + "\n"
	return nil
}

// token reports whether a text is a token (RFC 9110 §5.6.2), as a header's name is.
func token(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return text != ""
}

// Answer answers with an HTTP status.
type Answer struct {
	Status         int
	Header         string // lines: Name: value
	Text, Document string // the body: one of them, or none
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

// Words is of Fault.
func (a Answer) Words(wire.Side) string {
	return "is answered with HTTP " + strconv.Itoa(a.Status) + " in place of the agent"
}

// Answer is of Answers.
func (a Answer) Answer(_ context.Context, p wire.Passing) (*wire.Answer, error) {
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
	return &wire.Answer{Head: wire.Head{Status: a.Status, Header: h}, Body: []byte(a.Text + a.Document)}, nil
}
