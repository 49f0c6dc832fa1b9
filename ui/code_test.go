package ui

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/snippet"
)

// An exchange is copied as code in four languages, by links that work without script. A secret that
// is not on record comes from the environment.
func TestCopyAs(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	page := get(t, s, "/exchanges/0195-joke-2").Body.String()
	for language, want := range map[string]string{
		"curl":       `"$A2A_AUTHORIZATION"`,
		"python":     `'Bearer ' + env("A2A_AUTHORIZATION")`,
		"javascript": "client.sendMessageStream(params, options)",
		"go":         "client.SendStreamingMessage(ctx, &req)",
	} {
		if word := "<span>" + snippet.Language(language).Name() + "</span>"; !strings.Contains(page, word) {
			t.Errorf("the menu does not say %s", word)
		}
		at := "/exchanges/0195-joke-2/code/" + language
		if !strings.Contains(page, `href="`+at+`" data-copy-url="`+at+`"`) {
			t.Errorf("the page does not offer %s", language)
		}
		w := get(t, s, at)
		if code := w.Body.String(); !strings.Contains(code, want) || strings.Contains(code, "****") || !strings.Contains(code, "A2A_AUTHORIZATION") {
			t.Errorf("%s:\n%s", language, code)
		}
		if w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s is served as %v", language, w.Header())
		}
	}
	if w := get(t, s, "/exchanges/0195-joke-2/code/perl"); w.Code != http.StatusNotFound {
		t.Errorf("perl: %d", w.Code)
	}
}
