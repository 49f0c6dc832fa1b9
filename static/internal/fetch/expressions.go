package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// compileAll compiles the expressions of all templates below a folder into a JavaScript module,
// which maps the text of each to its function.
func compileAll(templates, to string) error {
	found := map[string]string{} // text → function
	err := filepath.WalkDir(templates, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".templ" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		texts, err := expressions(string(b))
		for _, text := range texts {
			if err == nil {
				found[text], err = compile(text)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("no template below %s holds an expression", templates)
	}
	return os.WriteFile(to, table(found), 0o644)
}

func table(found map[string]string) []byte {
	var b bytes.Buffer
	b.WriteString("// Made by go generate ./static: the expressions of the pages, compiled.\nexport default new Map([\n")
	for _, text := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&b, "  [%s, %s],\n", strconv.Quote(text), found[text])
	}
	b.WriteString("]);\n")
	return b.Bytes()
}

// expressions returns the attribute values of a template that Datastar runs, from its markup
// and from maps of attributes.
func expressions(template string) (out []string, err error) {
	attribute := regexp.MustCompile(`[\s"](data-(?:on|init|effect|signals|text|show|class|attr|style|computed)(?:[:_-][\w:.-]+)?)(?:=|": )("[^"]*"|.)`)
	for _, m := range attribute.FindAllStringSubmatch(template, -1) {
		if m[2][0] != '"' {
			return nil, fmt.Errorf("%s is computed. Put the data into an attribute and read it with el.dataset", m[1])
		}
		out = append(out, strings.TrimSpace(html.UnescapeString(strings.Trim(m[2], `"`))))
	}
	return out, nil
}

// compile turns an expression into a function as Datastar does: $name is a
// signal, @name( calls an action.
func compile(text string) (string, error) {
	if text == "" || strings.ContainsAny(text, ";`\"\\\r\n") || strings.Contains(text, "//") {
		return "", errors.New("cannot compile " + strconv.Quote(text) + `: write one expression, commas in place of semicolons, on one line, without " and comments`)
	}
	word := regexp.MustCompile(`'[^']*'|\$[a-zA-Z_\d]\w*(?:[.-]\w+)*|@[A-Za-z_$][\w$]*\(`)
	body := word.ReplaceAllStringFunc(text, func(w string) string {
		switch w[0] {
		case '$':
			return "$['" + strings.ReplaceAll(w[1:], ".", "']['") + "']"
		case '@':
			return `__action("` + w[1:len(w)-1] + `",evt,`
		}
		return w
	})
	// Datastar passes undefined as the fourth argument, and the event, if
	// there is one, as the fifth.
	return "(el, $, __action, _, evt) => (" + body + ")", nil
}
