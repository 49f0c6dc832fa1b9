package ui

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// A request over gRPC is shown and edited as ProtoJSON, and is sent byte for byte if it was not
// edited.
func TestGRPCIsEditedAsText(t *testing.T) {
	h, _, err := dialect.Request(a2a.V10, a2a.GRPC, "127.0.0.1:9", "", &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hi"}}}})
	if err != nil {
		t.Fatal(err)
	}
	was := inspector.PreparedRequest{HTTP: h}
	raw := &draft.Raw{Method: h.Method, URL: h.URL, Headers: call.HeaderLines(h.Header), Body: string(draft.SentText(was))}
	if !raw.Framed() || !strings.Contains(raw.Body, `"parts":[{"text":"hi"}]`) {
		t.Fatalf("%+v", raw)
	}
	p, err := raw.Request(inspector.PreparedRequest{})
	if err != nil || !bytes.Equal(p.Body, h.Body) || p.Header.Get("Te") != "trailers" || len(p.Losses) > 0 {
		t.Errorf("%x %v %v, want %x", p.Body, p.Losses, err, h.Body)
	}
	raw.Body = strings.Replace(raw.Body, `"hi"`, `"edited"`, 1)
	if p, err = raw.Request(inspector.PreparedRequest{}); err != nil || !strings.Contains(string(draft.SentText(p)), `"edited"`) {
		t.Errorf("%s %v", draft.SentText(p), err)
	}
	raw.Body = `{"message":{"role":"ROLE_USER"},"unknown":1}`
	if p, err = raw.Request(inspector.PreparedRequest{}); err != nil || len(p.Losses) != 1 || !strings.Contains(p.Losses[0].Reason, `"unknown"`) {
		t.Errorf("%+v %v", p.Losses, err)
	}
	for _, bad := range []string{`{"message":`, `{"message":{"role":"ROBOT"}}`} {
		raw.Body = bad
		if _, err = raw.Request(inspector.PreparedRequest{}); err == nil {
			t.Errorf("%s is sent", bad)
		}
	}
	plain := inspector.PreparedRequest{HTTP: dialect.HTTP{Method: "POST", URL: "http://127.0.0.1:9/", Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{}`)}}
	if string(draft.SentText(plain)) != "{}" {
		t.Error("JSON is not shown as it is")
	}
}
