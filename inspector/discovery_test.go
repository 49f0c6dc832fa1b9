package inspector

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const card10 = `{"name":"New","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"skills":[{"id":"s","name":"S","description":"d","tags":["t"]}],
"supportedInterfaces":[{"url":"%s/v1","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`

const card01 = `{"name":"Old","url":"%s/v0","version":"1","authentication":{"schemes":["none"]},"capabilities":{"streaming":true},"skills":[{"id":"s","name":"S"}]}`

// serveCards serves the bodies in paths, in which %s stands for the server's own URL.
func serveCards(t *testing.T, paths map[string]string) *httptest.Server {
	t.Helper()
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := paths[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(body, "%s") {
			body = fmt.Sprintf(body, s.URL)
		}
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestDiscoverProbesInOrder(t *testing.T) {
	s := serveCards(t, map[string]string{oldCardPath: card01})
	d, err := New(Options{}).Discover(t.Context(), s.URL+"/deep/path")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range d.Trail {
		u, _ := url.Parse(p.URL)
		paths = append(paths, fmt.Sprint(u.Path, " ", p.Status))
	}
	want := "/deep/path 404,/deep/path/.well-known/agent-card.json 404,/.well-known/agent-card.json 404,/deep/path/.well-known/agent.json 404,/.well-known/agent.json 200"
	if got := strings.Join(paths, ","); got != want {
		t.Errorf("trail\n got %s\nwant %s", got, want)
	}
	if d.Card == nil || d.Card.Name != "Old" || d.CardURL != s.URL+oldCardPath || string(d.Raw) != fmt.Sprintf(card01, s.URL) {
		t.Errorf("found %+v at %s", d.Card, d.CardURL)
	}
}

func TestDiscoverFindsEveryPlace(t *testing.T) {
	for input, place := range map[string]string{
		"/":                 "/",
		"":                  "/.well-known/agent-card.json",
		"/rpc":              "/rpc",
		"/my/card.json":     "/my/card.json",
		"/a/":               "/a/.well-known/agent.json",
		"/js":               "/js/agent-card",
		"/x/agent.json":     "/x/.well-known/agent-card.json",
		"/.well-known/none": "/.well-known/agent-card.json",
	} {
		s := serveCards(t, map[string]string{place: card10})
		d, err := New(Options{}).Discover(t.Context(), s.URL+input)
		if err != nil {
			t.Errorf("%s: %v %+v", input, err, d.Trail)
			continue
		}
		if d.CardURL != s.URL+place {
			t.Errorf("%s: found at %s, want %s", input, d.CardURL, place)
		}
	}
}

func TestDiscoverKeepsTheOlderCard(t *testing.T) {
	s := serveCards(t, map[string]string{newCardPath: card10, oldCardPath: card01})
	d, err := New(Options{}).Discover(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if d.Card.Name != "New" || len(d.OtherCards) != 1 || d.OtherCards[0].Card.Name != "Old" {
		t.Fatalf("main %q, more %+v", d.Card.Name, d.OtherCards)
	}
	for v, want := range map[a2a.Version]string{"": "/v1", a2a.V10: "/v1", a2a.V01: "/v0"} {
		target, err := d.Choose(v, "")
		if err != nil || target.Endpoint != s.URL+want {
			t.Errorf("choose %q: %+v, %v", v, target, err)
		}
	}
}

func TestDiscoverAsksBothCardsWhenTheyVary(t *testing.T) {
	var versions []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Vary", "Accept, A2A-Version")
		if r.URL.Path != newCardPath {
			http.NotFound(w, r)
			return
		}
		versions = append(versions, r.Header.Get("A2A-Version"))
		body := card01
		if r.Header.Get("A2A-Version") == "1.0" {
			body = card10
		}
		fmt.Fprintf(w, body, "http://"+r.Host)
	}))
	defer s.Close()
	d, err := New(Options{}).Discover(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(versions, ",") != "1.0," {
		t.Errorf("asked with versions %q", versions)
	}
	if d.Card.Name != "New" || len(d.OtherCards) != 1 || d.OtherCards[0].Card.Name != "Old" {
		t.Errorf("main %q, more %+v", d.Card.Name, d.OtherCards)
	}
}

func TestDiscoverReadsPastedJSON(t *testing.T) {
	d, err := New(Options{}).Discover(t.Context(), "  "+fmt.Sprintf(card10, "http://127.0.0.1:1")+"\n")
	if err != nil || d.Card.Name != "New" || d.CardURL != "" || len(d.Trail) != 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	if _, err := New(Options{}).Discover(t.Context(), `{"hello":1}`); !errors.Is(err, ErrNoCard) {
		t.Errorf("a stranger's JSON: %v", err)
	}
}

func TestDiscoverFollowsOnlyItsOwnOrigin(t *testing.T) {
	stolen := 0
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { stolen++ }))
	defer thief.Close()
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, thief.URL+"/card", http.StatusFound)
		case newCardPath:
			http.Redirect(w, r, "/moved/card", http.StatusTemporaryRedirect)
		case "/moved/card":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, card10, s.URL)
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	c := New(Options{Header: http.Header{"Authorization": {"Bearer secret"}}})
	d, err := c.Discover(t.Context(), s.URL+"/away")
	if err != nil {
		t.Fatal(err)
	}
	if stolen != 0 {
		t.Error("followed a redirect to another origin")
	}
	if !strings.Contains(d.Trail[0].Note, "another origin") || !strings.Contains(d.Trail[0].Note, thief.URL) {
		t.Errorf("note %q", d.Trail[0].Note)
	}
	if d.CardURL != s.URL+"/moved/card" {
		t.Errorf("card at %s", d.CardURL)
	}
}

