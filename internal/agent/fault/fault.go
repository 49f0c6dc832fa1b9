package fault

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// Fault is what is done to answers. The zero value does nothing.
type Fault struct {
	Delay   time.Duration // before each call is answered; cards are not held up
	Cut     int           // events after which the first stream breaks off; 0 cuts none
	State   bool          // tasks at work are in a state that no version has
	Unknown bool          // every document has members that no version has; gRPC messages have such a field
}

// Handler does it to what next answers.
func Handler(next http.Handler, f Fault) http.Handler {
	if f == (Fault{}) {
		return next
	}
	var cut atomic.Bool // one stream was cut: those after it are whole
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/.well-known/") && !wait(r, f.Delay) {
			return
		}
		out := &writer{ResponseWriter: w, fault: f, cut: &cut}
		next.ServeHTTP(out, r)
		out.rest()
	})
}

// wait holds a call up; false when its client left meanwhile.
func wait(r *http.Request, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
