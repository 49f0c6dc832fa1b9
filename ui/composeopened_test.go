package ui

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// If a part was added before the page's stream was open, the stream brings it, and the draft's
// address. If nothing changed, the form is left alone.
func TestComposeChangedBeforeItsStreamOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestServer(t, longRecord(), &fakeCaller{})
		const path = "/compose?agent=http%3A%2F%2F127.0.0.1%3A7430&draft=d"
		shape := regexp.MustCompile(`id="composer"[^>]* data-shape="(\d+)"`)
		drawn := func(shown string) string {
			b := openTab(t, s, path, map[string]string{"Console-Shown": shown})
			time.Sleep(time.Second)
			synctest.Wait()
			b.cancel()
			<-b.done
			return b.text()
		}
		page := get(t, s, path).Body.String()
		shown := shape.FindStringSubmatch(page)
		if shown == nil {
			t.Fatalf("the page does not say which form it shows: %.300s", page)
		}
		const form, here = `id="composer"`, `id="here"`
		if got := drawn(shown[1]); strings.Contains(got, form) || strings.Contains(got, here) {
			t.Errorf("nothing changed, and the form or its address is drawn again: %.600s", got)
		}
		if w := submit(t, s, "/compose/d/data?begin="+url.QueryEscape(strings.TrimPrefix(path, "/compose?")), url.Values{"part-1-text": {"typed"}, "interface": {"0.3 jsonrpc"}}); w.Code != http.StatusNoContent {
			t.Fatalf("HTTP %d: %s", w.Code, w.Body)
		}
		if got := drawn(shown[1]); !strings.Contains(got, `class="edit edit-data"`) || !strings.Contains(got, here) || !strings.Contains(got, "as=0.3") {
			t.Errorf("a part that was added before the stream opened, or its address, does not come: %.600s", got)
		}
		if got := drawn("1000"); strings.Contains(got, form) {
			t.Errorf("a page of an earlier run loses what is written: %.600s", got)
		}
	})
}
