package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli"
)

func runCommand(args ...string) (code int, out, said string) {
	var stdout, stderr bytes.Buffer
	code = cli.Main(strings.NewReader(""), &stdout, &stderr, args)
	return code, stdout.String(), stderr.String()
}

// agentWithoutCards answers calls at the path at, or anywhere if at is "", and passes GETs to get.
func agentWithoutCards(t *testing.T, at string, get http.HandlerFunc) (url string, gets *atomic.Int32) {
	gets = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodGet:
			gets.Add(1)
			get(w, r)
		case at != "" && r.URL.Path != at:
			http.NotFound(w, r)
		default:
			io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, gets
}

func hangs(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func neverEnds(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	for r.Context().Err() == nil {
		if _, err := io.WriteString(w, " "); err != nil {
			return
		}
		w.(http.Flusher).Flush()
	}
}

// --timeout covers the search for the card too.
func TestTimeoutCoversTheSearchForACard(t *testing.T) {
	for name, habit := range map[string]http.HandlerFunc{"hangs": hangs, "never ends": neverEnds} {
		url, gets := agentWithoutCards(t, "", habit)
		code, out, said := runCommand("send", url, "--text", "x", "--timeout", "200ms")
		if code != 2 || out != "" || !strings.Contains(said, "timed out at "+url) || !strings.Contains(said, "--binding, the command calls the given address itself") {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, said)
		}
		if n := gets.Load(); n != 1 {
			t.Errorf("%s: %d addresses were asked, so each had a time of its own", name, n)
		}
	}
}

// With a version and a binding, an agent that never serves its card can be called.
func TestAnAgentThatHasNoTimeForCards(t *testing.T) {
	for name, habit := range map[string]http.HandlerFunc{"hangs": hangs, "never ends": neverEnds} {
		url, _ := agentWithoutCards(t, "", habit)
		code, out, said := runCommand("send", url, "--text", "x", "--dialect", "1.0", "--binding", "jsonrpc", "--timeout", "2s")
		if code != 0 || !strings.Contains(out, "✓ completed") || !strings.Contains(said, "calling "+url+" itself") {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, said)
		}
	}
}

// An endpoint is called without fetching a card, unless something needs one.
func TestAnEndpointIsCalledItself(t *testing.T) {
	url, gets := agentWithoutCards(t, "/rpc", http.NotFound)
	flags := []string{"--text", "x", "--dialect", "1.0", "--binding", "jsonrpc", "--timeout", "5s"}
	send := func(url string, more ...string) (int, string, string) {
		return runCommand(append(append([]string{"send", url}, flags...), more...)...)
	}
	if code, out, said := send(url + "/rpc"); code != 0 || !strings.Contains(out, "✓ completed") || said != "" {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
	if n := gets.Load(); n != 0 {
		t.Errorf("%d GETs", n)
	}
	if code, _, said := send(url+"/rpc", "--api-key", "k"); code != 2 || gets.Load() == 0 || !strings.Contains(said, "--api-key-in") {
		t.Errorf("where the key goes is in the card: exit %d, %q, %d GETs", code, said, gets.Load())
	}
	gets.Store(0)
	if code, out, _ := send(url + "/other"); code != 1 || !strings.Contains(out, "HTTP 404") || gets.Load() == 0 {
		t.Errorf("nothing is there: exit %d, %q, %d GETs", code, out, gets.Load())
	}
}

// If the server does not know the address, it is the agent's, and the card names the endpoint.
func TestAnAddressThatIsNoEndpoint(t *testing.T) {
	var url string
	url, _ = agentWithoutCards(t, "/deep/rpc", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/deep/.well-known/agent-card.json" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, `{"name":"x","description":"d","version":"1","capabilities":{},"skills":[],"supportedInterfaces":[{"url":"`+url+`/deep/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`)
	})
	code, out, said := runCommand("send", url+"/deep", "--text", "x", "--dialect", "1.0", "--binding", "jsonrpc")
	if code != 0 || !strings.Contains(out, "✓ completed") || strings.Contains(out, "not A2A") || !strings.Contains(said, "calling "+url+"/deep/rpc") {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
}

// A response over the limit is not a clean end.
func TestAnAnswerOverTheLimit(t *testing.T) {
	if cli.UnderRace {
		t.Skip("64 MiB take minutes under the race detector; the test runs without it")
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		some := bytes.Repeat([]byte("x"), 1<<20)
		for range 66 {
			if _, err := w.Write(some); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	for _, form := range []string{"--json=false", "--json"} {
		code, out, said := runCommand("send", s.URL+"/rpc", "--text", "x", "--dialect", "1.0", "--binding", "jsonrpc", form)
		if code != 1 || !strings.Contains(said, "larger than 64 MB, the most that the console reads of one; request less") {
			t.Errorf("%s: exit %d, %q", form, code, said)
		}
		if !strings.Contains(out, "ended by a limit of the console") && !strings.Contains(out, `"ended":"limit"`) {
			t.Errorf("%s: %q", form, out)
		}
	}
}
