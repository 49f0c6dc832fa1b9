package ui

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/ui/part"
)

// importSession reads the session file that is the request's body, as it
// arrives. It answers with JSON: where the session is and what a person should
// know of how it came in, or what went wrong.
func (s *Server) importSession(w http.ResponseWriter, r *http.Request) error {
	if s.Files == nil {
		return s.notFound(w, r)
	}
	ses, notes, err := s.Files.Import(r.Context(), r.Body, plainName(r.URL.Query().Get("name")))
	if err != nil {
		return s.importFailed(w, r, err)
	}
	s.bell.ring()
	out := struct {
		URL   string   `json:"url"`
		Notes []string `json:"notes"`
	}{"/sessions/" + url.PathEscape(ses.ID), []string{}}
	for _, n := range notes {
		out.Notes = append(out.Notes, sentenceOf(n))
	}
	return writeJSON(w, out)
}

func (s *Server) importFailed(w http.ResponseWriter, r *http.Request, err error) error {
	f := &failure{Status: http.StatusUnprocessableEntity, What: "The file was not imported.", Why: sentenceOf(err.Error()), Try: "Nothing of it was kept."}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		f.Status, f.Why = http.StatusRequestEntityTooLarge, "A session file may have up to "+part.Bytes(big.Limit)+" here."
		f.Try = "Import it on the command line: a2a-console sessions import FILE."
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	return writeJSON(w, map[string]string{"what": f.What, "why": f.Why, "try": f.Try})
}

// plainName is a file's name as people know it, without any path.
func plainName(name string) string {
	name = path.Base(strings.ReplaceAll(name, "\\", "/"))
	if !utf8.ValidString(name) || name == "." || name == "/" {
		return "session file"
	}
	return part.Short(name, 120)
}

// sentenceOf begins with a capital and ends with a stop.
func sentenceOf(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), ".")
	if s == "" {
		return ""
	}
	return capital(s) + "."
}

// capital begins with a capital.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
