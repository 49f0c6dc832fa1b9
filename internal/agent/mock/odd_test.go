package mock

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestStatusesThatNoServerSends: a recorded response that cannot be sent unchanged gets an error, or is
// sent without the body that its status does not allow.
func TestStatusesThatNoServerSends(t *testing.T) {
	for status, want := range map[int]struct {
		status int
		body   string
	}{
		7: {502, "its status is 7, which no final response has"}, 99: {502, "its status is 99"}, 100: {502, "its status is 100"}, 103: {502, "its status is 103"}, 1000: {502, "its status is 1000"},
		101: {502, "its status is 101, but a mock speaks only HTTP"}, 204: {204, ""}, 304: {304, ""}, 200: {200, "recorded"}, 999: {999, "recorded"},
	} {
		for _, media := range []string{"application/json", "text/event-stream"} {
			d, at := newDeck(), time.Now()
			x := wire.Exchange{ID: "x", Method: "GET", URL: "http://127.0.0.1:7430/odd", Origin: wire.Client, Started: at, Outcome: wire.ByAgent}
			x.Response = wire.Head{Status: status, Header: http.Header{"Content-Type": {media}, "Etag": {`"1"`}}}
			d.list = []wire.Exchange{x}
			d.keep(0, x, nil, &seen{writes: [][]byte{[]byte("data: recorded\n\n")}, at: []time.Time{at}})
			s := httptest.NewServer(d.mock(t, Options{}))
			r, _ := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/odd", nil)
			r.Header.Set("If-None-Match", `"1"`)
			resp, err := s.Client().Do(r)
			if err != nil {
				t.Errorf("%d, %s: %v", status, media, err)
				s.Close()
				continue
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			s.Close()
			if err != nil || resp.StatusCode != want.status || !strings.Contains(string(body), want.body) || want.body == "" && len(body) > 0 {
				t.Errorf("%d, %s: %d %q, %v", status, media, resp.StatusCode, body, err)
			}
		}
	}
}

// TestReadingMuchIsTold: reading a long recording reports progress; a short one does not.
func TestReadingMuchIsTold(t *testing.T) {
	for n, want := range map[int]int{minProgressExchanges - 1: 0, minProgressExchanges: minProgressExchanges} {
		d, told := newDeck(), 0
		for i := range n {
			d.list = append(d.list, wire.Exchange{ID: fmt.Sprint(i), Method: "GET", URL: "http://127.0.0.1:7430/", Origin: wire.Client, Outcome: wire.ByAgent})
		}
		d.mock(t, Options{OnProgress: func(done, total int) {
			if told++; done != told || total != n {
				t.Errorf("%d of %d", done, total)
			}
		}})
		if told != want {
			t.Errorf("%d exchanges: told %d times", n, told)
		}
	}
}
