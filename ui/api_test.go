package ui

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/gorilla/websocket"
)

// serveAPI serves over a real socket and returns the base URL.
func serveAPI(t *testing.T, f *fakeRecord) (*Server, string) {
	t.Helper()
	s := newTestServer(t, f, &fakeCaller{})
	srv := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); srv.Close() })
	return s, srv.URL
}

func apiGet(t *testing.T, url string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer secret")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func TestAPIListsAndPages(t *testing.T) {
	_, at := serveAPI(t, normalRecord())
	var page struct {
		Exchanges []api.Exchange
		Before    int64
	}
	read := func(query string) {
		t.Helper()
		page.Exchanges, page.Before = nil, 0
		resp := apiGet(t, at+"/api/exchanges?"+query)
		if err := json.NewDecoder(resp.Body).Decode(&page); err != nil {
			t.Fatal(err)
		}
	}
	read("limit=2")
	if len(page.Exchanges) != 2 || page.Exchanges[0].ID != "0195-open-7" || page.Before != 6 {
		t.Fatalf("first page: %+v", page)
	}
	read("limit=2&before=6")
	if page.Exchanges[0].ID != "0195-input-5" {
		t.Errorf("second page begins with %s", page.Exchanges[0].ID)
	}
	read("filter=state:failed")
	if len(page.Exchanges) != 1 || page.Exchanges[0].State != "TASK_STATE_FAILED" || page.Exchanges[0].DurationMS != 421 {
		t.Errorf("filtered: %+v", page.Exchanges)
	}
	resp := apiGet(t, at+"/api/exchanges?filter=nonsense:x")
	if b, _ := io.ReadAll(resp.Body); resp.StatusCode != 400 || !strings.Contains(string(b), `"try"`) {
		t.Errorf("bad filter: %d %s", resp.StatusCode, b)
	}
}

func TestAPIGivesBytesAsRecorded(t *testing.T) {
	f := normalRecord()
	_, at := serveAPI(t, f)
	want := ""
	for _, c := range f.chunks["0195-joke-2"] {
		if c.Side == wire.Response {
			want += string(c.Data)
		}
	}
	b, _ := io.ReadAll(apiGet(t, at+"/api/exchanges/0195-joke-2/response").Body)
	if string(b) != want || want == "" {
		t.Errorf("got %q, want %q", b, want)
	}
	var x api.Exchange
	if err := json.NewDecoder(apiGet(t, at+"/api/exchanges/0195-joke-2").Body).Decode(&x); err != nil {
		t.Fatal(err)
	}
	if x.Response.Header.Get("Content-Type") != "text/event-stream" || x.Redactions[0].Kind != "bearer" {
		t.Errorf("got %+v", x)
	}
	if resp := apiGet(t, at+"/api/exchanges/none"); resp.StatusCode != 404 {
		t.Errorf("unknown exchange: %d", resp.StatusCode)
	}
}

func dialTail(t *testing.T, at, query string, header http.Header) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	if header == nil {
		header = http.Header{"Authorization": {"Bearer secret"}}
	}
	conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(at, "http")+"/api/tail?"+query, header)
	if err == nil {
		t.Cleanup(func() { conn.Close() })
		conn.SetReadDeadline(time.Now().Add(time.Minute))
	}
	return conn, resp, err
}

func TestTailTellsWhatHappens(t *testing.T) {
	f := normalRecord()
	_, at := serveAPI(t, f)
	conn, _, err := dialTail(t, at, "frames=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	var first api.Ready
	if err := conn.ReadJSON(&first); err != nil || first.Kind != "ready" || first.Version != 7 || first.Session != "session-1" {
		t.Fatalf("first message %+v, %v", first, err)
	}
	x, chunks := withBodies(sample(8, "new"), "a joke")
	f.put(x, chunks...)
	var got api.Exchange
	if err := conn.ReadJSON(&got); err != nil || got.ID != x.ID || got.Version != 8 {
		t.Fatalf("got %+v, %v", got, err)
	}
	var frames []api.Frame
	for range 3 {
		var g api.Frame
		if err := conn.ReadJSON(&g); err != nil {
			t.Fatal(err)
		}
		frames = append(frames, g)
	}
	if frames[2].Index != 2 || !strings.Contains(frames[2].Text, "TASK_STATE_COMPLETED") {
		t.Errorf("last event %+v", frames[2])
	}
}

func TestTailGoesOnFromAVersion(t *testing.T) {
	_, at := serveAPI(t, normalRecord())
	conn, _, err := dialTail(t, at, "since=5&filter=state:working", nil)
	if err != nil {
		t.Fatal(err)
	}
	var first api.Ready
	var got api.Exchange
	if err := conn.ReadJSON(&first); err != nil {
		t.Fatal(err)
	}
	if err := conn.ReadJSON(&got); err != nil || got.ID != "0195-open-7" {
		t.Errorf("got %s, %v", got.ID, err)
	}
}

func TestTailIsGuarded(t *testing.T) {
	_, at := serveAPI(t, normalRecord())
	for name, header := range map[string]http.Header{
		"no token":       {"X-None": {"1"}},
		"wrong token":    {"Authorization": {"Bearer guess"}},
		"foreign origin": {"Authorization": {"Bearer secret"}, "Origin": {"http://evil.example"}},
		"rebound host":   {"Authorization": {"Bearer secret"}, "Host": {"evil.example"}, "Origin": {"http://evil.example"}},
	} {
		_, resp, err := dialTail(t, at, "", header)
		if err == nil {
			t.Errorf("%s: let in", name)
		} else if resp == nil || resp.StatusCode < 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTailHangsUpOnTalkers(t *testing.T) {
	_, at := serveAPI(t, normalRecord())
	conn, _, err := dialTail(t, at, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.WriteMessage(websocket.TextMessage, make([]byte, 4<<10+1)); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, _, err = conn.ReadMessage()
	}
	if !websocket.IsCloseError(err, websocket.CloseMessageTooBig, websocket.CloseGoingAway) {
		t.Errorf("ended with %v", err)
	}
}

func TestTailAsLines(t *testing.T) {
	f := normalRecord()
	_, at := serveAPI(t, f)
	resp := apiGet(t, at+"/api/tail?format=ndjson&since=6")
	lines := bufio.NewScanner(resp.Body)
	for _, want := range []string{`"kind":"ready"`, `"id":"0195-open-7"`} {
		if !lines.Scan() || !strings.Contains(lines.Text(), want) {
			t.Fatalf("got %q, want %s", lines.Text(), want)
		}
	}
	f.put(sample(8, "new"))
	if !lines.Scan() || !strings.Contains(lines.Text(), `"id":"0195-new-8"`) {
		t.Errorf("got %q", lines.Text())
	}
}
