package webhook

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// stuck is a body that returns what it has and then blocks.
type stuck struct {
	r    io.Reader
	came func()
	on   <-chan struct{}
}

func (s *stuck) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err == io.EOF {
		s.came()
		<-s.on
	}
	return n, err
}

// TestDeliveriesTogether: an agent that sends many large deliveries at once and ends none cannot use all the
// memory, and what it used is freed.
func TestDeliveriesTogether(t *testing.T) {
	const size = 100
	r := New(Options{URL: "http://127.0.0.1:7440", MaxBody: size})
	h := r.NewHook("", "")
	post := func(body io.Reader) int {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodPost, h.URL, body))
		return w.Code
	}
	on := make(chan struct{})
	var came, done sync.WaitGroup
	for range maxBodiesHeld {
		came.Add(1)
		done.Go(func() {
			if status := post(&stuck{strings.NewReader(strings.Repeat("x", size)), came.Done, on}); status != http.StatusNoContent {
				t.Errorf("a delivery that was under way: %d", status)
			}
		})
	}
	came.Wait()
	if status := post(strings.NewReader("one more")); status != http.StatusServiceUnavailable {
		t.Errorf("one more: %d", status)
	}
	close(on)
	done.Wait()
	if status := post(strings.NewReader("one more")); status != http.StatusNoContent || r.bodyBytes.Load() != 0 {
		t.Errorf("after that: %d, %d bytes are still held", status, r.bodyBytes.Load())
	}
}

// TestProofsAreSmall: proofs of deliveries are bounded in bytes, and nothing is kept of what web pages send.
func TestProofsAreSmall(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440"})
	h := r.NewHook("", "")
	_, p := call(t, r, b, "POST", h.URL, strings.NewReader("{}"), "Authorization: Bearer "+strings.Repeat("x", maxCredentialBytes))
	if s, ok := r.DeliveryProof(p.x.ID); !ok || s.Authorization != nil || s.Sum == "" {
		t.Errorf("the proof holds %d values", len(s.Authorization))
	}
	_, p = call(t, r, b, "POST", h.URL, strings.NewReader("{}"), "Authorization: Bearer x", "Origin: http://evil.example")
	if _, ok := r.DeliveryProof(p.x.ID); ok || p.end.Outcome != wire.Refused {
		t.Errorf("what a page sent can be proved")
	}
}
