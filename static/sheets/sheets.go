// Package sheets parses the style sheets for tests: which sheet owns a class. The first class or id
// of a selector is its place, and each place belongs to one sheet.
package sheets

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Sheets holds selectors by the names of their style sheets.
type Sheets map[string][]string

// Read reads the style sheets of a folder.
func Read(dir string) (Sheets, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.css"))
	if err != nil || len(files) < 10 {
		return nil, fmt.Errorf("%d sheets in %s: %w", len(files), dir, err)
	}
	all := Sheets{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		all[strings.TrimSuffix(filepath.Base(f), ".css")] = selectors(string(b))
	}
	return all, nil
}

func selectors(css string) (out []string) {
	comment, keyframes, head := regexp.MustCompile(`(?s)/\*.*?\*/`), regexp.MustCompile(`@keyframes [^{]*\{([^{}]*\{[^{}]*\})*\s*\}`), regexp.MustCompile(`([^{};]+)\{`)
	for _, m := range head.FindAllStringSubmatch(keyframes.ReplaceAllString(comment.ReplaceAllString(css, ""), ""), -1) {
		if text := strings.TrimSpace(m[1]); !strings.HasPrefix(text, "@") {
			out = append(out, Split(text, ",")...)
		}
	}
	return out
}

// Place returns the first class or id of a selector, including its sign; "" if there is none.
func Place(selector string) string { return name.FindString(selector) }

var name = regexp.MustCompile(`[.#][a-zA-Z][\w-]*`)

// Places maps each place to the sheets that have rules for it.
func (s Sheets) Places() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for sheet, selectors := range s {
		for _, sel := range selectors {
			place := Place(sel)
			if place == "" {
				continue
			}
			if out[place] == nil {
				out[place] = map[string]bool{}
			}
			out[place][sheet] = true
		}
	}
	return out
}

// Split splits a selector at any of the characters in at, outside of brackets.
func Split(s, at string) []string {
	var out []string
	depth, from := 0, 0
	cut := func(to int) {
		if piece := strings.TrimSpace(s[from:to]); piece != "" {
			out = append(out, piece)
		}
		from = to + 1
	}
	for i, r := range s {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case depth == 0 && strings.ContainsRune(at, r):
			cut(i)
		}
	}
	cut(len(s))
	return out
}
