package archive_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder"
)

// open opens a record in a new folder and closes it with the test.
func open(t testing.TB, change func(*recorder.Options)) *recorder.Store {
	t.Helper()
	// Reads wait until everything recorded before is in the file, however busy the machine is.
	o := recorder.Options{Path: filepath.Join(t.TempDir(), "record.db"), ReadWait: time.Hour}
	if change != nil {
		change(&o)
	}
	s, err := recorder.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// secrets says where the sample has secrets.
func secrets(*wire.Exchange) redact.Secrets {
	return redact.Secrets{
		Headers: []string{"Authorization", "Cookie", "Set-Cookie", "X-Key"}, Query: []string{"key"},
		Request: redact.NewMembers("params.token"), Response: redact.NewMembers("result.token"), Form: []string{"client_secret"},
	}
}

// sample records exchanges of every kind, varied by a seed.
func sample(t testing.TB, s *recorder.Store, seed uint64, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	at := time.Date(2026, 11, 21, 10, 0, 0, 123456789, time.UTC)
	for i := range n {
		at = at.Add(time.Duration(r.IntN(1e9)))
		one(t, s, r, at, i)
	}
}

func one(t testing.TB, s *recorder.Store, r *rand.Rand, at time.Time, i int) {
	step := func() time.Time { at = at.Add(time.Duration(r.IntN(5e6))); return at }
	x := wire.Exchange{
		Origin: []wire.Origin{wire.Client, wire.Compose, wire.Console, wire.Replay, wire.Push}[r.IntN(5)],
		Agent:  fmt.Sprintf("http://127.0.0.1:%d", 9000+r.IntN(3)), Tap: "http://127.0.0.1:7421", Caller: "test/1 \u2028 <b>",
		Method: "POST", URL: "http://127.0.0.1:9000/rpc?key=hush&a=%00b", Started: step(),
		Request: wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer hush-hush", "Basic aHVzaDpodXNo"}, "X-Empty": {""}, "Host": {"127.0.0.1:7421"}}},
	}
	if r.IntN(4) == 0 {
		x.Link = wire.NewID()
	}
	if r.IntN(3) == 0 {
		x.Request.Received = "POST http://me:hush@tap/rpc?key=hush&a=%00b HTTP/1.0\r\nauthorization: \x00\r\nX-Empty:\x00\r\nauthorization:\t\x00\n\r\n"
	}
	tape := s.Begin(x)
	write := func(side wire.Side, b []byte) {
		for len(b) > 0 {
			n := 1 + r.IntN(len(b))
			tape.Write(side, step(), b[:n], r.IntN(3) == 0)
			b = b[n:]
		}
	}
	kind := r.IntN(9)
	if kind == 0 { // open, with its request half read
		write(wire.Request, []byte(`{"params":{"token":"hush`))
		commit(t, tape)
		return
	}
	if kind != 5 {
		write(wire.Request, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"params":{"token":"hush-hush-é","text":"grüße"}}`, i))
	}
	tape.EndRequest(step(), http.Header{"X-Trailer": {"t"}})
	if kind == 1 {
		tape.End(wire.End{At: step(), Outcome: wire.Unreachable, Problem: "nobody there: \"x\"\n"})
		commit(t, tape)
		return
	}
	h := wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"application/json"}, "Set-Cookie": {"a=hush; Path=/"}}}
	end := wire.End{Outcome: []wire.Outcome{wire.ByAgent, wire.Cut, wire.Cancelled, wire.TimedOut, wire.Refused}[r.IntN(5)], Problem: "p"}
	body := []byte(`{"result":{"token":"hush","n":[1,2,"é"]}}`)
	switch kind {
	case 2, 3:
		h.Header.Set("Content-Type", "text/event-stream")
		body = bytes.Repeat([]byte("data: {\"result\":{\"token\":\"hush\",\"x\":\"é\"}}\r\n\r\n: ping\n\nevent: e\ndata: y\n\n"), 1+r.IntN(8))
	case 4:
		h.Header.Set("Content-Type", "application/octet-stream")
		body = make([]byte, 1+r.IntN(3000))
		for i := range body {
			body[i] = byte(r.IntN(256))
		}
	case 5:
		h.Status, h.Header = 101, http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}
		body = append([]byte{0x81, 25}, `{"result":{"token":"hus"}`...)
		body = append(body, 0xc1, 5, 0, 3, 0, 0xfc, 0xff)
	case 7:
		coding := []string{"br", "zstd", "gzip", "compress"}[r.IntN(4)]
		h.Header.Set("Content-Encoding", coding)
		body = packed(t, coding, body)
	case 8:
		h.Proto, h.Header = "HTTP/2.0", http.Header{"Content-Type": {"application/grpc"}, "Grpc-Encoding": {"gzip"}}
		end.Trailer = http.Header{"Grpc-Status": {"0"}, "Grpc-Message": {"%E2%9C%93"}}
		body = append([]byte{0, 0, 0, 0, 3, 10, 1, 0xff}, 1, 0, 0, 0, 2, 31, 139)
	}
	if kind%4 == 1 {
		end.AgentEndedAt, end.ClientLeftAt = step(), step()
	}
	if r.IntN(3) == 0 {
		h.Received = "HTTP/1.1 200 caf\u00e9\r\nset-cookie: \x00\r\n\r\n"
		if kind == 6 {
			end.Surplus = []byte("HTTP/1.1 200 OK\r\nset-cookie: b=hush\r\n\r\n{\"result\":{\"token\":\"hush\"}}\xff")
		}
	}
	tape.WriteResponseHead(step(), h)
	if kind == 5 {
		write(wire.Request, []byte{0x82, 0x83, 1, 2, 3, 4, 9, 9, 9})
	}
	write(wire.Response, body)
	if kind == 3 {
		write(wire.ResponseSent, bytes.ToUpper(body))
		write(wire.RequestSent, []byte("\xff\x00changed"))
	}
	if r.IntN(5) > 0 {
		end.At = step()
		if end.Trailer == nil {
			end.Trailer = http.Header{"X-End": {"1", "2"}}
		}
		tape.End(end)
	}
	commit(t, tape)
}

func commit(t testing.TB, tape wire.Tape) {
	t.Helper()
	if err := tape.Commit(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// packed encodes a body. Nobody can decode compress.
func packed(t testing.TB, coding string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	case "gzip":
		w = gzip.NewWriter(&b)
	default:
		return append([]byte{0x1f, 0x9d}, body...)
	}
	w.Write(body)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