func TestDiscoverGivesUpOnRedirectLoops(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
	}))
	defer s.Close()
	d, err := New(Options{}).Discover(t.Context(), s.URL)
	if !errors.Is(err, ErrNoCard) || len(d.Trail) > 40 {
		t.Errorf("%v after %d steps", err, len(d.Trail))
	}
}

func TestDiscoverSaysWhatCameBack(t *testing.T) {
	for _, c := range []struct {
		name, contentType, body string
		status                  int
		note                    string
	}{
		{"html 404", "text/html", "<html>no", 404, "nothing here"},
		{"html 200", "text/html", "<!DOCTYPE html><html><body>app", 200, "a web page"},
		{"array", "application/json", "[1]", 200, "array"},
		{"text", "text/plain", "hello", 200, "not JSON"},
		{"empty", "application/json", "", 200, "empty"},
		{"stranger", "application/json", `{"status":"ok"}`, 200, "not an Agent Card"},
		{"rpc error", "application/json", `{"jsonrpc":"2.0","error":{"code":-32600},"name":"x","url":"y"}`, 200, "not an Agent Card"},
		{"credentials", "application/json", "{}", 401, "credentials"},
		{"failed", "text/plain", "oops", 500, "the agent failed"},
		{"large", "application/json", `{"name":"` + strings.Repeat("x", 5000), 200, "larger than"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", c.contentType)
			w.WriteHeader(c.status)
			w.Write([]byte(c.body))
		}))
		d, err := New(Options{MaxCard: 4096}).Discover(t.Context(), s.URL)
		s.Close()
		if !errors.Is(err, ErrNoCard) {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := d.Trail[0].Note; !strings.Contains(got, c.note) {
			t.Errorf("%s: note %q, want %q in it", c.name, got, c.note)
		}
	}
}

