package cli

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/zalando/go-keyring"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// send --saved sends the saved request to its agent, with the given values.
func TestSendSaved(t *testing.T) {
	keyring.MockInit()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	var got struct{ body, auth, trace string }
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b bytes.Buffer
		b.ReadFrom(r.Body)
		if r.Method == http.MethodPost {
			got.body, got.auth, got.trace = b.String(), r.Header.Get("Authorization"), r.Header.Get("X-Trace")
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte(`{"jsonrpc":"2.0","id":"1","result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"ok"}]}}}`))
			return
		}
		http.NotFound(w, r)
	}))
	defer agent.Close()
	db := filepath.Join(t.TempDir(), "my.db")
	store, err := recorder.Open(recorder.Options{Path: db, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r := saved.Request{Agent: agent.URL, Version: a2a.V10, Binding: a2a.JSONRPC, Headers: "Authorization: Bearer {{token}}\nX-Trace: {{who}}",
		Parts: []saved.Part{{Kind: "text", Text: "order {{what}} for {{who}}"}}, Variables: []saved.Variable{{Name: "what", Default: "a phone"}, {Name: "who"}, {Name: "token", Secret: true}}}
	body, err := r.Encode()
	if err == nil {
		err = store.SaveRequest(t.Context(), wire.SavedRequest{Name: "an order", Agent: agent.URL, Body: body})
	}
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SAVED_TOKEN", "hush-1")
	for _, c := range []struct {
		args  []string
		code  int
		say   string
		order string
	}{
		{[]string{"--saved", "an order", "--var", "who=Ann", "--var", "token=env:SAVED_TOKEN"}, 0, "ok", "order a phone for Ann"},
		{[]string{"--saved", "an order", "--var", "who=Ann", "--var", "token=env:SAVED_TOKEN", "--var", "what=a hat"}, 0, "ok", "order a hat for Ann"},
		{[]string{"--saved", "an order", "--var", "token=x"}, 2, "no value for {{who}}", ""},
		{[]string{"--saved", "an order", "--var", "who=Ann"}, 2, "no value for {{token}}", ""},
		{[]string{"--saved", "an order", "--var", "nobody=Ann"}, 2, `no variable "nobody"`, ""},
		{[]string{"--saved", "an order", "--var", "who"}, 2, "NAME=VALUE", ""},
		{[]string{"--saved", "nothing"}, 2, `"a2a-console requests list" lists all`, ""},
		{[]string{"--saved", "an ordr"}, 2, `did you mean "an order"?`, ""},
		{[]string{"--text", "x"}, 2, "no agent to send to", ""},
		{[]string{agent.URL, "--text", "x", "--var", "a=b"}, 2, "--saved", ""},
	} {
		got.body = ""
		out := runs(t, c.code, append([]string{"send", "--db", db}, c.args...)...)
		if !strings.Contains(out, c.say) || !strings.Contains(got.body, c.order) {
			t.Errorf("%v: %s; sent %s", c.args, out, got.body)
		}
		if c.code == 0 && (got.auth != "Bearer hush-1" || got.trace != "Ann") {
			t.Errorf("%v: sent with %q, %q", c.args, got.auth, got.trace)
		}
		if strings.Contains(out, "hush-1") {
			t.Errorf("%v shows what is secret", c.args)
		}
	}
	if out := runs(t, 0, "requests", "--db", db); !strings.Contains(out, "NAME ") || !strings.Contains(out, "an order ") || !strings.Contains(out, "what who token") || !strings.Contains(out, "order {{what}} for {{who}}") {
		t.Errorf("requests lists\n%s", out)
	}
	if out := runs(t, 0, "requests", "list", "--json", "--db", db); !strings.HasPrefix(out, `{"name":"an order","agent":"`+agent.URL+`","dialect":"1.0","binding":"jsonrpc","variables":[{"name":"what","default":"a phone"},`) {
		t.Errorf("requests list --json: %s", out)
	}
	if err := console.RequestSecrets().Save(agent.URL, "token", "hush-2"); err != nil {
		t.Fatal(err)
	}
	if runs(t, 0, "send", "--db", db, "--saved", "an order", "--var", "who=Ann"); got.auth != "Bearer hush-2" {
		t.Errorf("of the keyring it sent %q", got.auth)
	}
	if out := runs(t, 2, "send", agent.URL+"/other", "--db", db, "--saved", "an order", "--var", "who=Ann"); !strings.Contains(out, "no value for {{token}}") {
		t.Errorf("another agent: %s", out)
	}
	file, err := os.ReadFile(db)
	if err != nil || bytes.Contains(file, []byte("hush")) {
		t.Errorf("the record has the secret, or is not there: %v", err)
	}
}

// send --saved puts a secret into a header that only the agent's card names, and the record does not
// contain it, even when the card can no longer be fetched.
func TestSendSavedByACardsHeader(t *testing.T) {
	keyring.MockInit()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	var card, mine string
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == http.MethodPost:
			mine = r.Header.Get("X-Mine")
			w.Write([]byte(`{"jsonrpc":"2.0","id":"1","result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"ok"}]}}}`))
		case card != "" && r.URL.Path == "/.well-known/agent-card.json":
			w.Write([]byte(card))
		default:
			http.NotFound(w, r)
		}
	}))
	defer agent.Close()
	card = `{"name":"x","description":"d","version":"1","supportedInterfaces":[{"url":"` + agent.URL + `","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{},
		"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[],"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Mine"}}}}`
	db := filepath.Join(t.TempDir(), "my.db")
	runs(t, 1, "card", agent.URL, "--db", db) // with findings
	store, err := recorder.Open(recorder.Options{Path: db, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r := saved.Request{Agent: agent.URL, Version: a2a.V10, Binding: a2a.JSONRPC, Headers: "X-Mine: {{mine}}",
		Parts: []saved.Part{{Kind: "text", Text: "hello"}}, Variables: []saved.Variable{{Name: "mine", Secret: true}}}
	body, err := r.Encode()
	if err == nil {
		err = store.SaveRequest(t.Context(), wire.SavedRequest{Name: "hello", Agent: agent.URL, Body: body})
	}
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	for _, card = range []string{card, ""} {
		t.Setenv("SAVED_MINE", "hush-1")
		if out := runs(t, 0, "send", "--db", db, "--saved", "hello", "--var", "mine=env:SAVED_MINE"); mine != "hush-1" {
			t.Errorf("sent with %q: %s", mine, out)
		}
		mine = ""
	}
	file, err := os.ReadFile(db)
	if err != nil || bytes.Contains(file, []byte("hush")) {
		t.Errorf("the record has the secret, or is not there: %v", err)
	}
}
