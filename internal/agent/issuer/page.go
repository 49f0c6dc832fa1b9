package issuer

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
)

//go:embed page.html
var pageHTML string

type pageData struct {
	Title, Text string
	Action      string     // target of the form, "" for none
	Fields      url.Values // hidden fields, sent with the form
	Code        bool       // ask for a user code
	Typed       string
	Choice      bool
	Origin      string // origin that the form's response may redirect to
}

func writePage(w http.ResponseWriter, status int, d pageData) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	// Browsers apply form-action to the redirect after a form as well.
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' "+d.Origin)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	t, err := template.New("page").Parse(pageHTML)
	var b bytes.Buffer
	if err == nil {
		err = t.Execute(&b, d)
	}
	if err != nil {
		http.Error(w, d.Title, http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // ignore a browser that left
}
