package ui

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/ui/part"
)

// failure is an error in the words a person reads: what happened, why, and
// what to try.
type failure struct {
	Status         int
	What, Why, Try string
}

func (f *failure) Error() string { return f.What + " " + f.Why + " " + f.Try }

// fail makes the error of a handler.
func fail(status int, what, why, try string) error {
	return &failure{Status: status, What: what, Why: why, Try: try}
}

// explain turns any error into a failure.
func (s *Server) explain(r *http.Request, err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return &failure{http.StatusRequestEntityTooLarge, "That is more than the console takes in one go.",
			"The limit for this is " + part.Bytes(big.Limit) + ".", "Send less, or use the command line for very large files."}
	}
	if errors.Is(err, part.ErrTooLarge) {
		return &failure{http.StatusInternalServerError, "This page is too large to be shown.",
			"It would be larger than 12 MB.", "Save the bytes of the exchange, or export its session."}
	}
	s.Logger.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
	return &failure{http.StatusInternalServerError, "The console could not do this.", err.Error() + ".",
		"Try again; if it stays, the log in the terminal has more."}
}

// problem answers with an error: as JSON to programs, as a notice to a live
// page, as a page otherwise.
func (s *Server) problem(w http.ResponseWriter, r *http.Request, rt route, err error) {
	if r.Context().Err() != nil {
		return
	}
	f := s.explain(r, err)
	switch {
	case rt.access == byBearer:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.Status)
		json.NewEncoder(w).Encode(map[string]apiError{"error": {f.What, f.Why, f.Try}})
	case fromDatastar(r) && f.Status != http.StatusUnauthorized:
		p := newPatches(w, r)
		p.Morph(notice(f.What, f.Why, f.Try))
		p.Flush()
	default:
		s.errorPage(w, r, f)
	}
}

// fromDatastar reports whether the page's script asks, and wants patches.
func fromDatastar(r *http.Request) bool { return r.Header.Get("Datastar-Request") != "" }
