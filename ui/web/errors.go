package web

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/ui/part"
)

// Failure is an error for people: what happened, why, and what to try.
type Failure struct {
	Status                  int
	Problem, Reason, Advice string
	LinkText, LinkURL       string // of a link on the error's page; "" links to Traffic
}

func (f *Failure) Error() string { return f.Problem + " " + f.Reason + " " + f.Advice }

// Fail returns a Failure. The parameter why is a sentence or the text of an error.
func Fail(status int, what, why, try string) error {
	return &Failure{Status: status, Problem: what, Reason: part.SentenceOf(why), Advice: try}
}

func (s *Site) explain(r *http.Request, err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return &Failure{Status: http.StatusRequestEntityTooLarge, Problem: "The request is larger than the console accepts.",
			Reason: "At most " + part.Bytes(big.Limit) + " are allowed here.", Advice: "Send less, or use the command line for very large files."}
	}
	if errors.Is(err, part.ErrTooLarge) {
		return &Failure{Status: http.StatusInternalServerError, Problem: "This page is too large to be shown.",
			Reason: "A page can have at most 12 MB.", Advice: "Save the bytes of the exchange, or export its session."}
	}
	s.Logger.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
	return &Failure{Status: http.StatusInternalServerError, Problem: "The console could not do this.", Reason: part.SentenceOf(err.Error()),
		Advice: "Try again. If the error persists, read the log in the terminal."}
}

// writeError answers with an error: as JSON to programs, as a notice on a live
// page, otherwise as a page.
func (s *Site) writeError(w http.ResponseWriter, r *http.Request, rt Route, err error) {
	if r.Context().Err() != nil {
		return
	}
	f := s.explain(r, err)
	switch {
	case rt.Access == ByBearer:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.Status)
		json.NewEncoder(w).Encode(map[string]APIError{"error": {f.Problem, f.Reason, f.Advice}})
	case FromDatastar(r) && f.Status != http.StatusUnauthorized:
		p := NewPatches(w, r)
		p.Morph(notice(f.Problem, f.Reason, f.Advice))
		p.Flush()
	default:
		s.errorPage(w, r, f)
	}
}

// FromDatastar reports whether the page's script made the request and expects patches.
func FromDatastar(r *http.Request) bool { return r.Header.Get("Datastar-Request") != "" }
