package archive_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// oddHeads is a session with heads that are not as they would be written, and bytes
// after the end of an answer.
func oddHeads(t *testing.T) *memory {
	t.Helper()
	m := lossy()
	asked := []byte("post /?a|b HTTP/1.1\r\nauthorization:  Bearer *****\r\nHost: \xe9t\xe9\r\n\r\n")
	x := &m.wholes[0].Exchange
	x.URL = "http://127.0.0.1:9/?a%7Cb"
	x.Request.Header = http.Header{"Authorization": {"Bearer *****"}}
	x.Request.Received = wire.ReceivedRequest(asked, x.Request.Header, wire.Target(x.URL))
	x.Response.Header = http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}, "X-A": {"1", "2"}}
	x.Response.Received = wire.ReceivedResponse([]byte("HTTP/1.1 200 Fine\r\nx-a: 1\r\ncontent-encoding: gzip\r\ncontent-type: application/json\nX-A:2\r\n\r\n"), 200, x.Response.Header)
	x.Response.Surplus = []byte("HTTP/1.1 200 OK\r\n\xff\r\n")
	m.wholes[0].Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: second(3), Data: packed(t, "gzip", []byte(`{"a":1}`))}}
	m.wholes[1].Response = wire.UnreadHead([]byte("SSH-2.0-x\r\nsay: hi\r\n"))
	return m
}

// TestHARKeepsHeadsAsReceived: they come back, whatever bytes they have, and so does
// what came after an answer.
func TestHARKeepsHeadsAsReceived(t *testing.T) {
	from := oddHeads(t)
	var b bytes.Buffer
	from.give(t, archive.NewHAR(&b, archive.Written{By: "test 1"}))
	got, sum := readMemory(t, b.Bytes(), archive.ReadOptions{})
	if len(sum.Notes) > 0 || len(got.wholes) != 2 {
		t.Fatalf("%+v, %d", sum, len(got.wholes))
	}
	for i := range from.wholes {
		want, x := &from.wholes[i].Exchange, &got.wholes[i].Exchange
		target := wire.Target(want.URL)
		if w, g := want.Request.AsReceived(target), x.Request.AsReceived(target); !bytes.Equal(w, g) {
			t.Errorf("request %d: %q, want %q", i, g, w)
		}
		if w, g := want.Response.AsReceived(""), x.Response.AsReceived(""); !bytes.Equal(w, g) {
			t.Errorf("response %d: %q, want %q", i, g, w)
		}
		if !bytes.Equal(want.Response.Surplus, x.Response.Surplus) || x.Response.Status != want.Response.Status {
			t.Errorf("surplus %d: %q, want %q", i, x.Response.Surplus, want.Response.Surplus)
		}
	}
}

// TestHARWithHostileHeads: what others write there holds no secret afterwards, and
// is no reason to refuse an entry.
func TestHARWithHostileHeads(t *testing.T) {
	entry := func(ours string) []byte { return harWith(200, ours) }
	for _, ours := range []string{
		`{"request_received":"GET /x?key=hush HTTP/1.1\r\nAuthorization: Bearer hush\r\ncookie hush\r\n\r\n","response_received":"HTTP/1.1 200 OK\r\nSet-Cookie: a=hush\r\n\r\n","surplus":"U2V0LUNvb2tpZTogYT1odXNoCg=="}`,
		`{"request_received":5,"response_received":{"base64":"!"},"surplus":"!"}`, `{"surplus":7}`, `{"request_received":{"base64":"R0VUIC94P2tleT1odXNoIEhUVFAvMS4xDQoNCg=="}}`, `{"request_received":null,"response_received":[]}`,
	} {
		got, sum := readMemory(t, entry(ours), archive.ReadOptions{Secrets: secrets})
		if len(got.wholes) != 1 {
			t.Fatalf("%s: %+v", ours, sum)
		}
		x := got.wholes[0].Exchange
		if all := string(x.Request.AsReceived("/x")) + string(x.Response.AsReceived("")) + string(x.Response.Surplus); bytes.Contains([]byte(all), []byte("hush")) {
			t.Errorf("%s: %q", ours, all)
		}
	}
}

// harWith is a HAR file of entries with a status and what is ours of each.
func harWith(status int, ours ...string) []byte {
	var list []string
	for _, o := range ours {
		list = append(list, fmt.Sprintf(`{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"http://127.0.0.1:9/x","headers":[]},"response":{"status":%d,"headers":[],"content":{}},"_a2aConsole":%s}`, status, o))
	}
	return []byte(`{"log":{"entries":[` + strings.Join(list, ",") + `]}}`)
}

// Heads as they came are as long as all headers may be, and not longer: each line is
// an entry of a map.
func TestHARWithLongHeads(t *testing.T) {
	long := strings.Repeat("x:\\n", 30)
	for _, ours := range []string{`{"request_received":"` + long + `"}`, `{"response_received":"` + long + `"}`} {
		got, sum := readMemory(t, harWith(0, "{}", ours), archive.ReadOptions{Limits: archive.Limits{Text: 80}})
		if len(got.wholes) != 1 || !strings.Contains(strings.Join(sum.Notes, " "), "a head as it came is longer than 80 bytes") {
			t.Errorf("%d entries, %q", len(got.wholes), sum.Notes)
		}
	}
}

// What came on a connection without an answer stays in a session file.
func TestSurplusWithoutAnAnswer(t *testing.T) {
	got, _ := readMemory(t, harWith(0, `{"surplus":"bW9yZQ=="}`), archive.ReadOptions{})
	if len(got.wholes) != 1 {
		t.Fatal(got.wholes)
	}
	var file bytes.Buffer
	got.give(t, archive.NewJSONL(&file, archive.Written{By: "test 1"}))
	again, _ := readMemory(t, file.Bytes(), archive.ReadOptions{})
	if len(again.wholes) != 1 || string(again.wholes[0].Response.Surplus) != "more" {
		t.Errorf("%s", file.String())
	}
}
