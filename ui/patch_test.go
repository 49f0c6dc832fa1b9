package ui

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/web"
)

func markup(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}

func TestPatchKeepsCarriageReturnsInside(t *testing.T) {
	w := httptest.NewRecorder()
	p := web.NewPatches(w, httptest.NewRequest("GET", "/", nil))
	p.Morph(markup("<p id=a>one\r\revent: datastar-patch-signals\rdata: signals x=1\r\r\r\ntwo</p>"))
	p.Signals(map[string]string{"q": "a\r\nb"})
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	got := w.Body.String()
	if strings.ContainsRune(got, '\r') {
		t.Errorf("a carriage return got through: %q", got)
	}
	if !strings.Contains(got, "one&#13;&#13;event: datastar-patch-signals&#13;data: signals x=1") {
		t.Errorf("the text is not kept as it was: %q", got)
	}
	if strings.Count(got, "\n\n") != 2 {
		t.Errorf("not two events: %q", got)
	}
}

func TestPatchRefusesLineBreaksInSelectors(t *testing.T) {
	for _, sel := range []string{"#a\r\ndata: x", "#a\n", "#a\r"} {
		w := httptest.NewRecorder()
		p := web.NewPatches(w, httptest.NewRequest("GET", "/", nil))
		p.Append(sel, markup("<p></p>"))
		if err := p.Flush(); !errors.Is(err, web.ErrSelector) {
			t.Errorf("%q: got %v", sel, err)
		}
		if w.Body.Len() > 0 {
			t.Errorf("%q: something was sent: %q", sel, w.Body)
		}
	}
}

func TestChangedSendsOnlyDifferences(t *testing.T) {
	w := httptest.NewRecorder()
	p := web.NewPatches(w, httptest.NewRequest("GET", "/", nil))
	for _, m := range []string{"<p id=a>1</p>", "<p id=a>1</p>", "<p id=a>2</p>"} {
		p.Changed("a", markup(m))
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Count(w.Body.String(), "event: "); got != 2 {
		t.Errorf("%d events, want 2: %q", got, w.Body)
	}
}

// A browser's parser drops tables that follow a row, and rows that follow other markup.
func TestRowsStayAmongThemselves(t *testing.T) {
	w := httptest.NewRecorder()
	p := web.NewPatches(w, httptest.NewRequest("GET", "/", nil))
	for _, m := range []string{"<tr id=a></tr>", "<tr id=b></tr>", "<div id=c><table></table></div>", "<p id=d></p>", "<tr id=e></tr>", "<tbody id=f></tbody>"} {
		p.Morph(markup(m))
	}
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for l := range strings.Lines(w.Body.String()) {
		if html, ok := strings.CutPrefix(l, "data: elements "); ok {
			got = append(got, strings.TrimSpace(html))
		}
	}
	want := "<tr id=a></tr><tr id=b></tr>|<div id=c><table></table></div><p id=d></p>|<tr id=e></tr>|<tbody id=f></tbody>"
	if strings.Join(got, "|") != want {
		t.Errorf("sent %q, want %s", got, want)
	}
}

// TestPatchesFindTheirTargets: rows that arrive between the page and its stream are removed and
// inserted without a patch that has no target, which Datastar would warn about.
func TestPatchesFindTheirTargets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		s := newTestServer(t, f, &fakeCaller{})
		page := get(t, s, "/traffic").Body.String()
		since := regexp.MustCompile(`data-version="(\d+)"`).FindStringSubmatch(page)
		for i := range 3 {
			f.put(sample(90+i, "between"))
		}
		b := openTab(t, s, "/traffic", map[string]string{"Console-Since": since[1]})
		time.Sleep(time.Second)
		synctest.Wait()
		sent := b.text()
		if !strings.Contains(sent, `id="x8"`) {
			t.Fatalf("the rows did not come: %.300s", sent)
		}
		for _, selector := range regexp.MustCompile(`selector (.*)\ndata: mode remove`).FindAllString(sent, -1) {
			if !strings.Contains(selector, "#gone") {
				t.Errorf("what may not be there is taken away: %s", selector)
			}
		}
		b.cancel()
		<-b.done
	})
}
