package fault_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent/fault"
)

// answers is a server that sends a body of a media type in parts.
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

	// Events written in pieces.
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
