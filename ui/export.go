package ui

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// exportFormat is a format that a session can be saved in.
type exportFormat struct{ Name, Word, Type, Help string }

func exportFormats() []exportFormat {
	return []exportFormat{
		{"jsonl", "Session file (jsonl)", "application/x-ndjson", "Complete: imports again, replays, serves as a mock"},
		{"har", "HAR", "application/json", "For the network panel of a browser and for mitmproxy"},
		{"md", "Report (Markdown)", "text/markdown; charset=utf-8", "For people: a diagram, and each exchange"},
		{"curl", "curl script", "text/x-shellscript; charset=utf-8", "The requests, to run again"},
	}
}

// exportSession sends a session as a file. Reading it changes nothing, so that
// a plain link does.
func (s *Server) exportSession(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil || s.Files == nil {
		return fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Sessions lists what is there.")
	}
	name := r.URL.Query().Get("format")
	for _, f := range exportFormats() {
		if f.Name == name {
			return s.sendExport(w, r, ses, f)
		}
	}
	return fail(http.StatusBadRequest, "There is no such format.", "A session is written as jsonl, har, md or curl.", "Choose one of them.")
}

func (s *Server) sendExport(w http.ResponseWriter, r *http.Request, ses wire.Session, f exportFormat) error {
	out := &lateWriter{w: w, begin: func(h http.Header) {
		h.Set("Content-Type", f.Type)
		h.Set("Content-Security-Policy", sandbox)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(ses) + extension(f)}))
	}}
	err := s.Files.Export(r.Context(), ses.ID, f.Name, r.URL.Query()["x"], out)
	if err == nil || !out.begun {
		return err
	}
	s.Logger.Error("export a session", "session", ses.ID, "err", err)
	// Half a file must not look like a whole one: the browser says that the
	// download failed.
	panic(http.ErrAbortHandler)
}

// lateWriter sets the header with the first byte, so that what goes wrong
// before it can still be told.
type lateWriter struct {
	w     http.ResponseWriter
	begin func(http.Header)
	begun bool
}

func (l *lateWriter) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if !l.begun {
		l.begun = true
		l.begin(l.w.Header())
	}
	return l.w.Write(p)
}

func extension(f exportFormat) string {
	if f.Name == "curl" {
		return ".sh"
	}
	return "." + f.Name
}

// fileName is what to call a session's file: of its name only letters and
// digits, and the end of its id, so that two never share one.
func fileName(ses wire.Session) string {
	var b strings.Builder
	for _, c := range strings.ToLower(ses.Name) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	id := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, ses.ID)
	name := strings.Trim(b.String(), "-")
	if name == "" {
		name = "session"
	}
	return name + "-" + id[max(0, len(id)-8):]
}

func exportAt(session, format string) templ.SafeURL {
	return templ.SafeURL(fmt.Sprintf("/sessions/%s/export?format=%s", url.PathEscape(session), format))
}
