package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/adrg/xdg"
	mock "github.com/zalando/go-keyring"
)

// hosted is a server of several agents, each below its own path, that records the Authorization header of
// each. Their cards have the given scheme, with SELF for their own address.
type hosted struct {
	*httptest.Server
	mu     sync.Mutex
	got    map[string]string // latest Authorization, by path
	others []string          // requests other than card fetches and calls
}

func newHosted(t *testing.T, scheme string) *hosted {
	t.Helper()
	h := &hosted{got: map[string]string{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.got[r.URL.Path] = r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "application/json")
		base, card := strings.CutSuffix(r.URL.Path, "/.well-known/agent-card.json")
		switch {
		case card && slices.Contains([]string{"", "/a", "/b", "/c"}, base):
			w.Header().Set("Cache-Control", "max-age=60")
			w.Header().Set("Etag", `"1"`)
			fmt.Fprintf(w, `{"name":"at %s","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"s","description":"d","tags":["t"]}],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
				"securitySchemes":{"same":%s},"securityRequirements":[{"schemes":{"same":{"list":[]}}}]}`, base, h.URL+base+"/rpc", strings.ReplaceAll(scheme, "SELF", h.URL))
		case strings.HasSuffix(r.URL.Path, "/rpc"):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}}`)
		default:
			if !strings.Contains(r.URL.Path, ".well-known") && r.Method != http.MethodGet {
				h.others = append(h.others, r.Method+" "+r.URL.Path)
			}
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

// runs runs the program and returns what it wrote.
func runs(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if code := Main(strings.NewReader(""), &out, &out, args); code != want {
		t.Errorf("%v ended with %d: %s", args, code, &out)
	}
	return out.String()
}

// TestAgentsOfOneHost: agents of one origin, including one at its root, use a scheme of the same name.
// Each gets only what was remembered or given for it.
func TestAgentsOfOneHost(t *testing.T) {
	mock.MockInit()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	h := newHosted(t, `{"httpAuthSecurityScheme":{"scheme":"Bearer"}}`)
	for path, token := range map[string]string{"": "for-root", "/a": "for-a", "/b": "for-b"} {
		runs(t, 0, "auth", "login", h.URL+path, "--bearer", token)
	}
	for path, want := range map[string]string{"": "Bearer for-root", "/a": "Bearer for-a", "/b": "Bearer for-b", "/c": ""} {
		for _, command := range [][]string{{"send", h.URL + path, "--text", "hello"}, {"card", h.URL + path}} {
			clear(h.got)
			runs(t, 0, command...)
			for at, got := range h.got {
				if strings.HasPrefix(at, path+"/rpc") && got != want || got != "" && got != want {
					t.Errorf("%v: %s got %q, want %q", command, at, got, want)
				}
			}
		}
	}
	clear(h.got)
	// Only the root's card is found there, which is another agent's.
	text := runs(t, 0, "send", h.URL+"/a/rpc", "--text", "hello", "--bearer", "given")
	if h.got["/rpc"] != "Bearer for-root" || !strings.Contains(text, "another agent's") {
		t.Errorf("%v: %s", h.got, text)
	}
	clear(h.got)
	if runs(t, 0, "send", h.URL+"/a", "--text", "hello", "--bearer", "given"); h.got["/a/rpc"] != "Bearer given" {
		t.Errorf("%v", h.got)
	}
	clear(h.got)
	// The card says whose endpoint an address is.
	if runs(t, 0, "send", h.URL+"/rpc", "--text", "hello", "--dialect", "1.0", "--binding", "jsonrpc"); h.got["/rpc"] != "Bearer for-root" {
		t.Errorf("%v", h.got)
	}
	if text := runs(t, 0, "auth", "status"); strings.Count(text, "signed in by") != 3 || !strings.Contains(text, "/b: signed in") {
		t.Error(text)
	}
	runs(t, 0, "auth", "logout", h.URL+"/a")
	if text := runs(t, 0, "auth", "status", "--json"); strings.Count(text, `"scheme":"bearer"`) != 2 || strings.Contains(text, `/a"`) {
		t.Error(text)
	}
}

// TestMixedUpCard: a card names the right server for sign-in, but itself for the code, the device code or
// the secret. The console sends nothing to either, except a request for the right server's metadata.
func TestMixedUpCard(t *testing.T) {
	var right []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		right = append(right, r.Method+" "+r.URL.Path)
		http.NotFound(w, r)
	}))
	defer server.Close()
	flows := `{"oauth2SecurityScheme":{"flows":{
		"authorizationCode":{"authorizationUrl":"RIGHT/authorize","tokenUrl":"SELF/token","scopes":{}},
		"deviceCode":{"deviceAuthorizationUrl":"RIGHT/device","tokenUrl":"SELF/token","scopes":{}},
		"clientCredentials":{"tokenUrl":"SELF/token","scopes":{}}}}}`
	h := newHosted(t, strings.ReplaceAll(flows, "RIGHT", server.URL))
	for flow, advice := range map[string]string{"code": "--authorization-url and --token-url", "device": "--device-url and --token-url", "client": "--issuer or --token-url"} {
		text := runs(t, 2, "send", h.URL, "--text", "hello", "--oauth", flow, "--client-id", "me", "--client-secret", "s3cret", "--redirect-uri", "http://127.0.0.1:0/back", "--timeout", "20s")
		if !strings.Contains(text, server.URL) || !strings.Contains(text, h.URL+"/token") || !strings.Contains(text, "No code, token or secret was sent") || !strings.Contains(text, advice) || strings.Contains(text, "open this URL in a browser") {
			t.Errorf("%s: %s", flow, text)
		}
	}
	if len(h.others) != 0 {
		t.Errorf("the thief got %v", h.others)
	}
	for _, asked := range right {
		if !strings.HasPrefix(asked, "GET /.well-known/") {
			t.Errorf("the right server got %s", asked)
		}
	}
}
