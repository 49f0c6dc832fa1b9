package sessions

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// importSession imports the session file in the request's body while it arrives. It answers with
// JSON: the session's address and notes about the import, or the error. With copy=true it imports a
// session that is already on record as a copy.
func (s *Screen) importSession(w http.ResponseWriter, r *http.Request) error {
	if s.Files == nil {
		return s.Web.NotFound(w, r)
	}
	ses, notes, err := s.Files.Import(r.Context(), r.Body, part.PlainName(r.URL.Query().Get("name")), r.URL.Query().Get("copy") == "true")
	if err != nil {
		return s.importFailed(w, r, err)
	}
	s.Web.Notify(web.Sessions)
	out := struct {
		URL   string   `json:"url"`
		Notes []string `json:"notes"`
	}{"/sessions/" + url.PathEscape(ses.ID), []string{}}
	for _, n := range notes {
		out.Notes = append(out.Notes, part.SentenceOf(n))
	}
	return web.WriteJSON(w, out)
}

func (s *Screen) importFailed(w http.ResponseWriter, r *http.Request, err error) error {
	f := &web.Failure{Status: http.StatusUnprocessableEntity, Problem: "The file was not imported.", Reason: part.SentenceOf(err.Error()), Advice: "The record is unchanged."}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		f.Status, f.Reason = http.StatusRequestEntityTooLarge, "A session file may have at most "+part.Bytes(big.Limit)+" here."
		f.Advice = "Import it on the command line: a2a-console sessions import FILE."
	}
	said := map[string]string{"what": f.Problem, "why": f.Reason, "try": f.Advice}
	var taken *wire.ExistsError
	if errors.As(err, &taken) {
		f.Status = http.StatusConflict
		said["why"], said["try"] = "The file's session is already on record.", "Open that session, or import the file once more as a copy with ids of its own."
		said["url"], said["copy"] = "/sessions/"+url.PathEscape(taken.Session), "true"
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	return web.WriteJSON(w, said)
}
