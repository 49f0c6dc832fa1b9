package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// testEnv is an Env that prints nothing.
type testEnv struct{}

func (testEnv) Note(string, ...any)              {}
func (testEnv) Logger() *slog.Logger             { return slog.New(slog.DiscardHandler) }
func (testEnv) Progress() func(string, int, int) { return nil }

// heardEnv records the notes.
type heardEnv struct {
	testEnv
	notes chan string
}

func (e heardEnv) Note(format string, args ...any) { e.notes <- fmt.Sprintf(format, args...) }

func testPlumbing(t *testing.T, o PlumbingOptions) *Plumbing {
	t.Helper()
	return testPlumbingOf(t, testEnv{}, o)
}

func testPlumbingOf(t *testing.T, p Env, o PlumbingOptions) *Plumbing {
	t.Helper()
	o.DB, o.ReadWait = filepath.Join(t.TempDir(), "test.db"), time.Hour
	b, err := OpenPlumbing(p, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// serveCard starts an agent whose card names these URLs.
func serveCard(t *testing.T, urls ...string) *httptest.Server {
	t.Helper()
	var interfaces []string
	for _, u := range urls {
		interfaces = append(interfaces, fmt.Sprintf(`{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}`, u))
	}
	card := `{"name":"x","description":"d","version":"1","capabilities":{},"skills":[],"supportedInterfaces":[` + strings.Join(interfaces, ",") + `]}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, card)
	}))
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCardsThatPassLeadToTheTaps(t *testing.T) {
	s := serveCard(t, "http://127.0.0.1:9/rpc", "https://agent.example/a2a?x=1")
	b := testPlumbing(t, PlumbingOptions{})
	tap, err := b.Taps.OpenAt(t.Context(), s.URL, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	body := get(t, tap.URL+"/.well-known/agent-card.json")
	if strings.Contains(body, "127.0.0.1:9/") || strings.Contains(body, "agent.example") {
		t.Errorf("leads past the taps: %s", body)
	}
	at := map[string]string{}
	for _, l := range b.Taps.Taps() {
		at[l.Agent] = l.URL
	}
	for _, want := range []string{at["http://127.0.0.1:9"] + "/rpc", at["https://agent.example"] + "/a2a?x=1"} {
		if !strings.Contains(body, `"`+want+`"`) {
			t.Errorf("no %s in %s", want, body)
		}
	}
}

// Taps opened for a card follow the requested tap, and are announced: at any ports if the tap has any
// port, else at those after its own.
func TestTapsThatCardsOpenAreTold(t *testing.T) {
	for listen, follows := range map[string]bool{"127.0.0.1:0": false, "127.0.0.1:28731": true} {
		s := serveCard(t, "http://127.0.0.1:9/rpc", "http://127.0.0.1:10/rpc")
		env := heardEnv{notes: make(chan string, 9)}
		at, err := ParseListen("--listen", listen, TapPort)
		if err != nil {
			t.Fatal(err)
		}
		b := testPlumbingOf(t, env, PlumbingOptions{TapPort: at.First()})
		tap, err := OpenTap(t.Context(), b, s.URL, at)
		if err != nil {
			t.Fatal(err)
		}
		get(t, tap.URL+"/.well-known/agent-card.json")
		for i, l := range b.Taps.Taps()[1:] {
			if said := <-env.notes; said != "note: opened the tap "+l.URL+" → "+l.Agent+", which the card of "+s.URL+" names" {
				t.Errorf("%s: told %q of %+v", listen, said, l)
			}
			if l.URL == fmt.Sprintf("http://127.0.0.1:%d", TapPort+i) || follows && l.URL != fmt.Sprintf("http://127.0.0.1:%d", 28732+i) {
				t.Errorf("%s: %s listens at %s", listen, l.Agent, l.URL)
			}
		}
	}
}

// An agent's path is part of its tap's address, as written.
func TestTapAddressesKeepThePath(t *testing.T) {
	for typed, path := range map[string]string{"http://127.0.0.1:9/a2a/tock": "/a2a/tock", "127.0.0.1:10/a%2Fb/": "/a%2Fb/", "http://127.0.0.1:11/": "", "http://[::1]:12/x;y=1": "/x;y=1"} {
		b := testPlumbing(t, PlumbingOptions{TapPort: -1})
		at, _ := ParseListen("--listen", "0", TapPort)
		got, err := OpenTap(t.Context(), b, typed, at)
		if l := b.Taps.Taps()[0]; err != nil || got.URL != l.URL+path || got.Agent != l.Agent+path {
			t.Errorf("%s: %+v, %v", typed, got, err)
		}
		origin, _, _ := inspector.SplitTapAddress(typed)
		if _, err := OpenTap(t.Context(), b, origin+"/other", Address{}); err != nil {
			t.Error(err)
		}
		s := &Console{Plumbing: b}
		if got := s.taps(""); len(got) != 2 || got[0].Agent != origin+path || !strings.HasSuffix(got[0].URL, path) || !strings.HasSuffix(got[1].URL, "/other") {
			t.Errorf("%s: announced %+v", typed, got)
		}
	}
}

// loggingEnv has a log for a test to read.
type loggingEnv struct {
	testEnv
	log *slog.Logger
}

func (e loggingEnv) Logger() *slog.Logger { return e.log }

// TestFlawedCardsLeadToTheTaps: a flawed card that clients can read is rewritten, and URLs that cannot be
// are reported.
func TestFlawedCardsLeadToTheTaps(t *testing.T) {
	for name, card := range map[string]string{
		"a comma too many": `{"name":"x","version":"1","supportedInterfaces":[{"url":"http://127.0.0.1:9/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"},]}`,
		"cut short":        `{"name":"x","url":"http://127.0.0.1:9/rpc","protocolVersion":"0.3.0","skills":[{"id":"a"`,
		"no name":          `{"version":"1","url":"http://127.0.0.1:9/rpc","skills":[]}`,
		"proto names":      `{"name":"x","supported_interfaces":[{"url":"http://127.0.0.1:9/rpc","protocol_binding":"JSONRPC","protocol_version":"1.0"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, card) }))
			t.Cleanup(s.Close)
			b := testPlumbing(t, PlumbingOptions{})
			tap, err := b.Taps.OpenAt(t.Context(), s.URL, "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			body := get(t, tap.URL+"/.well-known/agent-card.json")
			if len(b.Taps.Taps()) != 2 || !strings.HasPrefix(body, card[:8]) || strings.Contains(body, "127.0.0.1:9/") {
				t.Errorf("leads past the taps: %s", body)
			}
		})
	}
	said := &bytes.Buffer{}
	sp := &splicer{Plumbing: testPlumbing(t, PlumbingOptions{}), p: loggingEnv{log: slog.New(slog.NewTextHandler(said, nil))}}
	req := httptest.NewRequest(http.MethodGet, "https://agent.example/.well-known/agent-card.json", nil)
	card := `{"name":"x","version":"1","url":"http://169.254.169.254/","skills":[]}`
	if out, _ := sp.Splice("http://127.0.0.1:1", &http.Response{Request: req, Header: http.Header{}}, []byte(card)); string(out) != card {
		t.Errorf("changed to %s", out)
	}
	if !strings.Contains(said.String(), "not recorded") || !strings.Contains(said.String(), "169.254.169.254") {
		t.Errorf("said is %q", said)
	}
}

// TestCardsThatNameTheTap: a card whose URLs already lead through the taps, or nowhere, is forwarded
// unchanged and opens no tap, and there is no warning about calls that would not be recorded.
func TestCardsThatNameTheTap(t *testing.T) {
	for name, c := range map[string]struct {
		url, binding string
		opens        bool
	}{
		"the tap itself":         {"http://127.0.0.1:PORT/rpc", "JSONRPC", false},
		"the tap by its name":    {"http://localhost:PORT/rpc", "JSONRPC", false},
		"by TLS":                 {"https://127.0.0.1:PORT/rpc", "JSONRPC", false},
		"host and port of it":    {"127.0.0.1:PORT", "GRPC", false},
		"a name of this machine": {"http://host.docker.internal:PORT/rpc", "JSONRPC", false},
		"a path":                 {"/rpc", "JSONRPC", false},
		"a path like a host":     {"agent.example/rpc", "JSONRPC", false},
		"a host without scheme":  {"127.0.0.1:9/rpc", "HTTP+JSON", false},
		"of gRPC":                {"127.0.0.1:9", "GRPC", true},
		"with a scheme":          {"http://127.0.0.1:9/rpc", "JSONRPC", true},
	} {
		said := &bytes.Buffer{}
		b := testPlumbing(t, PlumbingOptions{})
		tap, err := b.Taps.OpenAt(t.Context(), "http://127.0.0.1:1", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		self, port := tap.URL, tap.URL[strings.LastIndex(tap.URL, ":")+1:]
		if strings.Contains(c.url, "docker") {
			self = "http://host.docker.internal:" + port
		}
		card := `{"name":"x","version":"1","skills":[],"supportedInterfaces":[{"url":"` + strings.Replace(c.url, "PORT", port, 1) + `","protocolBinding":"` + c.binding + `","protocolVersion":"1.0"}]}`
		sp := &splicer{Plumbing: b, p: loggingEnv{log: slog.New(slog.NewTextHandler(said, nil))}}
		req := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/.well-known/agent-card.json", nil)
		out, _ := sp.Splice(self, &http.Response{Request: req, Header: http.Header{}}, []byte(card))
		if n := len(b.Taps.Taps()); string(out) == card == c.opens || n == 2 != c.opens || said.Len() > 0 {
			t.Errorf("%s: %d taps, %s\n%s", name, n, out, said)
		}
		if _, err := OpenTap(t.Context(), b, tap.URL, Address{}); err == nil || !strings.Contains(err.Error(), "the address of a tap") {
			t.Errorf("a tap before a tap: %v", err)
		}
	}
}

func TestHostileCardsOpenNothingTheyShouldNot(t *testing.T) {
	b := testPlumbing(t, PlumbingOptions{})
	sp := &splicer{Plumbing: b, p: testEnv{}}
	for _, u := range []string{"http://169.254.169.254/latest", "http://0xA9FEA9FE/", "http://[::ffff:a9fe:a9fe]/", "file:///etc/passwd", "gopher://127.0.0.1/"} {
		if sp.open("https://agent.example", u) {
			t.Errorf("opened a tap for %s", u)
		}
	}
	for _, u := range []string{"http://127.0.0.1:6379/", "http://localhost:9/", "http://10.0.0.1/", "http://[::1]/"} {
		if sp.open("https://agent.example", u) {
			t.Errorf("a card from elsewhere opened a way to %s", u)
		}
	}
	if n := len(b.Taps.Taps()); n != 0 {
		t.Errorf("%d taps listen", n)
	}
}

func TestOneCardOpensFewTaps(t *testing.T) {
	var urls []string
	for i := range 40 {
		urls = append(urls, fmt.Sprintf("http://127.0.0.1:%d/rpc", 20000+i))
	}
	s := serveCard(t, urls...)
	b := testPlumbing(t, PlumbingOptions{})
	tap, err := b.Taps.OpenAt(t.Context(), s.URL, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	body := get(t, tap.URL+"/.well-known/agent-card.json")
	if n := len(b.Taps.Taps()); n != 1+maxTapsPerCard {
		t.Errorf("%d taps listen", n)
	}
	if !strings.Contains(body, urls[39]) {
		t.Errorf("the last URL was changed: %s", body)
	}
}

func TestNoRewriteLeavesCardsAlone(t *testing.T) {
	s := serveCard(t, "http://127.0.0.1:9/rpc")
	b := testPlumbing(t, PlumbingOptions{NoRewrite: true})
	tap, err := b.Taps.OpenAt(t.Context(), s.URL, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if body := get(t, tap.URL+"/.well-known/agent-card.json"); !strings.Contains(body, `"http://127.0.0.1:9/rpc"`) {
		t.Errorf("changed: %s", body)
	}
}

func TestTapsDoNotReachThePages(t *testing.T) {
	reached := 0
	pages := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	defer pages.Close()
	b := testPlumbing(t, PlumbingOptions{Listeners: []net.Listener{pages.Listener}})
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]"} {
		_, port, _ := net.SplitHostPort(pages.Listener.Addr().String())
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+":"+port+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := b.Taps.RoundTripper().RoundTrip(req)
		if err == nil {
			resp.Body.Close()
			t.Errorf("%s: reached the pages", host)
			continue
		}
		var f interface {
			Ended() (wire.Outcome, string)
		}
		if !errors.As(err, &f) {
			t.Errorf("%s: %v", host, err)
		} else if o, _ := f.Ended(); o != wire.Refused && host != "[::ffff:127.0.0.1]" {
			t.Errorf("%s: %s, %v", host, o, err)
		}
	}
	if reached != 0 {
		t.Errorf("reached %d times", reached)
	}
}

func TestAPIKeysThatACardNamesAreSecretFromTheFirstCall(t *testing.T) {
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			fmt.Fprintf(w, `{"name":"x","description":"d","version":"1","capabilities":{},"skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Odd-Name"}}}}`, s.URL+"/rpc")
			return
		}
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}}`)
	}))
	defer s.Close()
	b := testPlumbing(t, PlumbingOptions{})
	client := Caller{inspector.New(inspector.Options{Transport: b.Taps.RoundTripper()}), b.cards}
	d, err := client.Discover(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	target, err := d.Choose("", "")
	if err != nil {
		t.Fatal(err)
	}
	target.Header = http.Header{"X-Odd-Name": {"hush-hush"}}
	call := &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hello"}}}}
	prepared, err := client.Prepare(target, call)
	if err != nil {
		t.Fatal(err)
	}
	end, err := client.Send(t.Context(), prepared, func(inspector.Event) {})
	if err != nil || end.Outcome != wire.ByAgent {
		t.Fatalf("%+v, %v", end, err)
	}
	x, err := b.Store.Exchange(t.Context(), end.Exchange)
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Request.Header.Get("X-Odd-Name"); got == "hush-hush" || len(got) != len("hush-hush") {
		t.Errorf("on record: %q", got)
	}
	if len(x.Redactions) == 0 {
		t.Error("nothing says that it was taken out")
	}
}

func TestTapsKeepTheirPorts(t *testing.T) {
	db := filepath.Join(t.TempDir(), "test.db")
	open := func() string {
		b, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: db})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		l, err := b.Taps.Open(t.Context(), "http://127.0.0.1:9")
		if err != nil {
			t.Fatal(err)
		}
		if port := b.port(t.Context(), "http://127.0.0.1:9"); !strings.HasSuffix(l.URL, fmt.Sprint(":", port)) {
			t.Errorf("%s, but port %d is remembered", l.URL, port)
		}
		return l.URL
	}
	if first, second := open(), open(); first != second {
		t.Errorf("first %s, then %s", first, second)
	}
}

func TestDiscoveryTeachesTheCard(t *testing.T) {
	s := serveCard(t, "http://127.0.0.1:9/rpc")
	client := Caller{inspector.New(inspector.Options{}), NewCards()}
	if _, err := client.Discover(t.Context(), s.URL); err != nil {
		t.Fatal(err)
	}
	for _, origin := range []string{s.URL, "http://127.0.0.1:9"} {
		if client.cards.card(origin) == nil {
			t.Errorf("the card of %s is not known", origin)
		}
	}
}
