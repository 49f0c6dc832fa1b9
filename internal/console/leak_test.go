package console

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

// TestSignedInLeavesNothing: an agent gets all credentials that are stored for it; the record's
// files and every export contain none.
func TestSignedInLeavesNothing(t *testing.T) {
	secrets := map[string]string{
		"bearer": "bearer-5f1c0ffee", "password": "password-5f1c0ffee", "header": "header-5f1c0ffee", "query": "query-5f1c0ffee", "cookie": "cookie-5f1c0ffee",
	}
	got := map[string]int{}
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note := func(name string, there bool) {
			if there {
				got[name]++
			}
		}
		c, err := r.Cookie("odd-cookie")
		note("cookie", err == nil && c.Value == secrets["cookie"])
		note("header", r.Header.Get("X-Odd-Name") == secrets["header"])
		note("query", r.URL.Query().Get("odd") == secrets["query"])
		note("bearer", r.Header.Get("Authorization") == "Bearer "+secrets["bearer"])
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			fmt.Fprintf(w, `{"name":"x","description":"d","version":"1","capabilities":{"streaming":true},"skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, s.URL+"/rpc?a=b")
			return
		}
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}}`)
	}))
	defer s.Close()
	db := filepath.Join(t.TempDir(), "test.db")
	b, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: db})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, c := range []auth.Credential{
		{Scheme: "h", Kind: auth.APIKey, In: "header", Param: "X-Odd-Name", Secret: secrets["header"]},
		{Scheme: "q", Kind: auth.APIKey, In: "query", Param: "odd", Secret: secrets["query"]},
		{Scheme: "c", Kind: auth.APIKey, In: "cookie", Param: "odd-cookie", Secret: secrets["cookie"]},
		{Scheme: "b", Kind: auth.Bearer, Secret: secrets["bearer"]},
	} {
		if err := b.Wallet.Put(s.URL, c); err != nil {
			t.Fatal(err)
		}
	}
	way := Route{Transport: b.Taps.RoundTripper(), Cards: b.cards, Wallet: b.Wallet}
	client := Caller{inspector.New(way.Options(testEnv{})), b.cards}
	talkTo := func() {
		t.Helper()
		d, err := client.Discover(t.Context(), s.URL)
		if err != nil {
			t.Fatal(err)
		}
		target, err := d.Choose("", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
			call := sendCall("hello")
			call.Op = op
			prepared, err := client.Prepare(target, call)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Send(t.Context(), prepared, func(inspector.Event) {}); err != nil {
				t.Fatal(err)
			}
		}
	}
	talkTo()
	if err := b.Wallet.Put(s.URL, auth.Credential{Scheme: "b", Kind: auth.Basic, User: "joe", Secret: secrets["password"]}); err != nil {
		t.Fatal(err)
	}
	talkTo()
	for _, name := range []string{"header", "query", "cookie", "bearer"} {
		if got[name] < 3 {
			t.Errorf("the agent got %s %d times", name, got[name])
		}
	}
	secrets["basic"] = base64.StdEncoding.EncodeToString([]byte("joe:" + secrets["password"]))
	secrets["client"] = issuer.ClientSecret
	for _, format := range []string{"jsonl", "har", "md", "curl"} {
		var out bytes.Buffer
		if err := (pageFiles{b.Store, b.cards}).Export(t.Context(), b.Store.Current().ID, format, nil, &out); err != nil {
			t.Fatal(err)
		}
		if format != "md" && !bytes.Contains(out.Bytes(), []byte("odd=")) {
			t.Errorf("%s does not show that there was a parameter", format)
		}
		holdsNone(t, format, out.Bytes(), secrets)
	}
	files, err := filepath.Glob(db + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		holdsNone(t, filepath.Base(f), raw, secrets)
	}
}

func holdsNone(t *testing.T, where string, text []byte, secrets map[string]string) {
	t.Helper()
	for name, s := range secrets {
		if bytes.Contains(text, []byte(s)) {
			t.Errorf("%s holds the %s", where, name)
		}
	}
}
