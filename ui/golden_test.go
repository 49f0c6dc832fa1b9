package ui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write the golden pages anew")

// golden compares a page with testdata/golden/NAME.html. The hash in the
// addresses of assets is left out: it changes with every style.
func golden(t *testing.T, s *Server, name, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, s.web.Assets.URL(""), "/static/HASH/")
	got = strings.ReplaceAll(got, "><", ">\n<")
	file := filepath.Join("testdata", "golden", name+".html")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./ui -run %s -update writes it", err, t.Name())
	}
	want := strings.ReplaceAll(string(b), "\r\n", "\n")
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s differs in line %d:\n got %s\nwant %s\nIf the change is wanted: go test ./ui -update", file, i+1, g[i], w[i])
		}
	}
	t.Fatalf("%s has %d lines, got %d", file, len(w), len(g))
}

// records are the three states in which every page is looked at.
func records() map[string]func() *fakeRecord {
	return map[string]func() *fakeRecord{"empty": emptyRecord, "normal": normalRecord, "hostile": hostileRecord}
}

func TestPages(t *testing.T) {
	pages := map[string]string{
		"home": "/", "traffic": "/traffic", "probes": "/traffic?probes=1", "bytask": "/traffic?view=tasks",
		"badfilter": "/traffic?q=nonsense%3Ax", "scoped": "/traffic?q=session%3Asession-1",
		"sequence": "/traffic?view=sequence", "sessions": "/sessions", "palette": "/palette?q=", "nowhere": "/nowhere",
	}
	for _, tab := range []string{"reading", "request", "response", "events", "timing", "findings"} {
		pages["exchange-"+tab] = "/exchanges/FIRST?tab=" + tab
	}
	pages["exchange-event"] = "/exchanges/FIRST?tab=events&event=2"
	pages["exchange-hex"] = "/exchanges/FIRST?tab=request&view=hex"
	pages["exchange-raw"] = "/exchanges/FIRST?tab=response&view=raw"
	for state, record := range records() {
		for name, path := range pages {
			f := record()
			if strings.Contains(path, "FIRST") {
				if len(f.exchanges) == 0 {
					continue
				}
				path = strings.Replace(path, "FIRST", f.exchanges[len(f.exchanges)/2].ID, 1)
			}
			t.Run(name+"-"+state, func(t *testing.T) {
				s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Reference = "http://127.0.0.1:7430" })
				body := get(t, s, path).Body.String()
				harmless(t, body)
				if name != "sessions" { // one page has the frame in its file
					body = mainOf(body)
				}
				golden(t, s, name+"-"+state, body)
			})
		}
	}
}

// mainOf is a page without the frame around it.
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
