package fault

import "net/http"

// Fault selects how to change responses. The zero value changes nothing.
type Fault struct {
	State   bool // replace the working state with one that no version has
	Unknown bool // add a member that no version has to every document, and such a field to gRPC messages
}

// Handler applies f to the responses of next.
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
