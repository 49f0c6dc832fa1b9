package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// records returns the three states in which every page is tested.
func records() map[string]func() *fakeRecord {
	return map[string]func() *fakeRecord{"empty": emptyRecord, "normal": normalRecord, "hostile": hostileRecord}
}

func TestPages(t *testing.T) {
	type page struct{ path, of string } // of is the element that the page is about
	pages := map[string]page{
		"start": {"/start", "main"}, "home": {"/", "main"}, "traffic": {"/traffic", "main"}, "probes": {"/traffic?probes=1", "x1"}, "bytask": {"/traffic?view=tasks", "task-list"},
		"badfilter": {"/traffic?q=nonsense%3Ax", "filter-error"}, "scoped": {"/traffic?q=session%3Asession-1", "head"},
		"sequence": {"/traffic?view=sequence", "sequence"}, "insights": {"/traffic?view=insights", "insights"}, "sessions": {"/sessions", "main"}, "checks": {"/checks?q=SSE-05", "main"}, "palette": {"/palette?q=", ""}, "nowhere": {"/nowhere", "main"},
		"exchange-event": {"/exchanges/FIRST?tab=events&event=2", "detail-body"},
		"exchange-hex":   {"/exchanges/FIRST?tab=request&view=hex", "detail-body"},
		"exchange-raw":   {"/exchanges/FIRST?tab=response&view=raw", "detail-body"},
		"exchange":       {"/exchanges/FIRST", "detail"},
		"intercept":      {"/intercept", "main"}, "intercept-held": {"/intercept/held/0195-held-1", "held-item"},
	}
	for _, tab := range []string{"request", "response", "events", "timing", "findings"} {
		pages["exchange-"+tab] = page{"/exchanges/FIRST?tab=" + tab, "detail-body"}
	}
	for state, record := range records() {
		for name, p := range pages {
			f := record()
			if strings.Contains(p.path, "FIRST") {
				if len(f.exchanges) == 0 {
					continue
				}
				p.path = strings.Replace(p.path, "FIRST", f.exchanges[len(f.exchanges)/2].ID, 1)
			}
			t.Run(name+"-"+state, func(t *testing.T) {
				s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
					o.Reference = "http://127.0.0.1:7430"
					o.Rules, o.HoldQueue = intercepting(state, f)
				})
				body := get(t, s, p.path).Body.String()
				harmless(t, body)
				if name == "home" && state == "empty" {
					if to := get(t, s, "/").Header().Get("Location"); to != "/start" {
						t.Errorf("with nothing on record the first page is %q, want Start", to)
					}
					return
				}
				if name == "home" {
					if mainOf(body) != mainOf(get(t, s, "/traffic").Body.String()) {
						t.Error("with something on record the first page is not Traffic")
					}
					return
				}
				golden(t, s, name+"-"+state, fragment(body, p.of))
			})
		}
	}
}

func TestFrame(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{}, func(o *Options) { o.Reference = "http://127.0.0.1:7430" })
	page := get(t, s, "/sessions").Body.String()
	golden(t, s, "frame", strings.Replace(page, mainOf(page), "", 1))
}

// fragment returns the element of a page with an id or a class, or the main element if the page
// lacks it; "head" is what is above the rows of a list, "" the whole page.
func fragment(page, id string) string {
	switch id {
	case "":
		return page
	case "main":
		return mainOf(page)
	case "head":
		head, _, _ := strings.Cut(mainOf(page), `<div id="picked"`)
		return head
	}
	if e := element(page, id); e != "" {
		return e
	}
	return mainOf(page)
}

// element returns the text of the element with an id or a class, "" for none.
func element(page, id string) string {
	var out strings.Builder
	tag, depth := "", 0
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		raw := string(z.Raw()) // Token may change it
		tok := z.Token()
		if depth == 0 && kind == html.StartTagToken && (slices.Contains(tok.Attr, html.Attribute{Key: "id", Val: id}) || slices.Contains(tok.Attr, html.Attribute{Key: "class", Val: id})) {
			tag = tok.Data
		}
		if tag == "" {
			continue
		}
		out.WriteString(raw)
		switch {
		case tok.Data == tag && kind == html.StartTagToken:
			depth++
		case tok.Data == tag && kind == html.EndTagToken:
			depth--
		}
		if depth == 0 {
			return out.String()
		}
	}
	return ""
}

// mainOf returns a page without its frame.
func mainOf(page string) string {
	from, to := strings.Index(page, "<main"), strings.Index(page, "</main>")
	if from < 0 || to < from {
		return page
	}
	return page[from : to+len("</main>")]
}

// eachGolden reads the start tags of all pages in testdata.
func eachGolden(t *testing.T, look func(name string, tok html.Token)) {
	t.Helper()
	files, _ := filepath.Glob("testdata/golden/*.html")
	parts, _ := filepath.Glob("part/testdata/*.html")
	if len(files) == 0 || len(parts) == 0 {
		t.Fatal("no golden pages")
	}
	for _, file := range append(files, parts...) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		z := html.NewTokenizer(strings.NewReader(string(b)))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
				look(filepath.Base(file), z.Token())
			}
		}
	}
}
