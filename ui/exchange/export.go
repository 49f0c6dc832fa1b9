package exchange

import (
	"errors"
	"mime"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// exportSession sends a session as a file. It changes nothing, so a plain link to it is safe.
func (s *Screen) exportSession(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil || s.Files == nil {
		return web.Fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Choose one in Sessions.")
	}
	f, err := formatNamed(r.URL.Query().Get("format"))
	if err != nil {
		return err
	}
	return s.sendExport(w, r, ses, f, r.URL.Query()["x"])
}

func (s *Screen) exportChosen(w http.ResponseWriter, r *http.Request) error {
	choice, err := s.Lists.ReadSelection(r)
	if err != nil {
		return err
	}
	f, err := formatNamed(r.FormValue("format"))
	if err != nil {
		return err
	}
	if s.Files == nil || len(choice.Exchanges) == 0 {
		return web.Fail(http.StatusBadRequest, "Nothing was exported.", "No exchange is selected.", "Select rows with x, or hold Shift or Ctrl and click them.")
	}
	return s.sendExport(w, r, wire.Session{Name: "Selection", ID: choice.Exchanges[0]}, f, choice.Exchanges)
}

func formatNamed(name string) (record.ExportFormat, error) {
	for _, f := range record.ExportFormats() {
		if f.Name == name {
			return f, nil
		}
	}
	return record.ExportFormat{}, web.Fail(http.StatusBadRequest, "There is no such format.", "A session can be exported as jsonl, har, md or curl.", "Choose one of them.")
}

// savePage sends an exchange as a self-contained page.
func (s *Screen) savePage(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	out := &lateWriter{w: w, begin: func(h http.Header) {
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", sandbox)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "exchange-" + x.ID + ".html"}))
	}}
	err = s.Files.Export(r.Context(), x.Session, "html", []string{x.ID}, out)
	if err == nil || !out.begun {
		return err
	}
	s.Web.Logger.Error("save an exchange as a page", "exchange", x.ID, "err", err)
	panic(http.ErrAbortHandler) // see sendExport
}

// sendExport sends a session, or on POST the exchanges in only, of any session.
func (s *Screen) sendExport(w http.ResponseWriter, r *http.Request, ses wire.Session, f record.ExportFormat, only []string) error {
	out := &lateWriter{w: w, begin: func(h http.Header) {
		h.Set("Content-Type", f.Type)
		h.Set("Content-Security-Policy", sandbox)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": part.FileName(ses) + extension(f)}))
	}}
	of := ses.ID
	if r.Method == http.MethodPost {
		of = ""
	}
	err := s.Files.Export(r.Context(), of, f.Name, only, out)
	switch {
	case errors.Is(err, wire.ErrNotFound) && !out.begun:
		return web.Fail(http.StatusNotFound, "Nothing was exported.", "An exchange of the selection is no longer on record.", "Select again.")
	case err == nil || !out.begun:
		return err
	}
	s.Web.Logger.Error("export a session", "session", of, "err", err)
	// A truncated file must not look complete: let the browser report a failed download.
	panic(http.ErrAbortHandler)
}

// lateWriter sets the header with the first byte, so that an earlier error can still be reported.
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

func extension(f record.ExportFormat) string {
	if f.Name == "curl" {
		return ".sh"
	}
	return "." + f.Name
}
