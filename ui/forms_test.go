package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// searchPaths are the addresses whose query a form may fill with what was typed.
func searchPaths() []string {
	return []string{"/traffic", "/compare", "/sessions", "/checks", "/checks/compare", "/docs"}
}

// TestFormsOfTemplates: a form that is sent before the script has loaded, or without it, posts to
// its address. By default, a browser would put all fields into the address, which ends up in its
// history.
func TestFormsOfTemplates(t *testing.T) {
	form := regexp.MustCompile(`<form\b.*`)
	posts := regexp.MustCompile(`\smethod="post" action=("/[^"]*"|\{ \S.*\})|\{ (?:web\.)?Form\(\S.*\)\.\.\. \}`)
	eachSource(t, ".templ", func(name, text string) {
		for _, tag := range form.FindAllString(text, -1) {
			search := slices.ContainsFunc(searchPaths(), func(at string) bool {
				return strings.Contains(tag, ` method="get"`) && strings.Contains(tag, ` action="`+at+`"`)
			})
			if !search && !posts.MatchString(tag) && !strings.Contains(tag, ` method="dialog"`) {
				t.Errorf("%s: give this form { web.Form(address)... }: %s", name, tag)
			}
		}
		for _, bad := range []string{"formaction", "formmethod"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %s; a form has one action", name, bad)
			}
		}
	})
}
