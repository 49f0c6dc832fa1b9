package faults

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// benchAgent answers as fast as it can. Every event is flushed by itself.
//
//	/                   an answer of 1 KB
//	/stream?n=N         N events of about 290 bytes and one that ends the task
//	/stream?n=N&every=D the same, one each D milliseconds
//	/first              one event of a stream that stays open
type benchAgent struct {
	answer []byte
	events [][]byte // in turns
	end    []byte
}

func newBenchAgent() *benchAgent {
	a := &benchAgent{
		answer: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"task-bench","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"%s"}]}]}}}`, words("answer", 0, 840)),
		end:    []byte(`data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"task-bench","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n"),
	}
	for i := range 4000 {
		a.events = append(a.events, fmt.Appendf(nil, `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"0199a1b2-77aa-7c01-9b1e-5d0d3c1f2a3b","contextId":"0199a1b2-77aa-7c02-8e44-10f2a3b4c5d6","artifact":{"artifactId":"a","parts":[{"text":"%s"}]},"append":true}}}`+"\n\n", words("event", i, 64)))
	}
	return a
}

// streamed is the size of a stream of n events, in bytes.
func (a *benchAgent) streamed(n int) int64 {
	total := int64(len(a.end))
	for i := range n {
		total += int64(len(a.events[i%len(a.events)]))
	}
	return total
}

func (a *benchAgent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	flush := http.NewResponseController(w).Flush
	switch r.URL.Path {
	case "/stream":
		w.Header().Set("Content-Type", "text/event-stream")
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		every, _ := strconv.Atoi(r.URL.Query().Get("every"))
		var tick <-chan time.Time
		if every > 0 {
			t := time.NewTicker(time.Duration(every) * time.Millisecond)
			defer t.Stop()
			tick = t.C
		}
		for i := range n {
			if tick != nil {
				<-tick
			}
			if _, err := w.Write(a.events[i%len(a.events)]); err != nil || flush() != nil {
				return
			}
		}
		_, _ = w.Write(a.end)
	case "/first":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(a.events[0])
		_ = flush()
		<-r.Context().Done()
	case "/":
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(a.answer)
	default:
		http.NotFound(w, r)
	}
}
