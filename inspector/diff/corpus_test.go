package diff_test

import (
	"bytes"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// corpus returns the protocol's wire cases as recordings of one exchange each.
func corpus(t testing.TB) []*tape {
	t.Helper()
	paths, _ := filepath.Glob("../../internal/a2a/dialect/testdata/corpus/*.txtar")
	if len(paths) < 100 {
		t.Fatalf("the corpus has %d cases", len(paths))
	}
	var all []*tape
	for _, p := range paths {
		archive, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, recorded(strings.TrimSuffix(filepath.Base(p), ".txtar"), archive))
	}
	return all
}

func recorded(name string, a *txtar.Archive) *tape {
	x := wire.Exchange{Origin: wire.Client, Agent: "http://agent.test"}
	var req, resp []byte
	for _, f := range a.Files {
		data := bytes.TrimSuffix(f.Data, []byte("\n"))
		switch f.Name {
		case "request":
			var start string
			start, x.Request.Header, req = message(data)
			x.Method, x.URL, _ = strings.Cut(start, " ")
		case "response":
			var start string
			start, x.Response.Header, resp = message(data)
			x.Response.Status, _ = strconv.Atoi(start)
		case "request.quoted":
			req = unquoted(data)
		case "response.quoted":
			resp = unquoted(data)
		case "event":
			x.Response.Status, resp = 200, data
		case "event.quoted":
			x.Response.Status, resp = 200, unquoted(data)
		}
	}
	t := newTape(name)
	t.put(x, req, resp)
	return t
}

func message(data []byte) (start string, h http.Header, body []byte) {
	top, body, _ := bytes.Cut(data, []byte("\n\n"))
	lines := strings.Split(string(top), "\n")
	h = http.Header{}
	for _, l := range lines[1:] {
		name, v, _ := strings.Cut(l, ": ")
		h.Add(name, v)
	}
	return lines[0], h, body
}

func unquoted(data []byte) (out []byte) {
	for _, l := range strings.Split(string(data), "\n") {
		if s, err := strconv.Unquote(l); err == nil {
			out = append(out, s...)
		}
	}
	return out
}

// TestCorpus compares every case with itself, without differences, and with the next one, symmetrically.
func TestCorpus(t *testing.T) {
	all := corpus(t)
	for i, a := range all {
		for l := diff.Structure; l <= diff.Exact; l++ {
			o := diff.Options{Level: l}
			if r := compare(t, a, a, o); !r.Equal() || r.SameCount != 1 {
				t.Errorf("%s at %s:\n%s", a.name, l, show(r))
			}
			faithful(t, a, all[(i+1)%len(all)], o)
		}
	}
}

// TestWholeCorpus compares the corpus as one session with itself, and with itself minus one case.
func TestWholeCorpus(t *testing.T) {
	whole, less := newTape("whole"), newTape("less")
	for _, c := range corpus(t) {
		for _, out := range []*tape{whole, less} {
			if out == less && c.name == "sse-10" {
				continue
			}
			x := c.list[0]
			req, resp := join(c.Memory[x.ID][wire.Request]), join(c.Memory[x.ID][wire.Response])
			x.ID = ""
			out.put(x, req, resp)
		}
	}
	if r := compare(t, whole, whole, diff.Options{Level: diff.Exact}); !r.Equal() {
		t.Errorf("%s", show(r))
	}
	if r := compare(t, whole, less, diff.Options{}); r.MissingCount != 1 || r.ExtraCount+r.DifferentCount != 0 {
		t.Errorf("%s\n%s", differences(r), show(r))
	}
}
