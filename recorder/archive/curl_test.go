package archive_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// got is a request as the server received it.
type got struct {
	method, uri string
	header      http.Header
	body        []byte
}

// listener is an agent that keeps the requests it receives.
func listener(t testing.TB) (string, func() []got) {
	var mu sync.Mutex
	var all []got
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		all = append(all, got{r.Method, r.RequestURI, r.Header, body})
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []got { mu.Lock(); defer mu.Unlock(); return all }
}

func script(t testing.TB, s *recorder.Store, env ...string) ([]byte, string, error) {
	t.Helper()
	for _, tool := range []string{"sh", "curl", "base64"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool)
		}
	}
	var b bytes.Buffer
	if err := s.Export(t.Context(), s.Current().ID, nil, archive.NewCurl(&b, archive.Provenance{Program: "test 1"})); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.sh")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("sh", "-n", path).CombinedOutput(); err != nil {
		t.Fatalf("sh -n: %v\n%s\n%s", err, out, b.Bytes())
	}
	run := exec.Command("sh", path)
	run.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	run.Dir = t.TempDir()
	out, err := run.CombinedOutput()
	if left, _ := os.ReadDir(run.Dir); len(left) > 0 {
		t.Errorf("the script made files: %v", left)
	}
	return b.Bytes(), string(out), err
}

func ask(t testing.TB, s *recorder.Store, x wire.Exchange, body []byte) {
	x.Origin, x.Started, x.Request.Proto = wire.Client, time.Unix(1e9, 0).UTC(), "HTTP/1.1"
	tape := s.Begin(x)
	tape.Write(wire.Request, x.Started, body, false)
	tape.EndRequest(x.Started, nil)
	tape.WriteResponseHead(x.Started, wire.Head{Status: 200})
	tape.End(wire.End{At: x.Started, Outcome: wire.ByAgent})
	commit(t, tape)
}

// The script repeats any request, byte for byte.
func TestCurlMakesTheSameRequests(t *testing.T) {
	url, seen := listener(t)
	s := open(t, nil)
	r := rand.New(rand.NewPCG(1, 2))
	bodies := [][]byte{
		[]byte(`{"text":"it's $HOME ` + "`id`" + ` \\ \"q\" %s !! é"}`), []byte("@/etc/passwd"), []byte("-x\n\n"), []byte("BODY\n"), nil,
		[]byte("a\x00b"), []byte("\xff\xfe"), []byte(strings.Repeat("long ' ", 40_000)), []byte("$(touch pwned)'; touch pwned; '"), []byte("\r\n&<>|"),
	}
	for range 10 {
		b := make([]byte, r.IntN(300))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		bodies = append(bodies, b)
	}
	for i, body := range bodies {
		method := "POST"
		if len(body) == 0 {
			method = "GET"
		}
		ask(t, s, wire.Exchange{
			Agent: url, Method: method, URL: fmt.Sprintf("%s/a/../b[1-3]{x,y}?n=%d&q='$(touch%%20pwned)'#f", url, i), Caller: "x\n$(touch pwned)",
			Request: wire.Head{Header: http.Header{"X-Odd": {`'"$HOME` + "`id`", ""}, "X-At": {"@/etc/passwd"}, "Content-Type": {"text/x"}, "Bad\nName": {"x"}, "X-Bad": {"a\r\nb: c"}}},
		}, body)
	}
	text, out, err := script(t, s)
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	all := seen()
	if len(all) != len(bodies) {
		t.Fatalf("%d requests, want %d\n%s", len(all), len(bodies), text)
	}
	for i, g := range all {
		if !bytes.Equal(g.body, bodies[i]) {
			t.Errorf("body %d: %.80q, want %.80q", i, g.body, bodies[i])
		}
		if want := fmt.Sprintf("/a/../b[1-3]{x,y}?n=%d&q='$(touch%%20pwned)'", i); g.uri != want {
			t.Errorf("uri %q, want %q", g.uri, want)
		}
		if !slices.Equal(g.header["X-Odd"], []string{`'"$HOME` + "`id`", ""}) || g.header.Get("X-At") != "@/etc/passwd" || g.header.Get("User-Agent") != "" || g.header.Get("Content-Type") != "text/x" {
			t.Errorf("header %v", g.header)
		}
	}
}

// Redacted values come from the environment; without them the script calls nobody.
func TestCurlAsksForCredentials(t *testing.T) {
	url, seen := listener(t)
	s := open(t, func(o *recorder.Options) { o.Secrets = secrets })
	ask(t, s, wire.Exchange{
		Agent: url, Method: "POST", URL: url + "/?key=hush&x=1",
		Request: wire.Head{Header: http.Header{"Authorization": {"Bearer hush-hush"}, "Cookie": {"a=hush; b=hush"}, "Content-Type": {"application/json"}}},
	}, []byte(`{"params":{"token":"hush","other":"'$x"}}`))
	text, out, err := script(t, s)
	if err == nil || !strings.Contains(out, "set it to the ") || len(seen()) > 0 {
		t.Fatalf("without credentials: %v %s\n%s", err, out, text)
	}
	if bytes.Contains(text, []byte("hush")) {
		t.Fatal("a secret is in the script")
	}
	text, out, err = script(t, s, "A2A_KEY=k'k", "A2A_AUTHORIZATION=t$t", "A2A_COOKIE=c", "A2A_TOKEN=tok")
	if err != nil || len(seen()) != 1 {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	g := seen()[0]
	if g.uri != "/?key=k'k&x=1" || g.header.Get("Authorization") != "Bearer t$t" || g.header.Get("Cookie") != "a=c; b=c" || string(g.body) != `{"params":{"token":"tok","other":"'$x"}}` {
		t.Errorf("%+v %s\n%s", g, g.body, text)
	}
}
