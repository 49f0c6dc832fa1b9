package auth

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
)

//go:embed callback.html
var callbackHTML string

// page writes what the person sees where the browser comes back to. Part of
// the text is the authorization server's.
func page(w http.ResponseWriter, status int, title, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Connection", "close")
	var b bytes.Buffer
	t, err := template.New("callback").Parse(callbackHTML)
	if err == nil {
		err = t.Execute(&b, map[string]string{"Title": title, "Text": text})
	}
	if err != nil {
		http.Error(w, title, http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // a browser that left has no use for it
}
