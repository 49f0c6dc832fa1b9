package diff

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// outline is what aligning needs to know of an exchange.
type outline struct {
	session.Exchange
	class     a2a.Operation // of the operation
	excerpt   string
	request   uint64 // of what the request says
	answer    uint64 // of that and of what the labels say came back
	structure uint64 // of its structure
}

// group is one exchange of a conversation, or several of which each repeats the first.
type group struct {
	outline
	all []*wire.Exchange
}

// outlines reads the requests of a side, the console's own probes left out.
func outlines(ctx context.Context, s Side, h hasher) ([]outline, error) {
	var out []outline
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if x.Origin == wire.Console {
			continue
		}
		o, err := outlineOf(ctx, s, x, h)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

func outlineOf(ctx context.Context, s Side, x *wire.Exchange, h hasher) (outline, error) {
	o, err := readRequest(ctx, s, x, h)
	l := x.Labels
	o.answer = mix(mix(o.request, h.string(l.State+l.Error)), h.string(l.Text))
	return o, err
}

// readRequest is the outline as far as the request goes.
func readRequest(ctx context.Context, s Side, x *wire.Exchange, h hasher) (outline, error) {
	unanswered := *x
	unanswered.Response = wire.Head{}
	r, err := reading.Record(ctx, s.From, &unanswered, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, s.Card)})
	if err != nil {
		return outline{}, err
	}
	req := r.RequestBody()
	call, id := r.Request().Call, r.Identity()
	o := outline{Exchange: session.Labelled(x), class: classOf(id.Op)}
	o.Op, o.Version, o.Binding, o.Call = id.Op, a2a.Version(id.Label()), id.Binding, call
	if o.excerpt = messageExcerpt(call); o.class == "" {
		o.excerpt = methodOf(x.Method, x.URL, req)
	}
	o.request, o.structure = h.string(string(o.class)), h.string(string(o.class))
	if call != nil && call.Message != nil {
		said := parts(normalizedParts(call.Message.Parts), Structure)
		o.request, o.structure = mix(o.request, h.sum(said, Meaning)), mix(o.structure, h.sum(said, Structure))
	} else if o.class == a2a.GetCard {
		o.request = mix(o.request, h.string(pathOf(x.URL)))
	} else if o.class == "" {
		o.request = mix(mix(h.string(x.Method), h.string(pathOf(x.URL))), h.string(string(req)))
		o.structure = mix(h.string(x.Method), h.string(pathOf(x.URL)))
	}
	return o, o.readAnswer(ctx, s)
}

// readAnswer reads what the labels would say, where there are none yet.
func (o *outline) readAnswer(ctx context.Context, s Side) error {
	if o.Task != "" || o.X.Labels.Op != "" || o.X.Response.Status == 0 {
		return nil
	}
	d, err := Read(ctx, s.From, *o.X, s.Card, Structure)
	if err != nil {
		return err
	}
	if o.Task = session.Named(o.Call); d.task != nil {
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

// excerpt is the beginning of a text, on one line.
func excerpt(s string) string {
	const most = 60
	cut := len(s) > 4*most
	if cut {
		s = s[:4*most]
	}
	r := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(s, string(utf8.RuneError))), " "))
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	if cut {
		return string(r) + "…"
	}
	return string(r)
}
