package console

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

const (
	getTask  = `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"nobody"}}`
	sendTask = `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}}`
)

// TestSessionSettlesVersions: versions spoken earlier at an endpoint of the same session resolve what the
// wire leaves open; live labels and those of reindex agree.
func TestSessionSettlesVersions(t *testing.T) {
	missing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no such task"}}`)
	}))
	t.Cleanup(missing.Close)
	path := filepath.Join(t.TempDir(), "x.db")
	b, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	tap, err := b.Taps.OpenAt(t.Context(), missing.URL, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	send := func(method, path, body string) {
		q, _ := http.NewRequestWithContext(t.Context(), method, tap.URL+path, strings.NewReader(body))
		q.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	send("POST", "/a", getTask)
	send("POST", "/a", sendTask)
	send("POST", "/a", getTask)
	send("POST", "/b", getTask)
	send("POST", "/c", strings.Replace(sendTask, `"hi"`, `"`+strings.Repeat("x", longRequestBytes)+`"`, 1))
	send("POST", "/c", getTask)
	send("GET", "/v1/tasks/nobody", "")
	send("POST", "/v1/message:send", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`)
	send("GET", "/v1/tasks/nobody", "")
	if _, err := b.Store.NewSession(t.Context(), "another"); err != nil {
		t.Fatal(err)
	}
	send("POST", "/a", getTask)
	breakOff(t, b.Store, missing.URL, sendTask)
	send("POST", "/d", getTask)
	want := []string{"0.1|0.2|0.3", "0.1", "0.1", "0.1|0.2|0.3", "0.1", "0.1|0.2|0.3", "0.3", "1.0", "1.0", "0.1|0.2|0.3", "0.1", "0.1|0.2|0.3"}
	if got := versionsOnRecord(t, b.Store); !slices.Equal(got, want) {
		t.Errorf("live, the versions are %v, want %v", got, want)
	}
	live := labelsOnRecord(t, b.Store)
	again, err := recorder.Open(recorder.Options{Path: path, NoSession: true, Label: NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if after := labelsOnRecord(t, again); !slices.Equal(after, live) {
		t.Errorf("live, the labels are\n%s\nand of reindex\n%s", fmt.Sprint(live), fmt.Sprint(after))
	}
}

// breakOff records a call to /d whose client left before the request was complete.
func breakOff(t *testing.T, s *recorder.Store, agent, body string) {
	t.Helper()
	x := wire.Exchange{Origin: wire.Client, Agent: agent, Method: "POST", URL: agent + "/d", Started: time.Now()}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}}
	tape := s.Begin(x)
	tape.Write(wire.Request, time.Now(), []byte(body), false)
	tape.End(wire.End{At: time.Now(), Outcome: wire.Cancelled})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func labelsOnRecord(t *testing.T, s *recorder.Store) (out []wire.Labels) {
	t.Helper()
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range slices.Backward(list) {
		out = append(out, x.Labels)
	}
	return out
}

func versionsOnRecord(t *testing.T, s *recorder.Store) (out []string) {
	for _, l := range labelsOnRecord(t, s) {
		out = append(out, l.Dialect)
	}
	return out
}
