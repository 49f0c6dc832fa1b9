package client_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type env struct{}

func (env) Note(string, ...any)              {}
func (env) Logger() *slog.Logger             { return slog.New(slog.DiscardHandler) }
func (env) Progress() func(string, int, int) { return nil }

// bench is an AgentHandler behind a tap.
type bench struct {
	t    *testing.T
	url  string
	opts client.Options
}

func open(t *testing.T) *bench {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p, err := console.OpenPlumbing(env{}, console.PlumbingOptions{DB: filepath.Join(t.TempDir(), "record.db")})
	if err != nil {
		t.Fatal(err)
	}
	stage := &client.AgentHandler{}
	s := console.NewServer(env{}, stage)
	s.Serve(l)
	at, err := console.ParseListen("", strconv.Itoa(0), 0)
	if err != nil {
		t.Fatal(err)
	}
	tap, err := console.OpenTap(t.Context(), p, console.Origin(l), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); s.Shutdown() })
	return &bench{t: t, url: tap.URL, opts: client.Options{
		Handler: stage, Store: p.Store, Session: p.Store.Current().ID, TimeLimit: 20 * time.Second, QuietTime: 50 * time.Millisecond,
		Pace:     client.Pace{Beat: 10 * time.Millisecond, Slow: 100 * time.Millisecond},
		Agent:    agent.Options{URL: console.Origin(l), Dialects: dialect.All(), PushRecorder: p.Store, PushBackoff: time.Millisecond},
		ArmRules: p.Rules.ReplaceRules,
	}}
}

func (b *bench) examine(ctx context.Context, do func(ctx context.Context, step string) error, steps ...string) *examine.Report {
	b.t.Helper()
	b.opts.Steps = nil
	for _, name := range steps {
		s, ok := client.Find(name)
		if !ok {
			b.t.Fatalf("there is no step %q", name)
		}
		b.opts.Steps = append(b.opts.Steps, s)
	}
	b.opts.Prompt = func(ctx context.Context, s client.Step) (client.PromptResult, error) {
		err := do(ctx, s.Name)
		if errors.Is(err, errUnable) {
			return client.PromptResult{Unable: true}, nil
		}
		if err != nil {
			return client.PromptResult{Note: err.Error()}, nil
		}
		return client.PromptResult{}, nil
	}
	r, err := client.Run(ctx, b.opts)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := r.JudgeClient(b.t.Context(), b.recorded(), b.opts.Store, nil); err != nil {
		b.t.Fatal(err)
	}
	return r
}

var errUnable = errors.New("the client cannot do that")

func (b *bench) recorded() iter.Seq2[*wire.Exchange, error] {
	list, err := b.opts.Store.Exchanges(context.Background(), wire.Filter{}, wire.Page{Limit: 5000})
	if err != nil {
		b.t.Fatal(err)
	}
	slices.Reverse(list)
	return func(yield func(*wire.Exchange, error) bool) {
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
	}
}

// talker is a client that calls the agent.
type talker struct {
	b      *bench
	client *inspector.Client
	target inspector.Target
	ctx    context.Context
}

// talk discovers the agent like a client, and chooses a version and binding.
func (b *bench) talk(ctx context.Context, v a2a.Version, over a2a.Binding) *talker {
	b.t.Helper()
	c := inspector.New(inspector.Options{})
	d, err := c.Discover(ctx, b.url)
	if err == nil {
		c.FindOtherCards(ctx, d)
	}
	t := &talker{b: b, client: c, ctx: ctx}
	if t.target, err = d.Choose(v, over); err != nil {
		b.t.Errorf("choose %s over %s: %v", v, over, err)
	}
	return t
}

type answer struct {
	task, context string
	state         a2a.State
	end           inspector.Ending
	err           *a2a.Error
	next          string
}

func (t *talker) call(c *a2a.Call, each func(*answer)) (a answer) {
	t.b.t.Helper()
	p, err := t.client.Prepare(t.target, c)
	if err != nil {
		t.b.t.Errorf("write %s: %v", c.Op, err)
		return a
	}
	a.end, err = t.client.Send(t.ctx, p, func(e inspector.Event) {
		if e.Reading.Error != nil {
			a.err = e.Reading.Error
		}
		if r := e.Reading.Result; r != nil {
			id, in := r.About()
			if id != "" {
				a.task, a.context = id, in
			}
			if st := r.TaskStatus(); st != nil {
				a.state = st.State
			}
			a.next = r.Next
		}
		if each != nil {
			each(&a)
		}
	})
	if err != nil {
		t.b.t.Logf("%s: %v", c.Op, err)
	}
	return a
}

func message(op a2a.Operation, text string) *a2a.Call {
	return &a2a.Call{Op: op, Message: &a2a.Message{ID: wire.NewID(), Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
}

func (t *talker) send(text string) answer { return t.call(message(a2a.SendMessage, text), nil) }

func (t *talker) stream(each func(*answer)) answer {
	return t.call(message(a2a.SendStreamingMessage, "hi"), each)
}

func (t *talker) of(op a2a.Operation, task string) answer {
	return t.call(&a2a.Call{Op: op, TaskID: task}, nil)
}

// until polls a task until it ends.
func (t *talker) until(task string) {
	for t.ctx.Err() == nil {
		if a := t.of(a2a.GetTask, task); a.state.Terminal() || a.err != nil {
			return
		}
		pause(t.ctx)
	}
}

// pause is what a polite client waits between two calls.
func pause(ctx context.Context) {
	select {
	case <-time.After(20 * time.Millisecond):
	case <-ctx.Done():
	}
}

// arrived waits until n calls of an operation are recorded.
func (b *bench) arrived(ctx context.Context, op a2a.Operation, n int) {
	changed, stop := b.opts.Store.Watch()
	defer stop()
	for {
		list, err := b.opts.Store.Exchanges(ctx, wire.Filter{Session: b.opts.Session}, wire.Page{Limit: 100})
		list = slices.DeleteFunc(list, func(x wire.Exchange) bool { return x.Labels.Op != string(op) })
		if err != nil || len(list) >= n {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// hook returns the URL of a webhook; answer returns the status for the token that it received.
func hook(t *testing.T, token string, answer func(given string) int) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(answer(r.Header.Get("X-A2A-Notification-Token")))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// register sends a message with a webhook, and waits for the task to end.
func (t *talker) register(url, token string) {
	c := message(a2a.SendMessage, "hi")
	c.Push = &a2a.PushConfig{ID: "hook", URL: url, Token: token}
	t.until(t.call(c, nil).task)
}

// spoken are all dialects.
func spoken() (out []struct {
	v *version.Version
	b a2a.Binding
}) {
	for _, v := range dialect.All() {
		for _, b := range dialect.Bindings(v.Version()) {
			out = append(out, struct {
				v *version.Version
				b a2a.Binding
			}{v, b})
		}
	}
	return out
}
