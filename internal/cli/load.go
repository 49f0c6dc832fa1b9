package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/outbound"
)

// load calls an agent one way, again and again, and keeps the times.
type load struct {
	way         way
	url         string
	request     inspector.Prepared
	connections int
	client      *http.Client

	took    time.Duration
	lasted  []time.Duration // of each call, in no order
	events  int
	errors  int
	problem string // of the first error
}

func newLoad(w way, request inspector.Prepared, connections int) (*load, error) {
	l := &load{way: w, url: request.URL, request: request, connections: connections}
	if w.url != "" {
		u, err := url.Parse(request.URL)
		if err != nil {
			return nil, fmt.Errorf("read the endpoint: %w", err)
		}
		l.url = w.url + u.RequestURI()
	}
	l.client = outbound.Client(outbound.Transport(outbound.Options{Direct: true, Idle: connections}), 0)
	return l, nil
}

// run makes up to so many calls within a time.
func (l *load) run(ctx context.Context, calls int, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var left atomic.Int64
	left.Store(int64(calls))
	var mu sync.Mutex
	var wait sync.WaitGroup
	started := time.Now()
	for range l.connections {
		wait.Go(func() {
			for left.Add(-1) >= 0 && ctx.Err() == nil {
				began := time.Now()
				n, err := l.call(ctx)
				took := time.Since(began)
				mu.Lock()
				l.keep(ctx, took, n, err)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	l.took += time.Since(started)
}

func (l *load) keep(ctx context.Context, took time.Duration, events int, err error) {
	if err != nil && ctx.Err() != nil {
		return // cut by the end of the measurement, not by the way
	}
	l.lasted = append(l.lasted, took)
	l.events += events
	if err != nil {
		if l.errors++; l.problem == "" {
			l.problem = err.Error()
		}
	}
}

// call makes one call and reads its answer to the end. It returns the number of
// events of a stream.
func (l *load) call(ctx context.Context) (events int, err error) {
	req, err := http.NewRequestWithContext(ctx, l.request.Method, l.url, bytes.NewReader(l.request.Body))
	if err != nil {
		return 0, err
	}
	req.Header = l.request.Header.Clone()
	resp, err := l.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return 0, fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	const begins = "\ndata:"
	buf := make([]byte, 32<<10)
	kept := copy(buf, "\n") // of what was read before: an event's beginning may come in two reads
	for {
		n, err := resp.Body.Read(buf[kept:])
		n += kept
		events += bytes.Count(buf[:n], []byte(begins))
		kept = copy(buf, buf[max(n-len(begins)+1, 0):n])
		if err == io.EOF {
			return events, nil
		}
		if err != nil {
			return events, err
		}
	}
}

func (l *load) calls() int { return len(l.lasted) }

// perSecond is calls per second, or events where there are any.
func (l *load) perSecond() float64 {
	if l.took == 0 {
		return 0
	}
	return float64(max(l.events, len(l.lasted)-l.errors)) / l.took.Seconds()
}

// at is the time that a share of the calls stayed below.
func (l *load) at(share float64) time.Duration {
	if len(l.lasted) == 0 {
		return 0
	}
	slices.Sort(l.lasted)
	return l.lasted[min(len(l.lasted)-1, int(share*float64(len(l.lasted))))]
}
