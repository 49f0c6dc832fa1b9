package api

import (
	"errors"
	"net/http"
	"path"
	"strings"

	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) apiExport(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	format := q.Get("format")
	if format == "" {
		format = "jsonl"
	}
	kinds := map[string]string{"jsonl": "application/x-ndjson", "har": "application/json", "md": "text/markdown; charset=utf-8", "curl": "text/x-shellscript; charset=utf-8"}
	kind, ok := kinds[format]
	if !ok {
		return web.Fail(http.StatusBadRequest, "There is no such format.", "format is "+format+".", "Use jsonl, har, md or curl.")
	}
	v, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil {
		return apiFail("There is no such session.", err)
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", `attachment; filename="session.`+format+`"`)
	out := &startTracker{ResponseWriter: w}
	if err := s.Files.Export(r.Context(), v.ID, format, q["exchange"], out); err != nil {
		if out.hasStarted {
			s.Web.Logger.Error("export aborted", "session", v.ID, "err", err)
			panic(http.ErrAbortHandler) // a truncated file must not look complete
		}
		h.Del("Content-Disposition")
		return apiFail("The session was not exported.", err)
	}
	return nil
}

// startTracker records whether the response has begun.
type startTracker struct {
	http.ResponseWriter
	hasStarted bool
}

func (b *startTracker) Write(p []byte) (int, error) {
	b.hasStarted = true
	return b.ResponseWriter.Write(p)
}

func (s *Screen) apiImport(w http.ResponseWriter, r *http.Request) error {
	// The name is only shown to people; it is not used to open a file.
	name := path.Base(strings.ReplaceAll(r.URL.Query().Get("name"), `\`, "/"))
	if name == "." || name == "/" {
		name = "upload"
	}
	if c := r.URL.Query().Get("copy"); c != "" && c != "true" && c != "false" {
		return web.Fail(http.StatusBadRequest, "The session was not imported.", "copy is "+c+".", "Write copy=true to import the session even if its id is on record. Otherwise, write copy=false or leave copy out.")
	}
	v, notes, err := s.importFile(w, r, name)
	if errors.Is(err, background.ErrTooMany) {
		return web.Fail(http.StatusConflict, "Four files are being imported.", "At most four imports can run at a time.", "Wait for one to end, or stop one.")
	}
	if err != nil {
		if f := apiFail("The session was not imported.", err); f != err {
			return f
		}
		return web.Fail(http.StatusUnprocessableEntity, "The session was not imported.", err.Error(), "Send a complete session file (jsonl) or HAR file.")
	}
	line, err := s.session(r.Context(), v)
	if err != nil {
		return err
	}
	return web.WriteJSON(w, struct {
		Session
		Notes []string `json:"notes"`
	}{line, append([]string{}, notes...)})
}
