package bench

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
)

// call is a JSON-RPC request of 1 KB.
func call() []byte {
	return []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"6a8b0c9e","role":"ROLE_USER","parts":[{"text":"` + prose(rand.New(rand.NewPCG(1, 1)), 880) + `"}]}}}`)
}

const (
	task   = `"taskId":"0199a1b2-77aa-7c01-9b1e-5d0d3c1f2a3b","contextId":"0199a1b2-77aa-7c02-8e44-10f2a3b4c5d6"`
	ending = `data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{` + task + `,"status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n"
)

// result is a JSON-RPC answer of 1 KB.
var result = []byte(`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"0199a1b2-77aa-7c01-9b1e-5d0d3c1f2a3b","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"` + prose(rand.New(rand.NewPCG(2, 2)), 840) + `"}]}]}}}`)

// pool are the events of a stream, in turns: an artifact's pieces of about 280
// bytes with text that does not repeat for a megabyte.
var pool, streamed = pieces()

func pieces() (list [][]byte, total int64) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 4000 {
		list = append(list, fmt.Appendf(nil, `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{%s,"artifact":{"artifactId":"a","parts":[{"text":"%s"}]},"append":true}}}`+"\n\n", task, prose(r, 64)))
	}
	for i := range events {
		total += int64(len(list[i%len(list)]))
	}
	return list, total + int64(len(ending))
}

// prose is words, or what looks like them, with numbers in between.
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

// answer answers a call with its result, or with a stream where the path asks
// for one.
func answer(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	switch r.URL.Path {
	case "/stream":
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range events {
			if _, err := w.Write(pool[i%len(pool)]); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, ending)
	case "/first":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(pool[0])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(result)
	}
}
