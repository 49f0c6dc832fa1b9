package inspector

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// silent never answers, endless never finishes its response.
func silent(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	for r.Context().Err() == nil {
		w.Write([]byte(`{"name":`))
		w.(http.Flusher).Flush()
	}
}

// A discovery ends when its time is over, whatever the agent does, and says where it was.
func TestDiscoverEnds(t *testing.T) {
	for name, habit := range map[string]http.HandlerFunc{"silent": silent, "endless": endless} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(habit)
			defer s.Close()
			d, err := New(Options{SearchTimeout: 50 * time.Millisecond, ProbeTimeout: time.Hour, MaxCard: 1 << 40}).Discover(t.Context(), s.URL)
			if !errors.Is(err, ErrNoCard) || !strings.Contains(err.Error(), "timed out at "+s.URL) {
				t.Errorf("%v", err)
			}
			if n := len(d.Trail); n != 1 || !d.Trail[0].TimedOut {
				t.Errorf("%d steps: %+v", n, d.Trail)
			}
		})
	}
}

// An endless response is read up to the limit at each address.
func TestDiscoverReadsNoEndlessCard(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(endless))
	defer s.Close()
	d, err := New(Options{MaxCard: 4096}).Discover(t.Context(), s.URL)
	if !errors.Is(err, ErrNoCard) {
		t.Error(err)
	}
	for _, p := range d.Trail {
		if p.TimedOut || !strings.Contains(p.Note, "larger than") {
			t.Errorf("%+v", p)
		}
	}
}

func TestAnAnswerOverTheLimitIsTold(t *testing.T) {
	_, end := exchangeWith(t, Options{MaxBody: 100}, false, endless)
	if !end.LimitReached || !strings.Contains(end.Problem, "larger than 100 bytes") || !strings.Contains(end.Problem, "tap") {
		t.Errorf("%+v", end)
	}
	if _, end := exchangeWith(t, Options{MaxBody: 10000}, false, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(taskAnswer)) }); end.LimitReached {
		t.Errorf("%+v", end)
	}
}
