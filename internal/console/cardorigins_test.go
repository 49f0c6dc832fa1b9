package console

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/web"
)

// TestNamedByACard: an address that only a card names is not listed as an agent, and has no fixed port,
// until it answers a call or somebody connects it. Its tap listens regardless. Another name for an
// agent's own address leads to the agent's tap.
func TestNamedByACard(t *testing.T) {
	serve := func(url *string) *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"name":"x","description":"d","version":"1","protocolVersion":"0.3.0","capabilities":{},"skills":[],"url":"` + *url + `/rpc"}`))
		}))
		t.Cleanup(s.Close)
		return s
	}
	back := "" // what the other's card names
	other := serve(&back)
	for name, c := range map[string]struct {
		url      func(self string) string
		do       func(t *testing.T, b *Plumbing, tap string) // with the tap of what the card names
		taps     int
		isListed bool
	}{
		"nobody listens there": {func(string) string { return "http://127.0.0.1:9" }, func(t *testing.T, _ *Plumbing, tap string) { get(t, tap) }, 2, false},
		"nobody called it":     {func(string) string { return other.URL }, nil, 2, false},
		"it answered":          {func(string) string { return other.URL }, func(t *testing.T, _ *Plumbing, tap string) { get(t, tap) }, 2, true},
		"it failed since": {func(string) string { return other.URL }, func(t *testing.T, b *Plumbing, tap string) {
			get(t, tap)
			b.record.Begin(wire.Exchange{Agent: other.URL, URL: other.URL, Method: "POST"}).End(wire.End{Outcome: wire.Unreachable})
		}, 2, true},
		"it answered, and nobody looked until the end": {func(string) string { return other.URL }, func(t *testing.T, b *Plumbing, tap string) {
			get(t, tap)
			if err := b.stop(); err != nil {
				t.Error(err)
			}
		}, 2, true},
		"it is connected": {func(string) string { return other.URL }, func(t *testing.T, b *Plumbing, _ string) {
			if _, err := (pageTaps{Plumbing: b}).Open(t.Context(), other.URL); err != nil {
				t.Error(err)
			}
		}, 2, true},
		"each names the other": {func(string) string { return other.URL }, func(t *testing.T, _ *Plumbing, tap string) {
			if body := get(t, tap+"/.well-known/agent-card.json"); strings.Contains(body, back) {
				t.Errorf("the other's card leads past the taps: %s", body)
			}
		}, 2, true},
		"itself by its other name": {func(self string) string { return strings.Replace(self, "127.0.0.1", "localhost", 1) }, nil, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			named := ""
			s := serve(&named)
			back = s.URL
			named = c.url(s.URL)
			b := testPlumbing(t, PlumbingOptions{})
			tap, err := OpenTap(t.Context(), b, s.URL, Address{})
			if err != nil {
				t.Fatal(err)
			}
			if body := get(t, tap.URL+"/.well-known/agent-card.json"); strings.Contains(body, named) {
				t.Errorf("the card leads past the taps: %s", body)
			}
			at := map[string]proxy.ListeningTap{}
			for _, l := range b.Taps.Taps() {
				at[l.Agent] = l
			}
			if c.do != nil {
				c.do(t, b, at[named].URL)
			}
			list, err := (&agents.Directory{Web: &web.Site{}, Cards: agents.NewCards(), Directory: b.Store, Library: b.Store, Taps: pageTaps{Plumbing: b}}).Entries(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			listed := map[string]bool{}
			for _, e := range list {
				listed[e.Origin] = true
			}
			want := map[string]bool{s.URL: true}
			if c.isListed {
				want[named] = true
			}
			if isKept := b.port(t.Context(), named) != 0; isKept != c.isListed {
				t.Errorf("its port is kept: %t", isKept)
			}
			if !maps.Equal(listed, want) || len(at) != c.taps {
				t.Errorf("listed are %v, and %d taps listen", slices.Sorted(maps.Keys(listed)), len(at))
			}
		})
	}
}
