package passing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Options holds what New needs besides the exchanges.
type Options struct {
	// Card returns the card of the agent at an origin, nil when unknown. It is called once per exchange. May
	// be nil.
	Card func(agent string) *a2a.Card
}

func New(o Options) wire.Protocol { return protocol{o} }

type protocol struct{ opts Options }

func (p protocol) Open(x *wire.Exchange, body []byte) wire.FrameCodec {
	c := &call{raw: body, request: dialect.RequestHead(x)}
	c.request.Trailer = nil
	if p.opts.Card != nil {
		c.hint.Card = p.opts.Card(x.Agent)
	}
	c.full = plain(c.request.Header, body)
	c.request.Body = abridged(c.full)
	c.request.Cut = len(body) >= wire.MaxGateFrame // more may follow
	c.reader = dialect.NewLabeller(c.request, c.hint)
	c.requestReading, c.labels = c.reader.Request(), c.reader.Labels()
	return c
}

// Errors lists the errors that rules may answer with, the protocol's own first.
func (protocol) Errors() (names []string) {
	for _, row := range binding.StatusTable {
		// An error of a draft has no code in the released versions.
		if slices.ContainsFunc(dialect.All(), func(v *version.Version) bool { return v.ErrorName(v.ErrorCode(row.Name)) == row.Name }) {
			names = append(names, string(row.Name))
		}
	}
	return names
}

// Error returns an error answer. An error without a code in the version gets that of the nearest error.
func (c *call) Error(name, message string, streamed bool) (*wire.RuleAnswer, error) {
	if !slices.Contains(protocol{}.Errors(), name) {
		return nil, fmt.Errorf("A2A has no error %s; %s", quoted(name), errorsLike(name))
	}
	id, _ := c.identify()
	if id.Binding == "" {
		return nil, fmt.Errorf("%s is an error of calls, but the request is not a call; answer it with an HTTP status", name)
	}
	head, body := dialect.Fail(id, string(c.requestReading.ID), streamed, &a2a.Error{Name: a2a.ErrorName(name), Message: message})
	return &wire.RuleAnswer{Head: head, Body: body}, nil
}

// errorsLike suggests errors close to a mistyped name, else lists all.
func errorsLike(name string) string {
	all := protocol{}.Errors()
	if near := spelling.Nearest(name, all); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "it has " + strings.Join(all, ", ")
}

// call is one exchange in flight. Fields above mu do not change.
type call struct {
	raw            []byte          // the request's body as it arrived
	full           []byte          // decoded
	request        dialect.Message // with the part of full that labels need
	hint           dialect.Hint
	requestReading a2a.Reading
	labels         wire.Labels

	mu     sync.Mutex
	reader *dialect.Reader
	answer dialect.Message // the head of the response
	headed bool            // the reader has it
}

// plain decodes a body as far as possible.
func plain(h map[string][]string, b []byte) []byte {
	out, err := coding.Decode(h, b, coding.NewBudget(coding.MaxDecodedBytes))
	if err != nil && len(out) == 0 {
		return b
	}
	return out
}

func (c *call) Labels() wire.Labels { return c.labels }

func (c *call) SetResponseHead(h *wire.Head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = dialect.Message{Status: h.Status, Header: h.Header.Clone()}
}

// identify returns what is known about the exchange so far.
func (c *call) identify() (a2a.Identity, dialect.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reader.Identity(), c.answer
}