func TestDiscoverSaysWhyNothingAnswered(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = nil
	secure.StartTLS()
	defer secure.Close()
	for input, note := range map[string]string{
		"http://" + addr: "connection refused",
		"https://" + strings.TrimPrefix(plain.URL, "http://"): "does not speak TLS",
		secure.URL: "authority that this machine does not trust",
	} {
		d, err := New(Options{}).Discover(t.Context(), input)
		if !errors.Is(err, ErrNoCard) || len(d.Trail) != 1 {
			t.Errorf("%s: %v, %d steps", input, err, len(d.Trail))
			continue
		}
		if !strings.Contains(d.Trail[0].Note, note) {
			t.Errorf("%s: note %q, want %q in it", input, d.Trail[0].Note, note)
		}
	}
}

func TestDiscoverTriesTheOtherScheme(t *testing.T) {
	s := serveCards(t, map[string]string{newCardPath: card10})
	d, err := New(Options{}).Discover(t.Context(), strings.TrimPrefix(s.URL, "http://"))
	if err != nil || d.CardURL != s.URL+newCardPath {
		t.Errorf("%v %s", err, d.CardURL)
	}
}

// recording stands for the tap and records the options of the calls that it carries.
type recording struct{ marks []wire.CallOptions }

func (r *recording) RoundTrip(req *http.Request) (*http.Response, error) {
	r.marks = append(r.marks, wire.CallOptionsFrom(req.Context()))
	return http.DefaultTransport.RoundTrip(req)
}

func TestDiscoverMarksItsProbes(t *testing.T) {
	s := serveCards(t, map[string]string{oldCardPath: card01})
	tap := &recording{}
	d, err := New(Options{Transport: tap}).Discover(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, m := range tap.marks {
		if m.Origin != wire.Console || m.ID == "" || m.ID != d.Trail[i].Exchange || seen[m.ID] {
			t.Errorf("probe %d: mark %+v, trail says %s", i, m, d.Trail[i].Exchange)
		}
		seen[m.ID] = true
	}
}

func TestDiscoverStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer s.Close()
	d, err := New(Options{}).Discover(ctx, s.URL)
	if !errors.Is(err, context.Canceled) || len(d.Trail) != 1 {
		t.Errorf("%v, %d steps", err, len(d.Trail))
	}
}

func TestDiscoverFindings(t *testing.T) {
	s := serveCards(t, map[string]string{"/odd": card10})
	d, err := New(Options{}).Discover(t.Context(), s.URL+"/odd")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, f := range d.Findings {
		got[f.Check] = true
	}
	for _, want := range []string{"CARD-04", "CARD-28"} {
		if !got[want] {
			t.Errorf("no %s in %+v", want, d.Findings)
		}
	}
	if got["CARD-01"] || got["CARD-21"] || got["CARD-22"] {
		t.Errorf("unfounded: %+v", d.Findings)
	}
}

func TestUncachedSaysWhatIsMissing(t *testing.T) {
	for want, h := range map[string]http.Header{
		"":                               {"Cache-Control": {"public, max-age=60"}, "Etag": {"x"}},
		"ETag":                           {"Cache-Control": {"max-age=60"}},
		"Cache-Control max-age":          {"Cache-Control": {"no-cache"}, "Etag": {"x"}},
		"Cache-Control max-age and ETag": {},
	} {
		if got := missingCacheHeaders(h); got != want {
			t.Errorf("%v: %q, want %q", h, got, want)
		}
	}
}

// TestNoCardSaysWhy: the error sums up how the addresses answered.
func TestNoCardSaysWhy(t *testing.T) {
	probes := func(status ...int) (d Discovery) {
		for _, s := range status {
			d.Trail = append(d.Trail, DiscoveryStep{URL: "http://x/", Status: s, Note: "not JSON"})
		}
		return d
	}
	for want, d := range map[string]Discovery{
		"every address asks for credentials (401)": probes(401, 401),
		"at http://x/: not JSON; give the agent's": probes(200),
		"2 addresses tried":                        probes(401, 404),
		"2 addresses tried; give":                  probes(500, 404),
		"every address answers with HTTP 500, so":  probes(500, 503),
	} {
		if err := d.searchError(); !errors.Is(err, ErrNoCard) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
