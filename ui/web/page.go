package web

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Page is a page of a screen, to be drawn inside the frame.
type Page struct {
	Title    string   // in the browser's tab, before the program's name
	Screen   string   // the current entry of the rail, see Rail; other names mark none
	Styles   []string // style sheets of the screen, under static/css without ".css"
	Body     templ.Component
	Live     bool   // has a live half, see Route.Live
	Since    int64  // version of the record that Body shows
	Sessions int64  // version of sessions and agents, if Body depends on it; else 0
	Status   int    // HTTP status, 0 means 200
	OnDrawn  func() // called once Body is drawn, before it is sent: its data may change from then on; may be nil

	Now string // the server's clock at drawing, Unix time in ms
}

// Around draws the frame around every page.
type Around interface {
	// Document returns a page in its frame.
	Document(r *http.Request, p Page) (templ.Component, error)
	// View keeps a page's frame current.
	View(r *http.Request) View
}

// Page draws p in the frame. It renders to memory first, so that the response is
// a whole page or an error.
func (s *Site) Page(w http.ResponseWriter, r *http.Request, p Page) error {
	p.Now = part.MsOf(s.Now())
	whole, err := s.Around.Document(r, p)
	if err != nil {
		return err
	}
	return s.writePage(w, r, p.Status, whole, p.OnDrawn)
}

func (s *Site) writePage(w http.ResponseWriter, r *http.Request, status int, c templ.Component, drawn func()) error {
	var b bytes.Buffer
	if err := part.Draw(r.Context(), c, &b); err != nil {
		return fmt.Errorf("draw the page: %w", err)
	}
	if drawn != nil {
		drawn() // before sending, so that a slow browser holds up nobody
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if status != 0 {
		w.WriteHeader(status)
	}
	w.Write(b.Bytes())
	return nil
}

// errorPage draws an error in the frame, so that the person can navigate on.
func (s *Site) errorPage(w http.ResponseWriter, r *http.Request, f *Failure) {
	back := ""
	if ByForm(r) {
		back = s.referrerPath(r)
	}
	p := Page{Title: http.StatusText(f.Status), Body: errorBody(f, back), Status: f.Status}
	if err := s.Page(w, r, p); err != nil {
		s.Logger.Error("draw an error page", "err", err)
		http.Error(w, f.Error(), f.Status)
	}
}
