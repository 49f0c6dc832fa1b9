package ui

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

func TestWebhookPages(t *testing.T) {
	const at = "http://127.0.0.1:7440/hook/1"
	for state, record := range records() {
		f := record()
		text := map[string]string{"normal": "bot", "hostile": hostile}[state]
		paths := map[string]string{"webhooks": "/webhooks"}
		if text != "" {
			pushed(f, at, text)
			paths["webhook"] = link.HookURL(link.HookKey(at)) + "?delivery=push-1"
		}
		for name, path := range paths {
			t.Run(name+"-"+state, func(t *testing.T) {
				s, _ := hookServer(t, f, func(o *Options) { o.Reference = "http://127.0.0.1:7430" })
				body := mainOf(get(t, s, path).Body.String())
				harmless(t, body)
				golden(t, s, name+"-"+state, body)
			})
		}
	}
}

// TestWebhookRowsMorphInPlace: a delivery to the address on top redraws its row,
// and no other.
func TestWebhookRowsMorphInPlace(t *testing.T) {
	f := emptyRecord()
	pushed(f, "http://127.0.0.1:7440/hook/1", "bot")
	old := f.exchanges[1]
	old.ID, old.URL, old.Started = "older", "http://127.0.0.1:7440/hook/2", old.Started.Add(-time.Minute)
	f.put(old)
	s, _ := hookServer(t, f)
	b := openTab(t, s, "/webhooks", nil)
	b.until(`id="hook-list"`)
	b.until(`"_since"`)
	next := f.exchanges[1]
	next.ID, next.Started = "push-next", next.Started.Add(time.Second)
	f.put(next, wire.Chunk{Side: wire.Request, At: next.Started, Data: []byte("{}")})
	got := b.until(`"_since"`)
	top, other := "hook-"+link.HookKey(next.URL), "hook-"+link.HookKey(old.URL)
	if strings.Contains(got, `id="hook-list"`) || strings.Contains(got, other) || !strings.Contains(got, `id="`+top+`"`) {
		t.Errorf("not a morph of the one row:\n%s", got)
	}
	first := old
	first.ID, first.Started = "now-first", next.Started.Add(time.Second)
	f.put(first)
	if got := b.until(`"_since"`); !strings.Contains(got, `id="hook-list"`) {
		t.Errorf("the rows keep an order that is not theirs any more:\n%s", got)
	}
}

func TestDoctorPages(t *testing.T) {
	for state, text := range map[string]string{"normal": "answers as it should", "hostile": hostile} {
		t.Run(state, func(t *testing.T) {
			f := emptyRecord()
			steps := []doctor.Step{
				{Name: "address", Result: doctor.Pass, Text: text, Took: time.Millisecond},
				{Name: "tls", Result: doctor.Skip, Text: text},
				{Name: "interface", Result: doctor.Warn, Text: text, Advice: text, Took: 2 * time.Second, Facts: []doctor.Fact{{Name: text, Value: text}}},
				{Name: "call", Result: doctor.Fail, Text: text, Advice: text, Facts: []doctor.Fact{{Name: "exchange", Value: text}}},
			}
			s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Now: fakeNow, Doctor: fakeDoctor{steps}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			r := request(s, http.MethodPost, "/agents/doctor", strings.NewReader(url.Values{"address": {text}}.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			all := w.Body.String()
			body := all[strings.LastIndex(all, "event: datastar-patch-elements"):]
			harmless(t, body)
			golden(t, s, "doctor-"+state, body)
		})
	}
}
