package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/a2a-console/a2a-console/internal/testpeer"
)

var errNoNPM = errors.New("npm is missing: install it to fetch axe-core")

// axeSource is axe-core's text, from npm: a tool of the tests, not committed.
func axeSource(t *testing.T) string {
	t.Helper()
	source, err := stage.axe()
	if errors.Is(err, errNoNPM) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func fetchAxe() (string, error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return "", errNoNPM
	}
	packages, err := testpeer.Packages(".")
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(filepath.Join(packages, "axe-core", "axe.min.js"))
	return string(source), err
}

// accessible fails the test for every violation that axe finds on the page, or for those of one rule if
// it is named. Without a name it skips colour contrast, which takes axe as long as all the rest: package
// static checks every text colour on every background, in both schemes. On a page that is still being
// parsed, buttons have no text.
func (p *tab) accessible(source, where, rule string) {
	p.t.Helper()
	p.accessibleIn("document", source, where, rule)
}

// accessibleIn checks the part of the page that an expression finds.
func (p *tab) accessibleIn(within, source, where, rule string) {
	p.t.Helper()
	p.until("document.readyState === 'complete'")
	options := "{preload: false, resultTypes: ['violations'], rules: {'color-contrast': {enabled: false}, 'target-size': {enabled: true}}}" // Lighthouse checks it too
	if rule != "" {
		options = "{preload: false, resultTypes: ['violations'], runOnly: {type: 'rule', values: [" + quote(rule) + "]}}"
	}
	if !js[bool](p, "!!window.axe") {
		js[bool](p, source+";true")
	}
	for _, v := range js[[]struct{ ID, Impact, Help, Where string }](p, `axe.run(`+within+`, `+options+`).then(r =>
		r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.slice(0, 5).map(n => n.target.join(' ') + ' ' + n.html.slice(0, 160) + ' ' + (n.failureSummary ?? '')).join('\n  ')})))`) {
		p.t.Errorf("%s: axe: %s (%s): %s\n  %s", where, v.ID, v.Impact, v.Help, v.Where)
	}
}

// takesShots reports whether somebody wants screenshots.
func takesShots() bool { return os.Getenv("E2E_SHOTS") != "" }

// TestAxeFinds proves that the check can fail.
func TestAxeFinds(t *testing.T) {
	t.Parallel()
	p := open(t)
	source := axeSource(t)
	p.visit("data:text/html," + "<!doctype html><html lang=en><title>x</title><main><h1>x</h1><input></main>")
	js[bool](p, source+";true")
	found := js[[]string](p, "axe.run(document).then(r => r.violations.map(v => v.id))")
	for _, id := range found {
		if id == "label" {
			return
		}
	}
	t.Errorf("axe found %v on a page with an unlabelled input", found)
}
