package fault

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Intervene has an Intervener at what next is asked and answers, as a tap before it would:
// requests are held or changed, answers given in its place, streams delayed and cut. agent
// is the origin that next is served at. What is not watched goes to next as it came. next
// must end when the context of its request does.
func Intervene(next http.Handler, by wire.Intervener, agent func() string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchange(r, agent())
		if told := x; !by.Watches(&told) {
			next.ServeHTTP(w, r)
			return
		}
		body, whole, err := ahead(r.Body)
		if err != nil { // next meets the same
			r.Body = rejoined{io.MultiReader(bytes.NewReader(body), failing{err}), r.Body}
			next.ServeHTTP(w, r)
			return
		}
		plan := by.Intervene(&x, body, whole)
		if plan == nil {
			plan = &wire.Plan{}
		}
		serve(next, plan, w, r, body, whole)
	})
}

// exchange is what is known of a request by its head.
func exchange(r *http.Request, agent string) wire.Exchange {
	return wire.Exchange{Origin: wire.Client, Agent: agent, Tap: agent, Caller: r.UserAgent(), Method: r.Method, URL: agent + r.URL.RequestURI(),
		Request: wire.Head{Proto: r.Proto, Header: r.Header.Clone()}, Started: time.Now().UTC()}
}

// ahead reads a body, as far as an Intervener is given it.
func ahead(from io.Reader) (body []byte, whole bool, err error) {
	body, err = io.ReadAll(io.LimitReader(from, wire.GateFrame))
	return body, len(body) < wire.GateFrame, err
}

// serve does to an exchange what is planned. Where that breaks it off, next finds its
// client gone, and so does the client next.
func serve(next http.Handler, plan *wire.Plan, w http.ResponseWriter, r *http.Request, body []byte, whole bool) {
	ctx, leave := context.WithCancelCause(r.Context())
	defer leave(nil)
	from := r.Body
	r = r.WithContext(ctx)
	r.Body = rejoined{bytes.NewReader(body), from}
	if !whole {
		r.Body = rejoined{io.MultiReader(bytes.NewReader(body), from), from}
	}
	asks := &direction{leave: leave}
	if plan.Request != nil {
		asks.gate, asks.ctx = plan.Request, ctx
		gateRequest(asks, r, from, body, whole)
	}
	answers := &response{ResponseWriter: w, direction: direction{gate: plan.Response, ctx: ctx, leave: leave}}
	switch {
	case asks.err != nil:
	case plan.Answer != nil:
		asks.broke(answer(ctx, plan, w))
	case plan.Response == nil:
		next.ServeHTTP(w, r)
	default:
		answers.proto = r.Proto
		next.ServeHTTP(answers, r)
		answers.finish()
	}
	if asks.err != nil || answers.err != nil {
		panic(http.ErrAbortHandler) // the connection ends here, whatever was promised
	}
}

// gateRequest takes a request through its gate: all of it, or what is here and then, as it
// is read, the rest.
func gateRequest(d *direction, r *http.Request, rest io.ReadCloser, body []byte, whole bool) {
	h := wire.Head{Proto: r.Proto, Header: r.Header.Clone()}
	if d.broke(d.gate.Head(d.ctx, &h)) {
		return
	}
	kind := wire.FramingOf(h.Header)
	if kind != wire.GRPC {
		kind = wire.Body
	}
	var sent bytes.Buffer
	d.cut = wire.NewSplitter(kind, wire.GateFrame)
	d.send = func(p []byte) error {
		sent.Write(p) // which has no errors
		return nil
	}
	if len(body) == 0 && kind == wire.Body { // calls without a body can be held, too
		now := time.Now()
		d.frame(wire.Frame{Kind: wire.Body, At: now, Complete: now})
	}
	d.feed(body)
	r.Header = h.Header
	if !whole {
		r.ContentLength, r.Body = -1, rejoined{&gatedReader{direction: d, from: rest, sent: &sent}, rest}
		r.Header.Del("Content-Length")
		return
	}
	d.end()
	r.ContentLength, r.Body = int64(sent.Len()), rejoined{&sent, rest}
	if r.Header.Get("Content-Length") != "" {
		r.Header.Set("Content-Length", strconv.Itoa(sent.Len()))
	}
}

// gatedReader is what a gate makes of what is still to come of a request.
type gatedReader struct {
	*direction
	from io.Reader
	sent *bytes.Buffer // and not read
	done bool
}

func (g *gatedReader) Read(p []byte) (int, error) {
	for g.sent.Len() == 0 && !g.done && g.err == nil {
		buf := make([]byte, 32<<10)
		n, err := g.from.Read(buf)
		g.feed(buf[:n])
		switch {
		case errors.Is(err, io.EOF):
			g.end()
			g.done = true
		case err != nil:
			return 0, err
		}
	}
	if g.err != nil {
		return 0, g.err
	}
	return g.sent.Read(p)
}

// answer answers in place of the agent. An error says that there is no answer.
func answer(ctx context.Context, plan *wire.Plan, w http.ResponseWriter) error {
	a, err := plan.Answer(ctx)
	switch {
	case err != nil:
		return err
	case a == nil || a.Reset || a.Head.Status < 200 || a.Head.Status > 999:
		return &wire.BrokenOff{Rule: plan.Rule, Says: "the client gets no answer"}
	}
	h := w.Header()
	maps.Copy(h, a.Head.Header)
	switch {
	case len(a.Body) == 0: // all in one block of headers, as gRPC has it
		maps.Copy(h, a.Head.Trailer)
	case len(a.Head.Trailer) == 0:
		h.Set("Content-Length", strconv.Itoa(len(a.Body)))
	}
	w.WriteHeader(a.Head.Status)
	if len(a.Body) == 0 {
		return nil
	}
	_, _ = w.Write(a.Body) // a client that left needs no answer
	if len(a.Head.Trailer) == 0 {
		return nil
	}
	_ = http.NewResponseController(w).Flush() // else HTTP/1 tells the length, and has no trailers
	for name, values := range a.Head.Trailer {
		h[http.TrailerPrefix+name] = values
	}
	return nil
}

// rejoined is a body of which something was read.
type rejoined struct {
	io.Reader
	io.Closer
}

// failing ends with an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
