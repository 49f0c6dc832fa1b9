package fault_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/agent/fault"
)

// answers is a server that answers with parts of a body of a media type.
func answers(t *testing.T, f fault.Fault, mediaType string, parts ...string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(fault.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		for _, p := range parts {
			_, _ = io.WriteString(w, p)
			_ = http.NewResponseController(w).Flush()
		}
	}), f))
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, url string) (string, error) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return string(b), err
}

func TestUnknownMembers(t *testing.T) {
	const doc = `{"id":"1","result":{"status":{"state":"x"},"parts":[{"text":"é"}],"metadata":{"mine":{}}},"securitySchemes":{"a":{}}}`
	s := answers(t, fault.Fault{Unknown: true}, "application/json", doc)
	got, err := get(t, s.URL)
	var v struct {
		X      json.RawMessage `json:"xUnknownMember"`
		Result struct {
			X        json.RawMessage `json:"xUnknownMember"`
			Metadata json.RawMessage
			Parts    []map[string]any
		}
		SecuritySchemes map[string]any
	}
	if err != nil || json.Unmarshal([]byte(got), &v) != nil || v.X == nil || v.Result.X == nil || v.Result.Parts[0][fault.Member] == nil {
		t.Errorf("%v %s", err, got)
	}
	if string(v.Result.Metadata) != `{"mine":{}}` || len(v.SecuritySchemes) != 1 || v.Result.Parts[0]["text"] != "é" {
		t.Errorf("what people choose the names of was changed: %s", got)
	}

	// Events that are written in pieces.
	s = answers(t, fault.Fault{Unknown: true}, "text/event-stream", "event: x\nda", "ta: {\"a\":1}\n", "\n: keep-alive\n\n", "data: no json\n\n", "rest")
	got, err = get(t, s.URL)
	if want := "event: x\ndata: {\"a\":1,\"xUnknownMember\":{\"since\":\"a version to come\"}}\n\n: keep-alive\n\ndata: no json\n\nrest"; got != want || err != nil {
		t.Errorf("%v %q", err, got)
	}
	s = answers(t, fault.Fault{Unknown: true}, "application/grpc", "\x00\x00\x00", "\x00\x02hi\x00\x00\x00\x00\x00")
	got, err = get(t, s.URL)
	if want := "\x00\x00\x00\x00\x06hi\xf8\xf0\x04\x01\x00\x00\x00\x00\x04\xf8\xf0\x04\x01"; got != want || err != nil {
		t.Errorf("%v %q", err, got)
	}
}

// TestCut: the first stream is cut, and no other answer.
func TestCut(t *testing.T) {
	s := answers(t, fault.Fault{Cut: 2}, "text/event-stream", "data: 1\n\n", "data: 2\n\n", "data: 3\n\n")
	if got, err := get(t, s.URL); err == nil || got != "data: 1\n\ndata: 2\n\n" {
		t.Errorf("first: %v %q", err, got)
	}
	if got, err := get(t, s.URL); err != nil || !strings.HasSuffix(got, "data: 3\n\n") {
		t.Errorf("second: %v %q", err, got)
	}
	for _, plain := range []string{"application/json", "application/grpc"} {
		s = answers(t, fault.Fault{Cut: 1}, plain, "\x00\x00\x00\x00\x00")
		if got, err := get(t, s.URL); err != nil || len(got) != 5 {
			t.Errorf("%s: %v %q", plain, err, got)
		}
	}
}

// TestDelay: calls are held up, cards are not, and who leaves is not waited for.
func TestDelay(t *testing.T) {
	called := make(chan string, 2)
	h := fault.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { called <- r.URL.Path }), fault.Fault{Delay: time.Hour})
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/.well-known/agent-card.json", nil))
	gone, leave := context.WithCancel(t.Context())
	leave()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/v1.0", bytes.NewReader(nil)).WithContext(gone))
	if len(called) != 1 || <-called != "/.well-known/agent-card.json" {
		t.Error("the call was answered, or the card was not")
	}
}
