package chaos_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/rule"
	"github.com/a2a-console/a2a-console/recorder"
)

// bench is the reference agent behind a tap with rules.
type bench struct {
	t     *testing.T
	store *recorder.Store
	set   *rule.Set
	taps  *proxy.Taps
	url   string
}

func open(t *testing.T) *bench {
	t.Helper()
	s := httptest.NewUnstartedServer(nil)
	s.Config.Protocols = newProtocols()
	s.Start()
	a := agent.New(agent.Options{URL: s.URL, Dialects: dialect.All()})
	s.Config.Handler = a
	known := console.NewCards()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "record.db"), Secrets: known.Secrets, Label: known.Label, LateJudge: known, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	set := rule.New(rule.Options{Protocol: passing.New(passing.Options{}), Vocabulary: words.FilterVocabulary()})
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: store, Intervene: set}})
	t.Cleanup(func() {
		if err := taps.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		a.Close()
		s.CloseClientConnections()
		s.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return &bench{t, store, set, taps, s.URL}
}

func (b *bench) good(v a2a.Version, as a2a.Binding, quiet time.Duration) *chaos.GoodClient {
	b.t.Helper()
	c := inspector.New(inspector.Options{Transport: b.taps.RoundTripper(), QuietTimeout: quiet})
	d, err := c.Discover(b.t.Context(), b.url)
	if err != nil {
		b.t.Fatal(err)
	}
	target, err := d.Choose(v, as)
	if err != nil {
		b.t.Fatal(err)
	}
	return &chaos.GoodClient{Caller: c, Targets: []inspector.Target{target}, Streams: true, PollInterval: 5 * time.Millisecond}
}

func (b *bench) arm(_ context.Context, texts []string, seed int64) error {
	var all []wire.Rule
	for _, text := range texts {
		if strings.Contains(text, "chance:") {
			text = fmt.Sprintf("seed:%d %s", seed, text)
		}
		all = append(all, wire.Rule{Text: text, On: true})
	}
	return b.set.Put(all)
}

func (b *bench) run(o chaos.Options, presets ...string) []chaos.Result {
	b.t.Helper()
	for _, name := range presets {
		p, ok := preset.Find(name)
		if !ok {
			b.t.Fatalf("there is no preset %q", name)
		}
		o.Presets = append(o.Presets, chaos.Preset{Name: p.Name, Rules: p.Rules})
	}
	o.Store, o.Session, o.ArmRules = b.store, b.store.Current().ID, b.arm
	all, err := chaos.Run(b.t.Context(), o)
	if err != nil {
		b.t.Fatal(err)
	}
	return all
}

func told(r chaos.Result) string { return fmt.Sprintf("%s: %s (%s)", r.Preset, r.Verdict, r.Message) }
