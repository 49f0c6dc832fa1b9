package proxy

import (
	"bufio"
	"bytes"
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// BenchmarkHeads measures the cost of keeping the heads of a call: following both directions, and making
// what goes on record. Reading the call is not included.
func BenchmarkHeads(b *testing.B) {
	body := bytes.Repeat([]byte("x"), 1000)
	ask := append([]byte("POST /v1.0 HTTP/1.1\r\nHost: 127.0.0.1:7421\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 1000\r\nA2a-Version: 1.0\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n\r\n"), body...)
	answer := append([]byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sun, 22 Nov 2026 07:12:29 GMT\r\nContent-Length: 1000\r\n\r\n"), body...)
	req, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(ask)))
	if err != nil {
		b.Fatal(err)
	}
	req.Header["Host"] = []string{req.Host}
	resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), req)
	if err != nil {
		b.Fatal(err)
	}
	var head []byte
	in := follower{phase: phaseHead, idle: phaseHead}
	in.onHead = func(h []byte) { in.beginRequest(h); head = h }
	var back follower
	back.onHead = func(h []byte) { back.beginResponse(h, http.MethodPost); head = h }
	for b.Loop() {
		in.feed(ask)
		if wire.ReceivedRequest(head, req.Header, "/v1.0") == "" {
			b.Fatal("nothing is kept of the request's head")
		}
		back.phase = phaseHead
		back.feed(answer)
		if kept := wire.ReceivedResponse(head, 200, resp.Header); kept != "" {
			b.Fatalf("%q is kept of an answer's head as Go writes it", kept)
		}
	}
}

// BenchmarkChunks measures what it costs to follow an event of a stream.
func BenchmarkChunks(b *testing.B) {
	event := []byte("d3\r\n" + string(bytes.Repeat([]byte("x"), 0xd3)) + "\r\n")
	var in follower
	in.onHead = func(h []byte) { in.beginResponse(h, http.MethodPost) }
	in.phase = phaseHead
	in.feed([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
	for b.Loop() {
		in.feed(event)
	}
}
