package web

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/ui/part"
)

// Failure is an error in the words a person reads: what happened, why, and
// what to try.
type Failure struct {
	Status         int
	What, Why, Try string
	Go, To         string // a link of the error's page, its words and address; "" for Traffic
}

func (f *Failure) Error() string { return f.What + " " + f.Why + " " + f.Try }

// Fail makes the error of a handler. why is a sentence, or an error's text.
func Fail(status int, what, why, try string) error {
	return &Failure{Status: status, What: what, Why: part.SentenceOf(why), Try: try}
}

// explain turns any error into a failure.
func (s *Site) explain(r *http.Request, err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return &Failure{Status: http.StatusRequestEntityTooLarge, What: "That is more than the console takes in one go.",
			Why: "The limit for this is " + part.Bytes(big.Limit) + ".", Try: "Send less, or use the command line for very large files."}
	}
	if errors.Is(err, part.ErrTooLarge) {
		return &Failure{Status: http.StatusInternalServerError, What: "This page is too large to be shown.",
			Why: "It would be larger than 12 MB.", Try: "Save the bytes of the exchange, or export its session."}
	}
	s.Logger.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
	return &Failure{Status: http.StatusInternalServerError, What: "The console could not do this.", Why: part.SentenceOf(err.Error()),
		Try: "Try again; if it stays, the log in the terminal has more."}
}

// problem answers with an error: as JSON to programs, as a notice to a live
// page, as a page otherwise.
func (s *Site) problem(w http.ResponseWriter, r *http.Request, rt Route, err error) {
	if r.Context().Err() != nil {
		return
	}
	f := s.explain(r, err)
	switch {
	case rt.Access == ByBearer:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.Status)
		json.NewEncoder(w).Encode(map[string]APIError{"error": {f.What, f.Why, f.Try}})
	case FromDatastar(r) && f.Status != http.StatusUnauthorized:
		p := NewPatches(w, r)
		p.Morph(notice(f.What, f.Why, f.Try))
		p.Flush()
	default:
		s.errorPage(w, r, f)
	}
}

// FromDatastar reports whether the page's script asks, and wants patches.
func FromDatastar(r *http.Request) bool { return r.Header.Get("Datastar-Request") != "" }
