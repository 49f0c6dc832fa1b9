package examine_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // the tests mostly wait
	os.Exit(m.Run())
}

type env struct{}

func (env) Note(string, ...any)              {}
func (env) Logger() *slog.Logger             { return slog.New(slog.DiscardHandler) }
func (env) Progress() func(string, int, int) { return nil }

// rig is an agent behind a tap, with a client.
type rig struct {
	t      *testing.T
	url    string
	way    console.Route
	client console.Caller

	mu   sync.Mutex
	said [][]byte // bodies of requests, with their URLs
}

// serve runs the reference agent; wrap, which may be nil, wraps its handler.
func serve(t *testing.T, o agent.Options, wrap func(http.Handler) http.Handler) *rig {
	t.Helper()
	r := &rig{t: t}
	var a *agent.Agent
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { a.ServeHTTP(w, q) })
	if wrap != nil {
		h = wrap(h)
	}
	s := httptest.NewUnstartedServer(r.listening(h))
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	o.URL = "http://" + s.Listener.Addr().String()
	a = agent.New(o)
	s.Start()
	r.url = o.URL
	way, err := console.OpenRoute(env{}, filepath.Join(t.TempDir(), "record.db"), "check")
	if err != nil {
		t.Fatal(err)
	}
	r.way = way
	t.Cleanup(func() { way.Close(); a.Close(); s.Close() })
	co := way.Options(env{})
	co.LingerTimeout = console.LingerTime
	r.client = console.NewCaller(inspector.New(co), way.Cards)
	return r
}

func (r *rig) listening(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		q.Body = io.NopCloser(bytes.NewReader(body))
		r.mu.Lock()
		r.said = append(r.said, append([]byte(q.Method+" "+q.URL.String()+"\n"), body...))
		r.mu.Unlock()
		h.ServeHTTP(w, q)
	})
}

// heard reports whether a text occurs in any request.
func (r *rig) heard(text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.said, func(b []byte) bool { return bytes.Contains(b, []byte(text)) })
}

// options returns options for some versions and bindings, nil for all, without pacing.
func (r *rig) options(versions []a2a.Version, bindings []a2a.Binding) examine.Options {
	r.t.Helper()
	d, err := r.client.Discover(r.t.Context(), r.url)
	if err != nil {
		r.t.Fatal(err)
	}
	o := examine.Options{Discovery: d, Client: r.client, Store: r.way.Store, Rate: 1e6}
	o.Targets, o.Skipped = examine.OfferedTargets(d, versions, bindings)
	at, err := console.ParseListen("", "127.0.0.1:0", 0)
	if err != nil {
		r.t.Fatal(err)
	}
	hooks, err := console.WebhookOptions{Address: at}.Listen(r.t.Context(), env{})
	if err != nil {
		r.t.Fatal(err)
	}
	awaited := &console.HookWaiter{}
	hooks.Serve(env{}, r.way.Store, nil, nil, awaited.Receive)
	r.t.Cleanup(func() { hooks.Close() })
	o.Hook = func(agent string) examine.Hook { return awaited.Hook(hooks, agent, "") }
	return o
}

func (r *rig) examine(ctx context.Context, o examine.Options) *examine.Report {
	r.t.Helper()
	report := examine.Run(ctx, o)
	if err := report.Judge(r.t.Context(), r.recorded(), r.way.Store, nil); err != nil {
		r.t.Fatal(err)
	}
	return report
}

// recorded returns the recorded exchanges in order.
func (r *rig) recorded() iter.Seq2[*wire.Exchange, error] {
	return func(yield func(*wire.Exchange, error) bool) {
		list, err := r.way.Store.Exchanges(context.Background(), wire.Filter{}, wire.Page{Limit: 5000})
		slices.Reverse(list)
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// failures lists the probes and checks that failed, without repetitions.
func failures(r *examine.Report) (out []string) {
	for _, row := range r.Rows {
		if row.Result == verdict.Fail {
			out = append(out, row.Probe)
		}
	}
	for i := range r.Checks.Checks {
		if r.Checks.Checks[i].Result == verdict.Fail {
			out = append(out, r.Checks.Checks[i].ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// plainly returns the options for one interface.
func (r *rig) plainly(texts ...string) examine.Options {
	o := r.options([]a2a.Version{a2a.V10}, []a2a.Binding{a2a.JSONRPC})
	o.Texts = texts
	return o
}
