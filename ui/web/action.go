package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// ByForm reports whether the browser posted a form itself, because scripts are off or not loaded
// yet, and will show the response in place of the page.
func ByForm(r *http.Request) bool {
	return r.Method == http.MethodPost && !FromDatastar(r) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// Done notifies the pages of kind k and answers an action that returns nothing else. A browser that
// posted the form itself goes back to the form's page.
func (s *Site) Done(w http.ResponseWriter, r *http.Request, k Kind) error {
	s.Notify(k)
	if ByForm(r) {
		http.Redirect(w, r, s.referrerPath(r), http.StatusSeeOther)
		return nil
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// GoTo answers an action by navigating to another page of the console.
func (s *Site) GoTo(w http.ResponseWriter, r *http.Request, path string) error {
	if ByForm(r) {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return nil
	}
	p := NewPatches(w, r)
	p.Navigate(path)
	return p.Flush()
}

// Answer patches an element into the open page. A browser that posted the form without
// script gets the whole page.
func (s *Site) Answer(w http.ResponseWriter, r *http.Request, element templ.Component, whole Page) error {
	if ByForm(r) {
		return s.Page(w, r, whole)
	}
	return s.Morph(w, r, element)
}

// DoneWith is Done with a patch for the open page.
func (s *Site) DoneWith(w http.ResponseWriter, r *http.Request, k Kind, element templ.Component) error {
	if ByForm(r) {
		return s.Done(w, r, k)
	}
	s.Notify(k)
	return s.Morph(w, r, element)
}

// Morph patches one element of the open page.
func (s *Site) Morph(w http.ResponseWriter, r *http.Request, element templ.Component) error {
	p := NewPatches(w, r)
	p.Morph(element)
	return p.Flush()
}

// referrerPath returns the page that a form was posted from according to Referer, or "/" if Referer
// does not name a page of the console.
func (s *Site) referrerPath(r *http.Request) string {
	from, err := url.Parse(r.Referer())
	if err != nil || from.Host != r.Host {
		return "/"
	}
	// A browser would read a path with two leading slashes as another host.
	to := &url.URL{Path: "/" + strings.TrimLeft(from.Path, `/\`), RawQuery: from.RawQuery}
	if _, pattern := s.table.Handler(&http.Request{Method: http.MethodGet, Host: r.Host, URL: to}); pattern == "/" {
		return "/"
	}
	return to.RequestURI()
}
