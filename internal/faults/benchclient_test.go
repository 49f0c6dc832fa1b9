package faults

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// job is a request to a client in its own process.
type job struct {
	Do    string // calls, streams, first, during
	URL   string // origin
	N     int    // calls, or openings, or events of each stream
	Side  int    // connections, or streams side by side
	Every int    // milliseconds between events; 0: as fast as they come
}

// done is the result of a job.
type done struct {
	Seconds         float64
	Calls           int
	Failed          int
	Bytes           int64   // of answers
	P50, P99, Worst float64 // milliseconds of a call, or to its first event
}

// benchClient makes calls of 1 KB.
type benchClient struct {
	http *http.Client
	ask  []byte
}

func newBenchClient() *benchClient {
	return &benchClient{
		&http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256}},
		fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"6a8b0c9e","role":"ROLE_USER","parts":[{"text":"%s"}]}}}`, words("ask", 0, 880)),
	}
}

// do does a job. A job that runs until something else ends stops at the next line of input.
func (b *benchClient) do(j job, in *bufio.Scanner) (d done) {
	began := time.Now()
	var left atomic.Int64
	left.Store(int64(j.N))
	each := func() (time.Duration, int64, error) { return b.call(j.URL + "/") }
	switch j.Do {
	case "streams":
		left.Store(int64(j.Side))
		each = func() (time.Duration, int64, error) {
			return b.call(fmt.Sprintf("%s/stream?n=%d&every=%d", j.URL, j.N, j.Every))
		}
	case "first":
		each = func() (time.Duration, int64, error) { return b.first(j.URL + "/first") }
	case "during":
		left.Store(1 << 40)
		go func() {
			in.Scan()
			left.Store(0)
		}()
	}
	took := d.work(j.Side, &left, each)
	d.Seconds = time.Since(began).Seconds()
	slices.Sort(took)
	if n := len(took); n > 0 {
		d.P50, d.P99, d.Worst = took[n/2], took[n*99/100], took[n-1]
	}
	return d
}

func (d *done) work(side int, left *atomic.Int64, each func() (time.Duration, int64, error)) (took []float64) {
	var wait sync.WaitGroup
	var mu sync.Mutex
	for range side {
		wait.Go(func() {
			for left.Add(-1) >= 0 {
				t, n, err := each()
				mu.Lock()
				d.Calls++
				d.Bytes += n
				if err != nil {
					d.Failed++
				}
				took = append(took, float64(t.Nanoseconds())/1e6)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return took
}

func (b *benchClient) call(url string) (time.Duration, int64, error) {
	began := time.Now()
	resp, err := b.http.Post(url, "application/json", bytes.NewReader(b.ask))
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err == nil && resp.StatusCode != 200 {
		err = fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	return time.Since(began), n, err
}

// first waits for the first bytes of a stream, then hangs up.
func (b *benchClient) first(url string) (time.Duration, int64, error) {
	began := time.Now()
	resp, err := b.http.Post(url, "application/json", bytes.NewReader(b.ask))
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close()
	n, err := resp.Body.Read(make([]byte, 4096))
	return time.Since(began), int64(n), err
}
