package web

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Page is what a screen hands over to be drawn inside the frame.
type Page struct {
	Title    string   // in the browser's tab, before the program's name
	Screen   string   // the rail entry that is current: traffic, compose, agents, sessions, webhooks; "" for none
	Styles   []string // style sheets of the screen, under static/css without ".css"
	Body     templ.Component
	Live     bool   // the page has a live half, see Route.Live
	Since    int64  // version of the record that Body shows
	Sessions int64  // version of its sessions, where Body shows what goes and comes with them; else 0
	Status   int    // HTTP status, 0 means 200
	OnDrawn  func() // called when Body was drawn, before it is sent: what it was drawn from may change then; nil for nothing

	Now string // the server's clock when the page was drawn, ms of Unix time
}

// Around is what stands around every page.
type Around interface {
	// Document is a page in its frame.
	Document(r *http.Request, p Page) (templ.Component, error)
	// View keeps the frame of a page current.
	View(r *http.Request) View
}

// Page draws p in the frame. It renders to memory first: a page is whole or an
// error.
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
		drawn() // a slow browser holds up nobody
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if status != 0 {
		w.WriteHeader(status)
	}
	w.Write(b.Bytes())
	return nil
}

// errorPage draws an error in the frame, so that the way on is there.
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
