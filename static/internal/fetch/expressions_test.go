package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestExpressionsOfATemplate(t *testing.T) {
	got, err := expressions(`<form data-url={ x } data-on:submit="@post(el.dataset.url)" class="a">
		<p data-signals:_go="''" data-on:input__debounce.80ms="f('&amp;')" data-on-intersect__once=" @get('/x') " data-init="1" data-only="2" data-preserve-attr="open">`)
	want := []string{"@post(el.dataset.url)", "''", "f('&')", "@get('/x')", "1"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := expressions(`<p data-on:click={ "f(" + name + ")" }>`); err == nil {
		t.Errorf("an expression put together from data was taken: %q", got)
	}
}

func TestCompile(t *testing.T) {
	for text, want := range map[string]string{
		"false":                          "(false)",
		"@post(el.dataset.url)":          `(__action("post",evt,el.dataset.url))`,
		"$_go && (location = $_go)":      "($['_go'] && (location = $['_go']))",
		"$a.b-c + $d":                    "($['a']['b-c'] + $['d'])",
		"'@get($x)' + @get('/x?$=' + y)": `('@get($x)' + __action("get",evt,'/x?$=' + y))`,
	} {
		got, err := compile(text)
		if want = "(el, $, __action, _, evt) => " + want; err != nil || got != want {
			t.Errorf("%s: got %s, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a; b", "a // b", "`${a}`", `"a"`, `'\''`, "a\nb"} {
		if got, err := compile(text); err == nil {
			t.Errorf("%q was compiled: %s", text, got)
		}
	}
}

func TestCompileAll(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "expressions.js")
	if err := compileAll(dir, to); err == nil {
		t.Error("a folder without templates was taken for one")
	}
	os.MkdirAll(filepath.Join(dir, "part"), 0o755)
	os.WriteFile(filepath.Join(dir, "b.templ"), []byte(`<p data-init="@get('/b')" data-show="$a">`), 0o644)
	os.WriteFile(filepath.Join(dir, "part", "a.templ"), []byte(`<p data-show="$a">`), 0o644)
	err := compileAll(dir, to)
	got, _ := os.ReadFile(to)
	_, body, _ := strings.Cut(string(got), "\n")
	want := `export default new Map([
  ["$a", (el, $, __action, _, evt) => ($['a'])],
  ["@get('/b')", (el, $, __action, _, evt) => (__action("get",evt,'/b'))],
]);
`
	if err != nil || body != want {
		t.Errorf("%v\n%s", err, got)
	}
	os.WriteFile(filepath.Join(dir, "c.templ"), []byte(`<p data-init="a; b">`), 0o644)
	if err := compileAll(dir, to); err == nil || !strings.Contains(err.Error(), "c.templ") {
		t.Errorf("got %v", err)
	}
}
