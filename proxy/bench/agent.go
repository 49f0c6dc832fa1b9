package bench

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
)

const (
	task   = `"taskId":"0199a1b2-77aa-7c01-9b1e-5d0d3c1f2a3b","contextId":"0199a1b2-77aa-7c02-8e44-10f2a3b4c5d6"`
	ending = `data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{` + task + `,"status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n"
)

// load is the traffic between callers and the agent. Read only.
type load struct {
	call     []byte   // a JSON-RPC request of about 1 KB
	result   []byte   // a JSON-RPC response of about 1 KB
	pool     [][]byte // the events of a stream, used in turn: see pieces
	streamed int64    // bytes of a whole stream
}

func newLoad() *load {
	l := &load{
		call:   []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"6a8b0c9e","role":"ROLE_USER","parts":[{"text":"` + prose(rand.New(rand.NewPCG(1, 1)), 880) + `"}]}}}`),
		result: []byte(`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"0199a1b2-77aa-7c01-9b1e-5d0d3c1f2a3b","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"` + prose(rand.New(rand.NewPCG(2, 2)), 840) + `"}]}]}}}`),
		pool:   pieces(),
	}
	for i := range events {
		l.streamed += int64(len(l.piece(i)))
	}
	l.streamed += int64(len(ending))
	return l
}

func (l *load) piece(i int) []byte { return l.pool[i%len(l.pool)] }

// pieces returns chunks of an artifact, of about 280 bytes each, with text that does not repeat for a megabyte.
func pieces() (list [][]byte) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 4000 {
		list = append(list, fmt.Appendf(nil, `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{%s,"artifact":{"artifactId":"a","parts":[{"text":"%s"}]},"append":true}}}`+"\n\n", task, prose(r, 64)))
	}
	return list
}

// prose returns pseudo-words with numbers between them.
func prose(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		if r.IntN(8) == 0 {
			b.WriteString(strconv.Itoa(r.IntN(100000)))
		}
		for range 2 + r.IntN(8) {
			b.WriteByte("etaoinshrdlucmfwypvbgk"[min(r.IntN(22), r.IntN(22))])
		}
		b.WriteByte(' ')
	}
	return b.String()[:n]
}

// ServeHTTP is the agent: it answers a call with its result, or with a stream if the path asks for one.
func (l *load) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	switch r.URL.Path {
	case "/stream":
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range events {
			if _, err := w.Write(l.piece(i)); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, ending)
	case "/first":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(l.piece(0))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(l.result)
	}
}
