package ui

import (
	"strings"
	"testing"
)

// pageOf returns a page with a correct head and a body.
func pageOf(body string) string {
	return `<!doctype html><html lang="en"><head><title>x</title></head><body><nav aria-label="Screens"><a href="/">x</a></nav><main><h1>x</h1>` + body + `</main></body></html>`
}

// TestJudgeLetsPass: correct pages have no faults.
func TestJudgeLetsPass(t *testing.T) {
	for _, body := range []string{
		`<label for="a">A</label><input id="a">`, `<label>A <select><option>1</select></label>`, `<input type="hidden" name="x">`, "<textarea aria-label=A>\u202e</textarea>", `<button hidden>A</button>`,
		`<h2 id="h">H</h2><section aria-labelledby="h"><h3>T</h3></section><h2>H</h2>`, `<button><span class="visually-hidden">Close</span></button>`,
		`<a href="/x" title="Close"><svg aria-hidden="true"><path d="M0 0"/></svg></a>`, `<input type="submit" value="Go">`, `<img src="/x" alt="">`,
		`<ul><li>a<ul><li>b</li></ul></li></ul><dl><dt>a</dt><dd>b</dd><div><dt>a</dt><dd>b</dd></div></dl>`,
		`<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>`,
		`<div role="listbox" aria-label="A"><div role="option" aria-selected="true">a</div></div>`, `<div hidden><br><button aria-label="A"></button></div>`,
	} {
		if got := faultsOf(plant(strings.Replace(pageOf(body), "<option>1<", "<option>1</option><", 1))); len(got) > 0 {
			t.Errorf("%s: %q", body, got)
		}
	}
}

// TestJudgeFindsFaults: each page breaks one rule.
func TestJudgeFindsFaults(t *testing.T) {
	good := pageOf("")
	for page, want := range map[string]string{
		strings.Replace(good, ` lang="en"`, "", 1):                                     "no language",
		strings.Replace(good, "<title>x</title>", "<title></title>", 1):                "no title",
		strings.Replace(good, "<title>x</title>", "", 1):                               "no title",
		strings.NewReplacer("<main>", "<div>", "</main>", "</div>").Replace(good):      "0 main",
		pageOf(`<div role="main"></div>`):                                              "2 main",
		strings.Replace(good, "h1>", "h2>", 2):                                         "level 2 follows one of level 0",
		pageOf(`<h3>x</h3>`):                                                           "level 3 follows one of level 1",
		pageOf(`<h2> </h2>`):                                                           "a heading says nothing",
		pageOf(`<input>`):                                                              "no name",
		pageOf(`<input id="a"><label for="b">A</label>`):                               "no name",
		pageOf(`<label><select></select></label>`):                                     "no name",
		pageOf(`<textarea placeholder=" " title=" "></textarea>`):                      "no name",
		pageOf(`<input type="submit">`):                                                "no name",
		pageOf(`<button><svg aria-hidden="true"><title>x</title></svg></button>`):      "no name",
		pageOf(`<a href="/"><span hidden>x</span></a>`):                                "no name",
		pageOf(`<details><summary></summary></details>`):                               "no name",
		pageOf(`<dialog></dialog>`):                                                    "no name",
		pageOf(`<div role="listbox"></div>`):                                           "no name",
		pageOf(`<svg role="img"></svg>`):                                               "no name",
		pageOf(`<img src="/x">`):                                                       "without alt",
		pageOf(`<div aria-label="x"></div>`):                                           "nobody hears",
		pageOf(`<p tabindex="1">x</p>`):                                                "order of its own",
		pageOf(`<p aria-hidden="true"><a href="/">x</a></p>`):                          "hidden from readers",
		pageOf(`<button aria-hidden="true" aria-label="x"></button>`):                  "hidden from readers",
		pageOf(`<p role="notice"></p>`):                                                `no role "notice"`,
		pageOf(`<p aria-labeledby="x"></p>`):                                           "no aria-labeledby",
		pageOf(`<p aria-live="yes"></p>`):                                              "cannot be",
		pageOf(`<p role="option"></p>`):                                                "outside of any listbox",
		pageOf(`<p role="tab"></p>`):                                                   "outside of any tablist",
		pageOf(`<button>x<a href="/">x</a></button>`):                                  "it is within",
		pageOf(`<a href="/">x<span tabindex="0">x</span></a>`):                         "it is within",
		pageOf(`<form><p><form></form></p></form>`):                                    "a form within a form",
		pageOf(`<ul><p></p></ul>`):                                                     "no item",
		pageOf(`<div><li></li></div>`):                                                 "an item of no list",
		pageOf(`<dl><p></p></dl>`):                                                     "a list of terms",
		pageOf(`<dl><div><p></p></div></dl>`):                                          "a group of terms",
		pageOf(`<dd></dd>`):                                                            "a term of no list",
		pageOf(`<dl><dd></dd></dl>`):                                                   "explains a term",
		pageOf(`<table><tbody><tr><td></td></tr></tbody></table>`):                     "without heads",
		pageOf(`<table><tbody><tr><th scope="x">x</th></tr></tbody></table>`):          "a head of nothing",
		pageOf(`<tr></tr>`):                                                            "a part of no table",
		pageOf(`<td></td>`):                                                            "a part of no table",
		pageOf(`<aside aria-label="x"></aside><aside aria-label="x"></aside>`):         "called the same",
		pageOf(`<section aria-label="x"></section><section aria-label="x"></section>`): "called the same",
		pageOf(`<p><b>x</p>`):                                                          "</p> ends <b>",
		pageOf("<p>a\u202eb</p>"):                                                      "characters that steer",
		strings.TrimSuffix(good, "</html>"):                                            "nothing ends <html",
	} {
		if got := faultsOf(plant(page)); len(got) == 0 || !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("%s: found %q, want %q", page, got, want)
		}
	}
}
