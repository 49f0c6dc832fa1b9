package inspector

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestNothingIsSaid: in every binding whose response is one document, an empty response is an event with a problem.
func TestNothingIsSaid(t *testing.T) {
	for _, status := range []int{http.StatusNoContent, http.StatusOK} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		defer s.Close()
		for _, b := range []a2a.Binding{a2a.JSONRPC, a2a.REST} {
			c := New(Options{})
			p, err := c.Prepare(Target{Endpoint: s.URL, Version: a2a.V10, Binding: b}, &a2a.Call{Op: a2a.GetTask, TaskID: "t"})
			if err != nil {
				t.Fatal(err)
			}
			var got []Event
			if _, err := c.Send(t.Context(), p, func(e Event) { got = append(got, e) }); err != nil {
				t.Fatal(err)
			}
			if len(got) != 1 || got[0].Reading.Kind != a2a.KindNone || len(got[0].Reading.Problems) == 0 {
				t.Errorf("HTTP %d over %s: %+v", status, b, got)
			}
		}
	}
}
