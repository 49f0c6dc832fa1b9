package proxy_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"testing/quick"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// checked reads a response and fails if any byte of it is not yet on record when the client receives it.
func checked(t *testing.T, m *memory, body io.Reader, step int) []byte {
	var got []byte
	p := make([]byte, step)
	for {
		n, err := body.Read(p)
		got = append(got, p[:n]...)
		m.mu.Lock()
		x := m.all[len(m.all)-1]
		m.mu.Unlock()
		if n > 0 && !bytes.HasPrefix(x.committed(wire.Response), got) {
			t.Fatalf("the client has %d bytes, %d are on record", len(got), len(x.committed(wire.Response)))
		}
		if err != nil {
			return got
		}
	}
}

// For any body and any chunking, the tap delivers what would arrive without it, and a chunk is on record
// before the client receives it.
func TestBytesPassUnchangedAndRecordedFirst(t *testing.T) {
	t.Parallel()
	bothWays(t, bytesPassUnchanged)
}

func bytesPassUnchanged(t *testing.T, change ...func(*proxy.Options)) {
	var body []byte
	var cuts []int
	var known, event bool
	agent := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Sum", fmt.Sprint(len(in), crc32.ChecksumIEEE(in), r.ContentLength))
		if known {
			w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		}
		if event {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		rest := body
		for i := 0; len(rest) > 0; i++ {
			n := min(cuts[i%len(cuts)], len(rest))
			w.Write(rest[:n])
			http.NewResponseController(w).Flush()
			rest = rest[n:]
		}
	})
	m := newMemory()
	tap, up := front(t, m, agent, change...)
	property := func(seed uint64, k, e bool) bool {
		r := rand.New(rand.NewPCG(seed, 1))
		known, event = k, e
		body = make([]byte, r.IntN(1<<uint(r.IntN(19))))
		sent := make([]byte, r.IntN(1<<uint(r.IntN(17))))
		for i := range body {
			body[i] = byte(r.UintN(256))
		}
		for i := range sent {
			sent[i] = byte(r.UintN(256))
		}
		cuts = nil
		for range 1 + r.IntN(5) {
			cuts = append(cuts, 1+r.IntN(1+len(body)/(1+r.IntN(40))))
		}
		var sums []string
		for _, base := range []string{up.URL, tap} {
			var ask io.Reader = bytes.NewReader(sent)
			if seed%2 == 0 { // without a Content-Length
				ask = struct{ io.Reader }{ask}
			}
			resp, err := http.Post(base, "application/octet-stream", ask)
			if err != nil {
				t.Fatal(err)
			}
			var got []byte
			if base == tap {
				got = checked(t, m, resp.Body, 1+r.IntN(1<<16))
			} else {
				got, _ = io.ReadAll(resp.Body)
			}
			resp.Body.Close()
			if !bytes.Equal(got, body) {
				t.Errorf("%s: %d bytes came of %d", base, len(got), len(body))
				return false
			}
			sums = append(sums, resp.Header.Get("X-Sum"))
		}
		x := m.ended(t)
		return sums[0] == sums[1] && bytes.Equal(x.committed(wire.Response), body) && bytes.Equal(x.committed(wire.Request), sent) &&
			x.sealed && x.ends == 1 && x.end.Outcome == wire.ByAgent
	}
	if err := quick.Check(property, &quick.Config{MaxCount: 60}); err != nil {
		t.Error(err)
	}
}

// While a commit is delayed, the client receives nothing, not even the head; what arrives meanwhile goes on
// record together, in one commit, and then to the client.
func TestNothingPassesBeforeItsCommit(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"text/event-stream", "application/json"} {
		t.Run(kind, func(t *testing.T) {
			m := newMemory()
			gate := make(chan struct{})
			tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				m.hold(gate) // the request is on record
				w.Header().Set("Content-Type", kind)
				for i := range 3 {
					fmt.Fprintf(w, "data: %d\n\n", i)
					http.NewResponseController(w).Flush()
				}
			}))
			answered := make(chan *http.Response, 1)
			go func() {
				resp, err := http.Get(tap)
				if err != nil {
					t.Error(err)
				}
				answered <- resp
			}()
			x := m.ended(t) // the pump read all of it while the commit waited
			select {
			case <-answered:
				t.Fatal("the client has an answer that is not on record")
			default:
			}
			close(gate)
			resp := <-answered
			defer resp.Body.Close()
			if got := checked(t, m, resp.Body, 4096); string(got) != "data: 0\n\ndata: 1\n\ndata: 2\n\n" {
				t.Errorf("got %q", got)
			}
			if x.commits > 3 {
				t.Errorf("%d commits", x.commits)
			}
		})
	}
}

// The last byte of a body of known length waits for the end to be on record.
func TestEndIsOnRecordBeforeTheLastByte(t *testing.T) {
	t.Parallel()
	m := newMemory()
	release, last := make(chan struct{}), make(chan struct{})
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		io.WriteString(w, "01234")
		http.NewResponseController(w).Flush()
		<-release
		io.WriteString(w, "56789")
	}))
	goOn, endNow := sync.OnceFunc(func() { close(release) }), sync.OnceFunc(func() { close(last) })
	t.Cleanup(func() { goOn(); endNow() }) // before the servers close, which wait for both
	resp, err := http.Get(tap)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	p := make([]byte, 5)
	if _, err := io.ReadFull(resp.Body, p); err != nil || string(p) != "01234" {
		t.Fatalf("%q, %v", p, err)
	}
	m.mu.Lock()
	m.last = last
	m.mu.Unlock()
	goOn()
	m.wait(t, "the last byte to reach the tap", func(all []*tape) bool { return len(all[0].kept[wire.Response]) == 10 })
	got := make(chan bool, 1)
	go func() {
		_, err := io.ReadFull(resp.Body, p)
		m.mu.Lock()
		got <- err == nil && m.all[0].sealed
		m.mu.Unlock()
	}()
	req, _ := http.NewRequest("GET", tap, nil)
	req.Host = "refused.example"
	// Enough time for a byte that should be held back to arrive. The call uses another client: such
	// a byte would make the first connection free for this call, which would then wait for the end
	// of the first.
	own := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	other, err := own.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	other.Body.Close()
	if len(got) > 0 {
		t.Error("the client has the last byte, the end is not on record")
	}
	endNow()
	if !<-got || string(p) != "56789" {
		t.Errorf("the client has %q", p)
	}
}

func TestTrafficGoesOnWhenRecordingFails(t *testing.T) {
	t.Parallel()
	m := newMemory()
	m.fail = errDisk
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 100 {
			fmt.Fprintf(w, "data: %d\n\n", i)
			http.NewResponseController(w).Flush()
		}
	}))
	resp, err := http.Get(tap)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || bytes.Count(body, []byte("data: ")) != 100 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}

func TestPausedRecordsNothing(t *testing.T) {
	t.Parallel()
	m := newMemory()
	m.paused = true
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }))
	resp, err := http.Post(tap, "text/plain", bytes.NewReader([]byte("hello")))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	if string(body) != "hello" || len(m.all) != 0 {
		t.Errorf("%q, %d recorded", body, len(m.all))
	}
}