func (c *call) Read(side wire.Side, f wire.Frame) wire.FrameLabels {
	switch {
	case f.Kind == wire.Comment:
		return wire.FrameLabels{Kind: commentKind}
	case f.Partial: // a fragment of something too long, or one without its end
		return wire.FrameLabels{}
	case socket(f.Kind):
		return wire.FrameLabels{Doc: document(f.Data)}
	case side.IsRequest():
		return c.readRequest(f)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.Kind == wire.Body {
		return c.readBody(f)
	}
	if !c.headed {
		c.headed = true
		m := c.answer
		m.Framing = f.Kind
		c.reader.Response(m)
	}
	full := f.Data
	f.Data = abridged(full)
	return wholeLabels(frameLabels(c.reader.Event(f), &f), full, f.Data)
}

// readRequest reads a frame of the request, reusing the reading from Open if the frame is unchanged.
func (c *call) readRequest(f wire.Frame) wire.FrameLabels {
	first := f.Index == 0
	if first && bytes.Equal(f.Raw, c.raw) || first && f.Kind == wire.GRPC && bytes.HasPrefix(c.raw, f.Raw) {
		return wholeLabels(frameLabels(c.requestReading, &f), c.full, c.request.Body)
	}
	m := c.request
	m.Body, m.Cut = f.Raw, false
	if f.Kind == wire.Body {
		m.Body = plain(m.Header, f.Raw)
	}
	full := m.Body
	m.Body = abridged(full)
	return wholeLabels(frameLabels(dialect.NewLabeller(m, c.hint).Request(), &f), full, m.Body)
}

// readBody reads a response that is one document.
func (c *call) readBody(f wire.Frame) wire.FrameLabels {
	m, full := c.answer, plain(c.answer.Header, f.Raw)
	m.Body, m.Framing = abridged(full), wire.Body
	if len(m.Body) == 0 || body.FramingOf(m.Status, m.Header, m.Body) != wire.Body {
		return wire.FrameLabels{}
	}
	f.Data = m.Body
	return wholeLabels(frameLabels(c.reader.Response(m), &f), full, m.Body)
}

// bounds limits a document to what labels need: textLimit bytes of text, each of which may be written as
// \u0041.
var bounds = jsonrepair.Bounds{Text: 6 * textLimit, KeptBytes: 6 * textLimit, Members: 100}

// abridged shortens a long document to what labels need, so that a rule costs little compared to
// the call. Anything but strict JSON stays as it is.
func abridged(full []byte) []byte {
	if len(full) <= bounds.Text {
		return full
	}
	if short, ok := jsonrepair.Abridge(full, bounds); ok {
		return short
	}
	return full
}

// wholeLabels replaces an abridged document in labels by the full one.
func wholeLabels(l wire.FrameLabels, full, short []byte) wire.FrameLabels {
	if l.Doc != nil && len(short) < len(full) {
		l.Doc = full
	}
	return l
}

func socket(k wire.FrameKind) bool {
	return slices.Contains([]wire.FrameKind{wire.WSText, wire.WSBin, wire.WSClose, wire.WSPing, wire.WSPong}, k)
}

// commentKind is the kind of frames that only keep a connection open.
const commentKind = "comment"

const textLimit = 64 << 10

// frameLabels condenses a frame's reading to labels.
func frameLabels(r a2a.Reading, f *wire.Frame) wire.FrameLabels {
	l := wire.FrameLabels{Text: fold.TextOf(r, textLimit), Doc: documentOf(r, f)}
	if r.Kind != a2a.KindNone && r.Kind != a2a.KindEmpty {
		l.Kind = string(r.Kind)
	}
	if l.Task, l.Context = fold.About(r.Result); r.Call != nil {
		l.Task, l.Context = r.Call.About()
	}
	l.State = string(r.Result.State())
	if r.Result != nil && r.Result.Artifact != nil {
		l.Artifact, l.Last = r.Result.Artifact.Artifact.ID, r.Result.Artifact.LastChunk
	}
	return l
}

// documentOf returns a frame's document as JSON, repaired if necessary. It returns nil when the
// document is not JSON, or the frame has several.
func documentOf(r a2a.Reading, f *wire.Frame) []byte {
	switch {
	case r.Binding == a2a.GRPC && f.Kind == wire.GRPC:
		return r.Repaired
	case f.Kind != wire.Body && len(bytes.TrimSpace(r.Raw)) != len(bytes.TrimSpace(f.Data)):
		return nil
	case r.Repaired != nil:
		return r.Repaired
	case r.Binding == a2a.JSONRPC && r.Call != nil: // it was read as JSON without repair
		return r.Raw
	}
	return document(r.Raw)
}

func document(b []byte) []byte {
	if !json.Valid(b) {
		return nil
	}
	return b
}

// maxDocument bounds the problems that Check describes.
const maxDocument = 50

// Check reads a document in the version of the exchange, or as any JSON for a WebSocket message. It
// reports no problems of heads, and none that depend on other frames.
func (c *call) Check(side wire.Side, like wire.Frame, doc []byte) []string {
	id, answer := c.identify()
	var ps []a2a.Problem
	f := wire.Frame{Kind: framing(like.Kind, &answer), Event: like.Event, Raw: doc, Data: doc}
	switch {
	case len(bytes.TrimSpace(doc)) == 0:
		return []string{"There is no document."}
	case socket(like.Kind):
		if err := json.Unmarshal(doc, new(json.RawMessage)); err != nil {
			return []string{fmt.Sprintf("$: not JSON: %s.", err)}
		}
		return nil
	case like.Kind == wire.GRPC || like.Kind == "" && id.Binding == a2a.GRPC:
		b, lost, err := grpc.Encode(registry.ReadAs(id), id.Op, side, doc)
		if err != nil {
			return sentences([]a2a.Problem{{Severity: a2a.SeverityError, Path: "$", Message: err.Error()}})
		}
		ps, f = lost, wire.Frame{Kind: wire.GRPC, Raw: wire.AppendGRPC(nil, b), Data: b}
	}
	switch {
	case side.IsRequest():
		m := c.request
		m.Body, m.Cut = f.Raw, false
		ps = append(ps, dialect.ReadRequest(id, m).Problems...)
	case like.Kind == wire.Body:
		answer.Body, answer.Framing = doc, wire.Body
		ps = dialect.ReadResponse(id, c.request, answer).Problems
	default:
		ps = append(ps, dialect.ReadEvent(id, c.request, answer, f).Problems...)
	}
	return sentences(ps)
}

// sentences describes the errors and warnings that have a place in the document, without
// duplicates.
func sentences(ps []a2a.Problem) (out []string) {
	for _, p := range ps {
		if p.Path == "" || p.Severity == a2a.SeverityInfo {
			continue
		}
		if s := sentence(p); !slices.Contains(out, s) {
			if out = append(out, s); len(out) == maxDocument {
				return append(out, "There are more problems.")
			}
		}
	}
	return out
}

func sentence(p a2a.Problem) string {
	return clip.Bytes(p.Path, 200) + ": " + strings.TrimSuffix(p.Message, ".") + "."
}
