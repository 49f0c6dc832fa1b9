package rule_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// tongue is a wire.Protocol whose frames are documents with members named after the labels.
type tongue struct{ labels func(body []byte) wire.Labels }

func (tongue) Errors() []string { return []string{"TaskNotFound", "VersionNotSupported"} }

func (t tongue) Open(_ *wire.Exchange, body []byte) wire.FrameCodec {
	if t.labels != nil {
		return &reader{labels: t.labels(body)}
	}
	var d document
	_ = json.Unmarshal(body, &d)
	return &reader{labels: wire.Labels{Op: cmp.Or(d.Op, "SendStreamingMessage"), Dialect: cmp.Or(d.Dialect, "1.0"), Binding: cmp.Or(d.Binding, "jsonrpc"), Task: d.Task, Context: d.Context, Text: d.Text}}
}

type document struct {
	Op, Dialect, Binding                           string
	Kind, Task, Context, State, Artifact, Text, ID string
	Last                                           bool
}

type reader struct {
	labels   wire.Labels
	answered bool
}

func (p *reader) Labels() wire.Labels                          { return p.labels }
func (p *reader) SetResponseHead(*wire.Head)                   { p.answered = true }
func (p *reader) Check(wire.Side, wire.Frame, []byte) []string { return nil }
func (p *reader) Read(_ wire.Side, f wire.Frame) wire.FrameLabels {
	var d document
	if f.Kind == wire.Comment {
		return wire.FrameLabels{Kind: "comment"}
	}
	l := wire.FrameLabels{}
	if json.Valid(f.Data) {
		_ = json.Unmarshal(f.Data, &d)
		l = wire.FrameLabels{Kind: d.Kind, Task: d.Task, Context: d.Context, State: d.State, Artifact: d.Artifact, Text: d.Text, Last: d.Last, Doc: f.Data}
	}
	return l
}

func (p *reader) Write(_ wire.Side, like wire.Frame, doc []byte) ([]byte, error) {
	if !json.Valid(doc) {
		return nil, errors.New("no JSON")
	}
	return framed(like.Kind, string(doc)), nil
}

func (p *reader) Error(name, message string, streamed bool) (*wire.RuleAnswer, error) {
	if p.labels.Dialect == "0.1" {
		return nil, errors.New("0.1 has no " + name)
	}
	return &wire.RuleAnswer{Head: wire.Head{Status: 200, Header: http.Header{}}, Body: fmt.Appendf(nil, "%s %q %v", name, message, streamed)}, nil
}

// framed frames a document.
func framed(kind wire.FrameKind, doc string) []byte {
	switch kind {
	case wire.SSE, wire.Comment:
		var b []byte
		for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(doc), "\n") {
			b = append(b, "data: "+line+"\n"...)
		}
		return append(b, '\n')
	case wire.GRPC:
		return wire.AppendGRPC(nil, []byte(doc))
	case wire.WSText, wire.WSBin:
		b := []byte{0x81, 126, byte(len(doc) >> 8), byte(len(doc))}
		return append(b, doc[:len(doc)&0xffff]...)
	case wire.Line:
		return []byte(strings.ReplaceAll(doc, "\n", " ") + "\n")
	}
	return []byte(doc)
}

// sending is a wire.FrameSender that records what is sent.
type sending struct {
	began time.Time
	frame int
	list  []piece
}

type piece struct {
	wire.Passage
	raw   []byte
	after time.Duration // since began
	steps []time.Duration
}

func (s *sending) Send(p wire.Passage, raw []byte) error {
	p.Frame, p.FramesBack = s.frame-p.FramesBack, 0
	s.list = append(s.list, piece{Passage: p, raw: bytes.Clone(raw), after: time.Since(s.began)})
	return nil
}

func (s *sending) SendMore(raw []byte) error {
	last := &s.list[len(s.list)-1]
	last.raw = append(last.raw, raw...)
	last.steps = append(last.steps, time.Since(s.began))
	return nil
}

// bytes is everything that was sent.
func (s *sending) bytes() (all []byte) {
	for _, p := range s.list {
		all = append(all, p.raw...)
	}
	return all
}

// says is what was sent as a text: "how frame data" for each piece.
func (s *sending) says(kind wire.FrameKind) string {
	var all []string
	for _, p := range s.list {
		data := string(p.raw)
		for f := range wire.Frames(kind, 0, []wire.Chunk{{Data: p.raw}}) {
			data = string(f.Data)
			if f.Partial && kind != wire.Body {
				data += "…"
			}
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %d %s", p.Kind, p.Frame, data)))
	}
	return strings.Join(all, "\n")
}

// fired is what a Set reported about its rules.
type fired struct {
	mu   sync.Mutex
	list []string
}

func (f *fired) told(id, exchange, problem string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, strings.TrimSpace(id+" "+exchange+" "+problem))
}

func (f *fired) problems() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.list {
		if strings.Count(s, " ") > 1 {
			n++
		}
	}
	return n
}

// newSet is a set with rules r1, r2, … in force.
func newSet(t testing.TB, o rule.Options, texts ...string) *rule.Set {
	t.Helper()
	if o.Protocol == nil {
		o.Protocol = tongue{}
	}
	o.Vocabulary = words.FilterVocabulary()
	s := rule.New(o)
	if err := s.Put(rules(texts...)); err != nil {
		t.Fatal(err)
	}
	return s
}

func rules(texts ...string) (list []wire.Rule) {
	for i, text := range texts {
		list = append(list, wire.Rule{ID: fmt.Sprintf("r%d", i+1), Text: text, On: true})
	}
	return list
}

func exchangeOf(id string) *wire.Exchange {
	return &wire.Exchange{ID: id, Session: "s", Agent: "http://agent.test:1", Origin: wire.Client, Caller: "curl/8", Method: "POST", Request: wire.Head{Header: http.Header{}}}
}

// respond passes a body through a plan's response gate.
func respond(ctx context.Context, plan *wire.InterventionPlan, kind wire.FrameKind, body []byte) (*sending, error) {
	out := &sending{began: time.Now()}
	h := wire.Head{Status: 200, Header: http.Header{"Content-Type": {"x/y"}}}
	if err := plan.Response.Head(ctx, &h); err != nil {
		return out, err
	}
	return out, through(ctx, plan.Response, kind, body, out)
}

// through passes a body through a gate.
func through(ctx context.Context, g wire.Gate, kind wire.FrameKind, body []byte, out *sending) error {
	for f := range wire.Frames(kind, wire.MaxGateFrame, []wire.Chunk{{Data: body}}) {
		out.frame = f.Index
		if err := g.Frame(ctx, f, out); err != nil {
			return err
		}
		out.frame++
	}
	return g.End(ctx, out)
}

// docs is a body with documents in a framing.
func docs(kind wire.FrameKind, list ...string) []byte {
	return bytes.Join(slices.Collect(func(yield func([]byte) bool) {
		for _, d := range list {
			if !yield(framed(kind, d)) {
				return
			}
		}
	}), nil)
}

const ask = `{"op":"SendStreamingMessage","text":"tell me a joke"}`
