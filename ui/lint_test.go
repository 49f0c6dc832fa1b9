package ui

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// harmless fails if a page contains what the policy forbids, or text of the hostile record where it
// could act.
func harmless(t *testing.T, page string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		tok := z.Token()
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		src := false
		for _, a := range tok.Attr {
			src = src || a.Key == "src"
			switch {
			case a.Key == "style":
				t.Errorf("style attribute: %s", tok)
			case strings.HasPrefix(a.Key, "on"):
				t.Errorf("event handler attribute: %s", tok)
			case expression(a.Key) && strings.ContainsAny(a.Val, "<\r") && strings.Contains(a.Val, "alert("):
				t.Errorf("foreign text in an expression: %s", tok)
			case expression(a.Key) && strings.Contains(a.Val, "__pwned"):
				t.Errorf("foreign text in an expression: %s", tok)
			case (a.Key == "href" || a.Key == "src") && badScheme(a.Val):
				t.Errorf("address that acts: %s", tok)
			}
		}
		if tok.Data == "script" && !src {
			t.Errorf("inline script: %s", tok)
		}
		if tok.Data == "style" || tok.Data == "base" || tok.Data == "object" || tok.Data == "embed" {
			t.Errorf("element that the policy forbids: %s", tok)
		}
	}
}

// expression reports whether Datastar would run an attribute's value.
func expression(key string) bool {
	for _, p := range []string{"data-on", "data-init", "data-effect", "data-signals", "data-text", "data-show", "data-class", "data-attr", "data-style", "data-bind", "data-computed", "data-json-signals"} {
		if key == p || strings.HasPrefix(key, p+":") || strings.HasPrefix(key, p+"-") || strings.HasPrefix(key, p+"_") {
			return true
		}
	}
	return false
}

func badScheme(v string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(strings.TrimSpace(v)), ":")
	return ok && (scheme == "javascript" || scheme == "data" || scheme == "vbscript")
}

func TestTemplatesHoldNothingInline(t *testing.T) {
	eachSource(t, ".templ", func(name, text string) {
		for _, bad := range []string{"<style", " style=", "templ.Raw(", "@templ.JSONScript", "<script>"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %q, which the page's policy forbids", name, bad)
			}
		}
	})
}

// TestPatchesGoThroughOneWrapper bans the SDK's own functions to patch a page: with them, a
// carriage return in an agent's text would end a line of the event stream.
func TestPatchesGoThroughOneWrapper(t *testing.T) {
	eachSource(t, ".go", func(name, text string) {
		if name == "web/patch.go" {
			for _, script := range []string{"ExecuteScript", "Redirect", "ConsoleLog", "ConsoleError", "ReplaceURL", "DispatchCustomEvent", "Prefetch"} {
				if strings.Contains(text, script) {
					t.Errorf("%s uses %s, which sends a script", name, script)
				}
			}
		}
		if name == "web/patch.go" || strings.HasSuffix(name, "_test.go") {
			return
		}
		if strings.Contains(text, `"github.com/starfederation/datastar-go`) {
			t.Errorf("%s imports the Datastar SDK; only web/patch.go may", name)
		}
	})
}

func eachSource(t *testing.T, ext string, look func(name, text string)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ext) {
			return err
		}
		b, err := os.ReadFile(path)
		seen++
		look(filepath.ToSlash(path), string(b))
		return err
	})
	if err != nil || seen == 0 {
		t.Fatalf("read %d files: %v", seen, err)
	}
}

// A call of a component must begin a line of a template. Within a line of text it is text.
func TestNoCallsInText(t *testing.T) {
	inText := regexp.MustCompile(`>[^<{}]*\w @\w+[.(]`)
	eachSource(t, ".templ", func(name, text string) {
		for i, line := range strings.Split(text, "\n") {
			if inText.MatchString(line) {
				t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	})
}
