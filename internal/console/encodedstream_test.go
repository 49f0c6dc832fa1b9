package console

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/api"
)

// fourEvents are responses with four events, in different forms.
func fourEvents() map[string]secretCase {
	event := `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`
	sse, lines := strings.Repeat("data: "+event+"\n\n", 4), strings.Repeat(event+"\n", 4)
	request := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`
	all := map[string]secretCase{}
	add := func(name, media, coding, body string) {
		h := http.Header{"Content-Type": {media}}
		if coding != "" {
			h.Set("Content-Encoding", coding)
		}
		all[name] = secretCase{url: "/", asked: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}, request: request, answer: h, reply: body}
	}
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		add(coding, "text/event-stream", coding, packed(coding, sse))
		add(coding+" lines", "application/x-ndjson", coding, packed(coding, lines))
	}
	add("two layers", "text/event-stream", "gzip, br", packed("br", packed("gzip", sse)))
	add("plain", "text/event-stream", "", sse)
	add("called gzip", "text/event-stream", "gzip", sse)
	add("called a document", "application/json", "", sse)
	var messages []byte
	for range 4 {
		b := wire.AppendGRPC(nil, []byte(packed("gzip", "\x0a\x03\x0a\x01t")))
		b[0] = 1
		messages = append(messages, b...)
	}
	add("gRPC messages in gzip", "application/grpc", "", string(messages))
	grpc := all["gRPC messages in gzip"]
	grpc.url, grpc.request = "/lf.a2a.v1.A2AService/SendStreamingMessage", string(wire.AppendGRPC(nil, nil))
	grpc.asked = http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}}
	grpc.answer.Set("Grpc-Encoding", "gzip")
	all["gRPC messages in gzip"] = grpc
	return all
}

// TestEventsOfEncodedStreams: the number of events of a stream is the same everywhere, whatever its
// encoding: in the record, in a filter, by frames, in exports, and after importing or reading again.
func TestEventsOfEncodedStreams(t *testing.T) {
	t.Parallel()
	s, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "s.db"), Label: NewCards().Label, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ids := map[string]string{}
	for name, c := range fourEvents() {
		ids[name] = c.record(t, s, "x", 1<<20)
		ids[name+", byte by byte"] = c.record(t, s, "x", 1)
	}
	check := func(when string, ids map[string]string) {
		t.Helper()
		page, err := s.Exchanges(t.Context(), wire.Filter{Conditions: []string{"stream"}}, wire.Page{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for name, id := range ids {
			x, err := s.Exchange(t.Context(), id)
			if err != nil || x.Frames != 4 {
				t.Errorf("%s, %s: %d frames, %v", when, name, x.Frames, err)
			}
			found := false
			for _, y := range page {
				found = found || y.ID == id
			}
			if !found {
				t.Errorf("%s, %s: is:stream does not find it", when, name)
			}
			if frames, err := api.Frames(t.Context(), s, s, &x, wire.Response, 1, 10); err != nil || len(frames) != 3 || frames[0].Index != 1 {
				t.Errorf("%s, %s: frames %+v, %v", when, name, frames, err)
			}
		}
	}
	check("recorded", ids)
	if err := s.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check("read again", ids)
	for _, format := range []string{archive.FormatJSONL, archive.FormatHAR} {
		var out bytes.Buffer
		if err := (pageFiles{s, NewCards()}).Export(t.Context(), s.Current().ID, format, nil, &out); err != nil {
			t.Fatal(err)
		}
		in := s.Import(format)
		if _, err := archive.Read(t.Context(), &out, archive.ReadOptions{Copy: true}, in); err != nil {
			t.Fatal(err)
		}
		page, err := s.Exchanges(t.Context(), wire.Filter{Session: in.ID()}, wire.Page{Limit: 1000})
		if err != nil || len(page) != len(ids) {
			t.Fatal(len(page), err)
		}
		for _, x := range page {
			if format == archive.FormatHAR && strings.Contains(x.Response.Header.Get("Content-Encoding"), ",") {
				continue // nested encodings are filler in redacted files
			}
			if x.Frames != 4 {
				t.Errorf("imported from %s, %v: %d frames", format, x.Response.Header, x.Frames)
			}
		}
	}
}

// TestEncodedStreamWithoutItsEnd: a stream whose encoding breaks off has failed, however it arrived; a
// complete one has not, whatever the record keeps of it.
func TestEncodedStreamWithoutItsEnd(t *testing.T) {
	t.Parallel()
	s, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "s.db"), Label: NewCards().Label, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, encoding := range []string{"gzip", "deflate", "br", "zstd"} {
		c := fourEvents()[encoding]
		whole := strings.Repeat("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":{\"id\":\"t\",\"contextId\":\"c\",\"status\":{\"state\":\"TASK_STATE_COMPLETED\"}}}}\n\n", 4)
		secret := strings.Replace(whole, `"id":"t"`, `"id":"t","metadata":{"password":"correct horse battery"}`, 1)
		for body, want := range map[string]bool{packed(encoding, whole): false, packed(encoding, whole)[:len(packed(encoding, whole))-2]: true, packed(encoding, secret): false} {
			for _, size := range []int{1 << 20, 1} {
				c.reply = body
				x, err := s.Exchange(t.Context(), c.record(t, s, "x", size))
				if err != nil || x.Labels.CutOff != want || words.HasFailed(&x) != want {
					t.Errorf("%s of %d bytes, %d at a time: %+v %v %v", encoding, len(body), size, x.Labels, x.Redactions, err)
				}
			}
		}
	}
}

// TestEventsOfEncodedStreamsInHAR: a HAR file lists the events of an encoded stream.
func TestEventsOfEncodedStreamsInHAR(t *testing.T) {
	t.Parallel()
	s, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "s.db"), Label: NewCards().Label, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	fourEvents()["gzip"].record(t, s, "x", 7)
	var out bytes.Buffer
	if err := (pageFiles{s, NewCards()}).Export(t.Context(), s.Current().ID, archive.FormatHAR, nil, &out); err != nil {
		t.Fatal(err)
	}
	var har struct {
		Log struct {
			Entries []struct {
				Events []struct{ Data string } `json:"_eventSourceMessages"`
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &har); err != nil || len(har.Log.Entries) != 1 || len(har.Log.Entries[0].Events) != 4 || !strings.HasPrefix(har.Log.Entries[0].Events[0].Data, "{") {
		t.Errorf("%v, %+v", err, har)
	}
}
