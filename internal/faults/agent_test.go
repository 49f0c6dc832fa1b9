package faults

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// agent answers calls and remembers their requests. The path of a call determines its response:
// /kind/ID?n=events&size=bytes.
//
//	/call/ID    one JSON response of about size bytes
//	/stream/ID  n events of about size bytes, each flushed
//	/hold/ID    the same, but after the first event it waits for letGo
//	/grpc/ID    n messages of size bytes and a trailer, over HTTP/2
type agent struct {
	*httptest.Server
	mu    sync.Mutex
	got   map[string]*received
	held  map[string]chan struct{}
	calls sync.WaitGroup // handlers under way
}

type received struct{ body []byte }

func newAgent(t testing.TB) *agent {
	t.Helper()
	a := &agent{got: map[string]*received{}, held: map[string]chan struct{}{}}
	a.Server = httptest.NewUnstartedServer(a)
	a.Config.Protocols = protocols()
	a.Start()
	t.Cleanup(func() {
		a.CloseClientConnections()
		a.Close()
	})
	return a
}

// protocols are HTTP/1.1 and HTTP/2, both without TLS.
func protocols() *http.Protocols {
	var p http.Protocols
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	return &p
}

// callID is the id of a call from its URL or path; "" for other requests.
func callID(url string) string {
	url, _, _ = strings.Cut(url, "?")
	parts := strings.Split(url, "/")
	if len(parts) < 3 {
		return ""
	}
	switch parts[len(parts)-2] {
	case "call", "stream", "hold", "grpc":
		return parts[len(parts)-1]
	}
	return ""
}

func (a *agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := callID(r.URL.Path)
	if id == "" {
		http.NotFound(w, r)
		return
	}
	a.calls.Add(1)
	defer a.calls.Done()
	if a.take(id, r.Body) != nil {
		return
	}
	n, _ := strconv.Atoi(r.URL.Query().Get("n"))
	size, _ := strconv.Atoi(r.URL.Query().Get("size"))
	switch kind := strings.Split(r.URL.Path, "/")[1]; kind {
	case "call":
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answerTo(id, size))
	case "grpc":
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Trailer", "Grpc-Status")
		a.send(w, n, func(i int) []byte { return message(id, i, size) })
		w.Header().Set("Grpc-Status", "0")
	default:
		w.Header().Set("Content-Type", "text/event-stream")
		from := 0
		if kind == "hold" {
			if !a.send(w, 1, func(i int) []byte { return event(id, i, size) }) {
				return
			}
			select {
			case <-a.gate(id):
			case <-r.Context().Done():
				return
			}
			from = 1
		}
		a.send(w, n-from, func(i int) []byte { return event(id, from+i, size) })
	}
}

// take records a request as it arrives, before the response.
func (a *agent) take(id string, body io.Reader) error {
	got := &received{}
	a.mu.Lock()
	a.got[id] = got // a retried request is identical
	a.mu.Unlock()
	p := make([]byte, 8<<10)
	for {
		n, err := body.Read(p)
		a.mu.Lock()
		got.body = append(got.body, p[:n]...)
		a.mu.Unlock()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// send writes n pieces and flushes each. It reports whether all were written.
func (a *agent) send(w http.ResponseWriter, n int, piece func(i int) []byte) bool {
	for i := range n {
		if _, err := w.Write(piece(i)); err != nil {
			return false
		}
		if http.NewResponseController(w).Flush() != nil {
			return false
		}
	}
	return true
}

// gate returns the channel that holds a call until letGo closes it.
func (a *agent) gate(id string) chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.held[id] == nil {
		a.held[id] = make(chan struct{})
	}
	return a.held[id]
}

func (a *agent) letGo(id string) { close(a.gate(id)) }

// sent is what the agent received in a call; false if the call never arrived.
func (a *agent) sent(id string) ([]byte, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	got := a.got[id]
	if got == nil {
		return nil, false
	}
	return bytes.Clone(got.body), true
}

// forget drops what is known of calls.
func (a *agent) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.got)
}

func answerTo(id string, size int) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":{"task":{"id":"task-%s","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"%s"}]}]}}}`, id, id, words(id, 0, size))
}

func event(id string, i, size int) []byte {
	return fmt.Appendf(nil, "data: {\"jsonrpc\":\"2.0\",\"id\":%q,\"result\":{\"artifactUpdate\":{\"taskId\":\"task-%s\",\"contextId\":\"c\",\"artifact\":{\"artifactId\":\"a\",\"parts\":[{\"text\":\"%d %s\"}]},\"append\":true}}}\n\n", id, id, i, words(id, i, size))
}

// message is a gRPC message: a prefix of five bytes and a payload.
func message(id string, i, size int) []byte {
	payload := words(id, i, size)
	b := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(payload)))
	return append(b, payload...)
}

// words are size bytes derived from a call and a number, so that a byte from a wrong place is detected.
func words(id string, i, size int) string {
	var seed uint64
	for _, c := range id {
		seed = seed*131 + uint64(c)
	}
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	b := make([]byte, size)
	var random uint64
	for j := range b {
		if j%16 == 0 {
			random = r.Uint64()
		}
		if j%7 == 6 {
			b[j] = ' '
		} else {
			b[j] = "etaoinshrdlucmfw"[random&15]
		}
		random >>= 4
	}
	return string(b)
}
