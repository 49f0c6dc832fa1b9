package fault

import "net/http"

// Fault is what is done to answers. The zero value does nothing.
type Fault struct {
	State   bool // tasks at work are in a state that no version has
	Unknown bool // every document has members that no version has; gRPC messages have such a field
}

// Handler does it to what next answers.
func Handler(next http.Handler, f Fault) http.Handler {
	if f == (Fault{}) {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &writer{ResponseWriter: w, fault: f}
		next.ServeHTTP(out, r)
		out.writeRest()
	})
}
