package ui

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// byForm reports whether a browser posted a form by itself, because the page's
// script is off or not there yet, and shows the answer in place of the page.
func byForm(r *http.Request) bool {
	return r.Method == http.MethodPost && !fromDatastar(r) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// done answers an action whose effect arrives on the live streams, or shows on
// the page that the form was posted from.
func (s *Server) done(w http.ResponseWriter, r *http.Request) error {
	s.bell.ring()
	if byForm(r) {
		http.Redirect(w, r, s.back(r), http.StatusSeeOther)
		return nil
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// goTo answers an action by leading to another page of the console.
func (s *Server) goTo(w http.ResponseWriter, r *http.Request, path string) error {
	if byForm(r) {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return nil
	}
	p := newPatches(w, r)
	p.Go(path)
	return p.Flush()
}

// answer gives an element to the page that is there, and the whole page to a browser
// that has posted a form by itself.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, element templ.Component, whole Page) error {
	if byForm(r) {
		return s.page(w, r, whole)
	}
	return s.morph(w, r, element)
}

// doneWith is done, with an element for the page that is there.
func (s *Server) doneWith(w http.ResponseWriter, r *http.Request, element templ.Component) error {
	if byForm(r) {
		return s.done(w, r)
	}
	s.bell.ring()
	return s.morph(w, r, element)
}

// morph updates one element of the page that is there.
func (s *Server) morph(w http.ResponseWriter, r *http.Request, element templ.Component) error {
	p := newPatches(w, r)
	p.Morph(element)
	return p.Flush()
}

// back is the page that a form was posted from, as the browser says; "/" when it
// does not, or when what it names is no page.
func (s *Server) back(r *http.Request) string {
	from, err := url.Parse(r.Referer())
	if err != nil || from.Host != r.Host {
		return "/"
	}
	// A path that begins with two slashes would be read as another host.
	to := &url.URL{Path: "/" + strings.TrimLeft(from.Path, `/\`), RawQuery: from.RawQuery}
	if _, pattern := s.table.Handler(&http.Request{Method: http.MethodGet, Host: r.Host, URL: to}); pattern == "/" {
		return "/"
	}
	return to.RequestURI()
}
