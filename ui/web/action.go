package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// ByForm reports whether a browser posted a form by itself, because the page's
// script is off or not there yet, and shows the answer in place of the page.
func ByForm(r *http.Request) bool {
	return r.Method == http.MethodPost && !FromDatastar(r) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// Done answers an action whose effect arrives on the live streams, or shows on
// the page that the form was posted from.
func (s *Site) Done(w http.ResponseWriter, r *http.Request, k Kind) error {
	s.Notify(k)
	if ByForm(r) {
		http.Redirect(w, r, s.referrerPath(r), http.StatusSeeOther)
		return nil
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// GoTo answers an action by leading to another page of the console.
func (s *Site) GoTo(w http.ResponseWriter, r *http.Request, path string) error {
	if ByForm(r) {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return nil
	}
	p := NewPatches(w, r)
	p.Navigate(path)
	return p.Flush()
}

// Answer gives an element to the page that is there, and the whole page to a browser
// that has posted a form by itself.
func (s *Site) Answer(w http.ResponseWriter, r *http.Request, element templ.Component, whole Page) error {
	if ByForm(r) {
		return s.Page(w, r, whole)
	}
	return s.Morph(w, r, element)
}

// DoneWith is Done, with an element for the page that is there.
func (s *Site) DoneWith(w http.ResponseWriter, r *http.Request, k Kind, element templ.Component) error {
	if ByForm(r) {
		return s.Done(w, r, k)
	}
	s.Notify(k)
	return s.Morph(w, r, element)
}

// Morph updates one element of the page that is there.
func (s *Site) Morph(w http.ResponseWriter, r *http.Request, element templ.Component) error {
	p := NewPatches(w, r)
	p.Morph(element)
	return p.Flush()
}

// referrerPath is the page that a form was posted from, as the browser says; "/" when it
// does not, or when what it names is no page.
func (s *Site) referrerPath(r *http.Request) string {
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
