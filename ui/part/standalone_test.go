package part

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

// A standalone page has no controls, no links to the console, and no attribute that acts.
func TestDrawAlone(t *testing.T) {
	for in, want := range map[string]string{
		`<p class="x" data-on:click="@post()" onclick="a()" style="b">t</p>`:                                        `<p class="x">t</p>`,
		`<div>a<button><svg><path d="M1"></path></svg>b<br></button>c</div>`:                                        `<div>ac</div>`,
		`<form><form></form><input></form>a<input>b`:                                                                `ab`,
		`<p hidden>a</p>b<div popover>c</div>`:                                                                      `b`,
		`<a class="op" href="/here" title="Open">a</a><a href="/there">b</a>`:                                       `<a class="op" href="#here">a</a><a>b</a>`,
		`<p class="rest">3 more. <a href="/here">Show all</a></p><a href="/here">b</a>`:                             `<p class="rest">3 more. </p><a href="#here">b</a>`,
		`<a class="quiet" href="/here">Compare</a><a href="/x" download>Save</a>`:                                   ``,
		`<b id="a">1</b><b id="a">2</b>`:                                                                            `<b id="a">1</b><b>2</b>`,
		`<img src="data:image/png;base64,AA==" alt="a"><img src="/x"><iframe src="/y"><p>a</p></iframe>`:            `<img src="data:image/png;base64,AA==" alt="a">`,
		`<details open><summary class="ln" data-n="1" tabindex="-1">&lt;b&gt;</summary></details><!-- a -->`:        `<details open=""><summary class="ln" data-n="1" tabindex="-1">&lt;b&gt;</summary></details>`,
		`<svg viewBox="0 0 1 1"><line x1="1%"></line><rect width="2"/></svg><script>a<b</script><style>p{}</style>`: `<svg viewbox="0 0 1 1"><line x1="1%"></line><rect width="2"/></svg>`,
	} {
		var b bytes.Buffer
		err := DrawStandalone(t.Context(), templ.Raw(in), &b, func(href string) string {
			return strings.Replace(strings.TrimPrefix(href, "/there"), "/here", "#here", 1)
		})
		if err != nil || b.String() != want {
			t.Errorf("%s\nis   %s\nnot  %s (%v)", in, b.String(), want, err)
		}
	}
}
