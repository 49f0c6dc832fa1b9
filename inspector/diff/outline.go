package diff

import (
	"context"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// outline is what align needs to know of an exchange.
type outline struct {
	session.Exchange
	excerpt   string
	operation uint64 // hash of the operation's class
	request   uint64 // hash of the request's content
	answer    uint64 // hash of the request's content and the response's labels
	structure uint64 // hash of the request's structure
	topic     uint64 // hash of the first word of its message; 0 for none, and if both sides called its agent
}

// outlines reads the requests of a side, without the console's own probes.
func outlines(ctx context.Context, s Side, h hasher) ([]outline, error) {
	var out []outline
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if !x.Origin.IsConversation() {
			continue
		}
		o, err := readRequest(ctx, s, x, h)
		if err != nil {
			return nil, err
		}
		o.answer = mix(mix(o.request, h.string(x.Labels.State+x.Labels.Error)), h.string(x.Labels.Text))
		out = append(out, o)
	}
	return out, nil
}

// readRequest reads the part of the outline that the request determines.
func readRequest(ctx context.Context, s Side, x *wire.Exchange, h hasher) (outline, error) {
	unanswered := *x
	unanswered.Response = wire.Head{}
	r, err := reading.Record(ctx, s.Source, &unanswered, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, s.Card)})
	if err != nil {
		return outline{}, err
	}
	req := r.RequestBody()
	call, id := r.Request().Call, r.Identity()
	o := outline{Exchange: session.Labelled(x), operation: h.string(string(classOf(id.Op)))}
	o.Op, o.Version, o.Binding, o.Call = id.Op, a2a.Version(id.Label()), id.Binding, call
	o.excerpt = Excerpt(x, id.Op, call, req)
	if words := strings.FieldsFunc(strings.ToLower(o.excerpt), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); len(words) > 0 {
		o.topic = h.string(words[0])
	}
	o.request, o.structure = o.operation, o.operation
	switch path := h.string(pathOf(x.URL)); {
	case call != nil && call.Message != nil:
		said := parts(normalizeParts(call.Message.Parts), Structure)
		o.request, o.structure = mix(o.request, h.sum(said, Meaning)), mix(o.structure, h.sum(said, Structure))
	case id.Op == a2a.GetCard:
		o.request = mix(o.request, path)
	case id.Op == "":
		o.operation = mix(h.string(x.Method), path)
		o.structure = o.operation
		o.request = mix(o.structure, h.string(string(req)))
	}
	return o, o.readAnswer(ctx, s)
}

// separateAgents makes the hashes of calls to different agents differ if both sides called one of these agents. Other
// agents may be the same one at another address.
func separateAgents(a, b []outline, h hasher) {
	called := map[string]int{}
	for side, list := range [][]outline{a, b} {
		for i := range list {
			called[list[i].X.Agent] |= 1 << side
		}
	}
	for _, list := range [][]outline{a, b} {
		for i := range list {
			o := &list[i]
			if called[o.X.Agent] == 3 {
				for _, id := range []*string{&o.Task, &o.Context} { // two agents may give the same id
					if *id != "" {
						*id = o.X.Agent + " " + *id
					}
				}
				o.topic = 0
				agent := h.string(o.X.Agent)
				o.operation, o.request, o.answer, o.structure = mix(agent, o.operation), mix(agent, o.request), mix(agent, o.answer), mix(agent, o.structure)
			}
		}
	}
}

// readAnswer reads the task, context and error from the response if the exchange has no labels yet.
func (o *outline) readAnswer(ctx context.Context, s Side) error {
	if o.Task != "" || o.X.Labels.Op != "" || o.X.Response.Status == 0 {
		return nil
	}
	d, err := Read(ctx, s.Source, *o.X, s.Card, Structure)
	if err != nil {
		return err
	}
	if o.Task = session.TaskOf(o.Call); d.task != nil {
		o.Task, o.Context = d.task.ID, d.task.ContextID
	}
	if d.err != nil {
		o.Error = string(d.err.Name)
	}
	return nil
}

func pathOf(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			return rest[i:]
		}
		return "/"
	}
	return url
}

// Excerpt returns the beginning of a request's text. If the request is not an operation of A2A, it returns what the
// request calls: the JSON-RPC method, otherwise the HTTP method with the path.
func Excerpt(x *wire.Exchange, op a2a.Operation, call *a2a.Call, body []byte) string {
	if op == "" {
		var envelope struct{ Method string }
		if json.Unmarshal(body, &envelope) == nil && envelope.Method != "" {
			return excerpt(envelope.Method)
		}
		return excerpt(x.Method + " " + pathOf(x.URL))
	}
	if call == nil || call.Message == nil {
		return ""
	}
	for _, p := range call.Message.Parts {
		switch {
		case p.Kind == a2a.TextPart && p.Text != "":
			return excerpt(p.Text)
		case p.Kind == a2a.DataPart:
			return excerpt(string(p.Data))
		case p.Filename != "":
			return excerpt(p.Filename)
		}
	}
	return ""
}

func excerpt(s string) string {
	const most = 60
	bare := clip.Truncate(s, 4*most)
	line := clip.Runes(strings.ToValidUTF8(strings.Join(strings.Fields(bare), " "), string(utf8.RuneError)), most)
	if len(bare) < len(s) && !strings.HasSuffix(line, "…") {
		return line + "…"
	}
	return line
}
