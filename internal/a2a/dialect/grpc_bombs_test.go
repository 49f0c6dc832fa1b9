package dialect

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// TestGRPCBombs: of many big compressed messages only those that are read are decompressed.
func TestGRPCBombs(t *testing.T) {
	bomb := zipped(wire.AppendGRPC(nil, make([]byte, 8<<20)))
	body := slices.Concat(framed(t, "GetTaskRequest", `{"id":"t"}`), bytes.Repeat(bomb, 64))
	h := grpcHeaders()
	h.Set("Grpc-Encoding", "gzip")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all := grpc.Packets(h, body)
	runtime.ReadMemStats(&after)
	if len(all) != 65 {
		t.Fatalf("%d messages", len(all))
	}
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 64 {
		t.Errorf("%d MiB for a request of %d KiB", got, len(body)>>10)
	}
}

// TestGRPCBombsInAnswers: all messages of an answer share one budget for decompression.
func TestGRPCBombsInAnswers(t *testing.T) {
	padding := append(protowire.AppendVarint(protowire.AppendTag(nil, 999, protowire.BytesType), coding.MaxDecodedBytes/2), make([]byte, coding.MaxDecodedBytes/2)...)
	h := http.Header{"Content-Type": {"application/grpc"}, "Grpc-Encoding": {"gzip"}}
	bombs := func(message, doc string) []byte {
		return bytes.Repeat(zipped(wire.AppendGRPC(nil, append(framed(t, message, doc)[5:], padding...))), 4)
	}
	swap := func(string) (string, bool) { return "http://new.test/", true }
	cards := bombs("AgentCard", `{"name":"n","supportedInterfaces":[{"url":"http://old.test/"}]}`)
	if out, found, _ := RewriteCard(tenURL+"GetExtendedAgentCard", h, cards, swap); len(out) > coding.MaxDecodedBytes+len(cards) || len(found) != 1 {
		t.Errorf("%d MiB of cards, %d URLs", len(out)>>20, len(found))
	}
	tasks := bombs("StreamResponse", `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
	rename := Renaming{ID: func(_, id string) (string, bool) { return id + "-new", true }}
	if out := Rename(tenURL+"SendStreamingMessage", wire.Response, h, tasks, rename); len(out) > coding.MaxDecodedBytes+len(tasks) {
		t.Errorf("%d MiB of events", len(out)>>20)
	}
	r := NewReader(Message{Method: "POST", URL: tenURL + "SendStreamingMessage", Header: grpcHeaders()}, Hint{})
	r.Response(Message{Status: 200, Header: h})
	size, last := 0, a2a.Reading{}
	for _, f := range framesOf(Message{Header: h, Body: tasks}, document.MaxFrames) {
		last = r.Event(f)
		size += len(last.Raw)
	}
	if size > coding.MaxDecodedBytes+len(tasks) || last.Kind != a2a.KindNone || len(last.Problems) != 1 || !strings.Contains(last.Problems[0].Message, "with the messages before it") {
		t.Errorf("%d MiB of events, the last %s %+v", size>>20, last.Kind, last.Problems)
	}
}

// TestGRPCPieceOfAMessage: the rest of a truncated message is not taken for the start of one, compressed or
// not.
func TestGRPCPieceOfAMessage(t *testing.T) {
	r := NewReader(Message{Method: "POST", URL: tenURL + "SendStreamingMessage", Header: grpcHeaders()}, Hint{})
	r.Response(Message{Status: 200, Header: http.Header{"Content-Type": {"application/grpc"}}})
	split := wire.NewSplitter(wire.GRPC, 8)
	frames := split.Feed(time.Time{}, append([]byte{0, 0, 0, 0, 12}, bytes.Repeat([]byte{1}, 12)...))
	if len(frames) < 2 {
		t.Fatalf("%d frames", len(frames))
	}
	for _, f := range frames[1:] {
		if out := r.Event(f); out.Kind != a2a.KindNone || strings.Contains(fmt.Sprint(out.Problems), "compressed") {
			t.Errorf("%s %+v", out.Kind, out.Problems)
		}
	}
}
