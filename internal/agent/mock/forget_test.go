package mock

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// rest records a call over HTTP+JSON.
func (d *deck) rest(method, path, version, body, answer string) {
	at := time.Unix(int64(len(d.list)), 0)
	h := http.Header{"Content-Type": {"application/json"}}
	if version != "" {
		h.Set("A2A-Version", version)
	}
	x := wire.Exchange{ID: fmt.Sprint("x", len(d.list)), Method: method, URL: "http://127.0.0.1:7430" + path, Origin: wire.Client,
		Started: at, RequestDone: at, Answered: at, Outcome: wire.ByAgent, RequestBytes: int64(len(body)), RequestKept: int64(len(body)),
		Request: wire.Head{Header: h}, Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/a2a+json"}}},
		ResponseBytes: int64(len(answer)), ResponseKept: int64(len(answer))}
	d.list = append(d.list, x)
	d.chunks[x.ID] = [2][]wire.Chunk{{{Data: []byte(body), At: at}}, {{Data: []byte(answer), At: at}}}
}

const (
	newTask = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}`
	task    = `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING"}}`
)

// A GET without A2A-Version at an interface whose own path ends in /v1 looks like one of 0.3. The
// recorded one of 1.0 answers it.
func TestRecordedSilentGet(t *testing.T) {
	d := newDeck()
	d.rest("POST", "/v1/message:send", "1.0", newTask, `{"task":`+task+`}`)
	d.rest("GET", "/v1/tasks/t1", "1.0", "", task)
	m, err := New(t.Context(), Options{Exchanges: d.list, Facts: d})
	if err != nil {
		t.Fatal(err)
	}
	ask(t.Context(), m, "POST", "http://127.0.0.1:7430/v1/message:send", newTask, nil, "A2A-Version", "1.0")
	s := ask(t.Context(), m, "GET", "http://127.0.0.1:7430/v1/tasks/t1", "", nil)
	if s.status != 200 || s.body.String() != task {
		t.Errorf("%d %s", s.status, s.body.String())
	}
}

// Old playbacks are forgotten, the oldest first.
func TestRecordedForgets(t *testing.T) {
	d := newDeck()
	d.rest("POST", "/v1/message:send", "1.0", newTask, `{"task":`+task+`}`)
	d.rest("GET", "/v1/tasks/t1", "1.0", "", task)
	n := 0
	m, err := New(t.Context(), Options{Exchanges: d.list, Facts: d, FreshIDs: true, NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	m.maxPlaybacks = 3
	var known []string
	for range 5 {
		s := ask(t.Context(), m, "POST", "http://127.0.0.1:7430/v1/message:send", newTask, nil, "A2A-Version", "1.0")
		_, rest, _ := strings.Cut(s.body.String(), `"task":{"id":"`)
		id, _, _ := strings.Cut(rest, `"`)
		known = append(known, id)
	}
	if len(m.playbacks) != 3 || len(m.playbackOrder) != 3 {
		t.Errorf("%d conversations are kept, want 3", len(m.playbacks))
	}
	for i, id := range known {
		s := ask(t.Context(), m, "GET", "http://127.0.0.1:7430/v1/tasks/"+id, "", nil, "A2A-Version", "1.0")
		if want := map[bool]int{true: 404, false: 200}[i < 2]; s.status != want {
			t.Errorf("task %d, %s: %d, want %d: %s", i, id, s.status, want, s.body.String())
		}
	}
}
