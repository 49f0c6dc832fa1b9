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

// interaction is a recorded exchange with the keys by which requests find it.
type interaction struct {
	exchange wire.Exchange
	framing  wire.FrameKind // of the response, "" if there is none
	request  matchKey
	task     string // recorded id of its task, even if the agent assigned it
	context  string // recorded id of its context, even if the agent assigned it
	setsPush bool   // the call configures push notifications
	isPlayed bool   // not a call, and has been played; guarded by mu
}

// matchKey holds what a mock compares to find the recorded response to a request.
type matchKey struct {
	path        string // with the query
	versions    []a2a.Version
	isCall      bool // it is an A2A call, in any binding
	binding     a2a.Binding
	op          a2a.Operation
	method      string // of JSON-RPC, or of HTTP for other bindings
	id          json.RawMessage
	task        string // id of the task that it names
	context     string
	message     string // id of the message it sends
	content     string // key of what it says: equal for requests that say the same
	excerpt     string // beginning of what it says, for people
	text        string // of a message with a single short text part; else ""
	body        []byte // of requests that are not calls
	versionless bool   // only its path indicates the version
}

// changesTask reports whether the request may change the responses to later polls.
func (k *matchKey) changesTask() bool {
	return k.op == a2a.SendMessage || k.op == a2a.SendStreamingMessage || k.op == a2a.CancelTask
}

// hasMessage reports whether the request sends a message, and so may begin a conversation.
func (k *matchKey) hasMessage() bool {
	return k.op == a2a.SendMessage || k.op == a2a.SendStreamingMessage
}

// matchKeyOf reads the key of an exchange's request from rd. The JSON-RPC id keeps its spelling.
func matchKeyOf(x *wire.Exchange, rd *reading.Reader) matchKey {
	asked, id := rd.Request(), rd.Identity()
	q := matchKey{method: x.Method, path: requestPath(x.URL), versions: id.Versions, op: id.Op, id: asked.ID}
	if c := asked.Call; c != nil {
		q.task = c.TaskID
		if m := c.Message; m != nil {
			q.message, q.context, q.text = m.ID, m.ContextID, onlyText(m.Parts)
			q.task = cmp.Or(m.TaskID, q.task)
		}
	}
	q.content, q.excerpt = contentOf(q.op, asked.Call)
	if id.Binding != "" && id.Binding != a2a.JSONRPC && id.Op != "" {
		q.isCall, q.binding = true, id.Binding
		q.versionless = id.Binding == a2a.REST && len(rd.RequestBody()) == 0 && x.Request.Header.Get("A2A-Version") == "" && !wire.QueryOf(x.URL).Has("A2A-Version")
		return q
	}
	e, method, ok := envelopeOf(x.Method, rd.RequestBody())
	if !ok {
		q.body = rd.RequestBody()
		return q
	}
	q.isCall, q.binding, q.method = true, a2a.JSONRPC, method
	if q.id == nil {
		q.id = e.ID
	}
	if q.op == "" {
		q.content = canonical(e.Params)
	}
	return q
}

type envelope struct{ ID, Method, Params json.RawMessage }

func envelopeOf(verb string, body []byte) (e envelope, method string, ok bool) {
	if verb != http.MethodPost || !bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		return e, "", false
	}
	ok = json.Unmarshal(body, &e) == nil && json.Unmarshal(e.Method, &method) == nil && method != ""
	return e, method, ok
}

// hasPath reports whether the request had this path and query. It ignores redacted parameters: the
// record does not have their values, and a mock requires no credentials.
func (it *interaction) hasPath(path string) bool {
	if it.request.path == path {
		return true
	}
	hidden := func(name string) bool {
		return slices.ContainsFunc(it.exchange.Redactions, func(r wire.Redaction) bool { return r.Place == "url" && strings.EqualFold(r.Name, name) })
	}
	return dropParams(it.request.path, hidden) == dropParams(path, hidden)
}

func dropParams(path string, drop func(name string) bool) string {
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

// read returns the interaction of a recorded exchange. It reads the response only until it knows
// the task and context ids.
func (m *Mock) read(ctx context.Context, x *wire.Exchange) (*interaction, error) {
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
	it := &interaction{exchange: *x, framing: rd.Framing(), request: matchKeyOf(x, rd)}
	if c := rd.Request().Call; c != nil {
		it.setsPush = c.Push != nil
	}
	if q := it.request; q.op != a2a.ListTasks && q.op != a2a.GetExtendedCard {
		l := rd.Labels()
		it.task, it.context = l.Task, l.Context
	}
	return it, nil
}

// requestEnd returns when the agent had received the whole request, or when the request began if
// that is not known.
func (it *interaction) requestEnd() time.Time {
	if !it.exchange.RequestDone.IsZero() && it.exchange.RequestDone.Before(it.exchange.Answered) {
		return it.exchange.RequestDone
	}
	return it.exchange.Started
}

// truncationText says how much of the response is on record, "" if nothing is missing.
func (it *interaction) truncationText() string {
	switch {
	case it.exchange.ResponseKept < it.exchange.ResponseBytes:
		return fmt.Sprintf("%d of %d bytes are on record", it.exchange.ResponseKept, it.exchange.ResponseBytes)
	case it.exchange.HasMissingResponseBytes():
		return "some bytes are not on record"
	case it.exchange.Incomplete:
		return "recording failed part-way"
	}
	return ""
}

// mayShareVersion reports whether two requests have the same binding and possibly the same version.
func (k *matchKey) mayShareVersion(b *matchKey) bool {
	if k.binding != b.binding {
		return false
	}
	// An interface's own path may begin like that of another version: /v1/tasks.
	return b.versionless || len(k.versions) == 0 && len(b.versions) == 0 ||
		slices.ContainsFunc(k.versions, func(v a2a.Version) bool { return slices.Contains(b.versions, v) })
}
