package mock

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// take is a recorded exchange, as far as finding it takes.
type take struct {
	x       wire.Exchange
	framing wire.FrameKind // of the answer, "" when there is none
	asked   question
	task    string // recorded id of the task it is about, also one the agent named
	context string // recorded id of the context, also one the agent named
	pushes  bool   // the call configures push
	given   bool   // no call: it was played; the mutex guards it
}

// question is what a request wants, in the words in which requests are compared.
type question struct {
	path     string // with the query
	versions []a2a.Version
	call     bool // of the protocol, in whatever binding
	binding  a2a.Binding
	op       a2a.Operation
	method   string // JSON-RPC's, where that is the binding; else HTTP's
	id       json.RawMessage
	task     string // id of the task it names
	context  string
	message  string // id of the message it sends
	content  string // what it says; equal for requests that say the same
	says     string // the beginning of it, for people
	body     []byte // of requests that are no calls
	silent   bool   // nothing but its path says which version it is of
}

// border reports whether polls before and after it ask about different things.
func (q *question) border() bool {
	return q.op == a2a.SendMessage || q.op == a2a.SendStreamingMessage || q.op == a2a.CancelTask
}

// sends reports whether it brings a message, and so may begin a conversation.
func (q *question) sends() bool { return q.op == a2a.SendMessage || q.op == a2a.SendStreamingMessage }

// questionOf is what the request of an exchange wants, as rd reads it. Its JSON-RPC
// id stays as it was written.
func questionOf(x *wire.Exchange, rd *reading.Reader) question {
	asked, id := rd.Request(), rd.Identity()
	q := question{method: x.Method, path: requestPath(x.URL), versions: id.Versions, op: id.Op, id: asked.ID}
	if c := asked.Call; c != nil {
		q.task = c.TaskID
		if m := c.Message; m != nil {
			q.message, q.context = m.ID, m.ContextID
			q.task = cmp.Or(m.TaskID, q.task)
		}
	}
	q.content, q.says = contentOf(q.op, asked.Call)
	if id.Binding != "" && id.Binding != a2a.JSONRPC && id.Op != "" {
		q.call, q.binding = true, id.Binding
		q.silent = id.Binding == a2a.REST && len(rd.RequestBody()) == 0 && x.Request.Header.Get("A2A-Version") == "" && !wire.QueryOf(x.URL).Has("A2A-Version")
		return q
	}
	e, method, ok := envelopeOf(x.Method, rd.RequestBody())
	if !ok {
		q.body = rd.RequestBody()
		return q
	}
	q.call, q.binding, q.method = true, a2a.JSONRPC, method
	if q.id == nil {
		q.id = e.ID
	}
	if q.op == "" {
		q.content = canonical(e.Params)
	}
	return q
}

// envelope is what a mock looks at in a JSON-RPC request.
type envelope struct{ ID, Method, Params json.RawMessage }

// envelopeOf is the JSON-RPC envelope of a request that has one.
func envelopeOf(verb string, body []byte) (e envelope, method string, ok bool) {
	if verb != http.MethodPost || !bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		return e, "", false
	}
	ok = json.Unmarshal(body, &e) == nil && json.Unmarshal(e.Method, &method) == nil && method != ""
	return e, method, ok
}

// at reports whether the take was asked at a path with its query. Parameters that
// are secret do not count: of them the record has filler, and no mock asks for
// credentials.
func (t *take) at(path string) bool {
	if t.asked.path == path {
		return true
	}
	hidden := func(name string) bool {
		return slices.ContainsFunc(t.x.Redactions, func(r wire.Redaction) bool { return r.Where == "url" && strings.EqualFold(r.Name, name) })
	}
	return withoutParams(t.asked.path, hidden) == withoutParams(path, hidden)
}

// withoutParams is a path with its query, less the parameters that drop holds for.
func withoutParams(path string, drop func(name string) bool) string {
	path, query, _ := strings.Cut(path, "?")
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if pair != "" && !drop(name) {
			kept = append(kept, pair)
		}
	}
	return path + "?" + strings.Join(kept, "&")
}

func requestPath(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	return u.RequestURI()
}

// read makes a take of a recorded exchange. Of the answer it reads as much as
// it takes to know the ids in it.
func (m *Mock) read(ctx context.Context, x *wire.Exchange) (*take, error) {
	var rd *reading.Reader
	enough := func(reading.Piece) {
		if l := rd.Labels(); l.Task != "" && l.Context != "" {
			rd.Stop()
		}
	}
	rd = reading.New(x, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, nil), Light: true, Each: enough})
	if err := rd.Record(ctx, m.opts.Facts); err != nil {
		return nil, err
	}
	t := &take{x: *x, framing: rd.Framing(), asked: questionOf(x, rd)}
	if c := rd.Request().Call; c != nil {
		t.pushes = c.Push != nil
	}
	if q := t.asked; q.op != a2a.ListTasks && q.op != a2a.GetExtendedCard {
		l := rd.Labels()
		t.task, t.context = l.Task, l.Context
	}
	return t, nil
}

// answered is when the agent had the whole request.
func (t *take) answered() time.Time {
	if !t.x.RequestDone.IsZero() && t.x.RequestDone.Before(t.x.Answered) {
		return t.x.RequestDone
	}
	return t.x.Started
}

// truncated says what of the answer is not on record, "" when nothing is missing.
func (t *take) truncated() string {
	switch {
	case t.x.ResponseKept < t.x.ResponseBytes:
		return fmt.Sprintf("%d of %d bytes are on record", t.x.ResponseKept, t.x.ResponseBytes)
	case t.x.Incomplete:
		return "recording failed part-way"
	}
	return ""
}

// speaks reports whether two requests are of one binding, and may be of one
// version.
func (q *question) speaks(b *question) bool {
	if q.binding != b.binding {
		return false
	}
	// An interface's own path may begin as the paths of another version do: /v1/tasks.
	return b.silent || len(q.versions) == 0 && len(b.versions) == 0 ||
		slices.ContainsFunc(q.versions, func(v a2a.Version) bool { return slices.Contains(b.versions, v) })
}
