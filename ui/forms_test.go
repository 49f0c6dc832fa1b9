package ui

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// searches are the addresses that a form may put what was typed into.
func searchPaths() []string { return []string{"/traffic", "/compare", "/sessions"} }

// TestFormsOfTemplates: a form that is sent before the script is there, or without
// it, posts to its address. A browser's default is an address with all fields in
// it, which ends up in its history.
func TestFormsOfTemplates(t *testing.T) {
	form := regexp.MustCompile(`<form\b.*`)
	posts := regexp.MustCompile(`\smethod="post" action=("/[^"]*"|\{ \S.*\})`)
	eachSource(t, ".templ", func(name, text string) {
		for _, tag := range form.FindAllString(text, -1) {
			search := slices.ContainsFunc(searchPaths(), func(at string) bool {
				return strings.Contains(tag, ` method="get"`) && strings.Contains(tag, ` action="`+at+`"`)
			})
			if !search && !posts.MatchString(tag) && !strings.Contains(tag, ` method="dialog"`) {
				t.Errorf("%s: give this form method=\"post\" and an action: %s", name, tag)
			}
		}
		for _, bad := range []string{"formaction", "formmethod"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %s; a form has one action", name, bad)
			}
		}
	})
}

// TestFormsOfPages reads the pages as drawn: what a form posts to is there.
func TestFormsOfPages(t *testing.T) {
	s := wholeServer(t, normalRecord())
	table := http.NewServeMux()
	for _, rt := range s.routes {
		table.Handle(rt.Pattern, http.NotFoundHandler())
	}
	found, within := 0, ""
	eachGolden(t, func(name string, tok html.Token) {
		attr := map[string]string{}
		for _, a := range tok.Attr {
			attr[a.Key] = a.Val
		}
		if tok.Data == "input" && attr["type"] == "password" && within != "post" {
			t.Errorf("%s: a secret in a form of method %q: %s", name, within, tok)
		}
		if tok.Data != "form" {
			return
		}
		found++
		within = attr["method"]
		at, err := url.Parse(attr["action"])
		if err != nil || within != "dialog" && (at.Scheme != "" || at.Host != "" || !strings.HasPrefix(at.Path, "/")) {
			t.Errorf("%s: the form leads elsewhere: %s", name, tok)
			return
		}
		switch within {
		case "dialog":
		case "get":
			if !slices.Contains(searchPaths(), at.Path) {
				t.Errorf("%s: this form is no search: %s", name, tok)
			}
		case "post":
			r := httptest.NewRequest(http.MethodPost, attr["action"], nil)
			if _, pattern := table.Handler(r); !strings.HasPrefix(pattern, "POST ") {
				t.Errorf("%s: nothing answers what the form posts: %s (%s)", name, tok, pattern)
			}
		default:
			t.Errorf("%s: the form has no method: %s", name, tok)
		}
	})
	if found < 20 {
		t.Errorf("only %d forms in the golden pages", found)
	}
}
