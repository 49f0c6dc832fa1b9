package webhook

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// strict checks committed when the response begins: by then the delivery must be on record.
type strict struct {
	*httptest.ResponseRecorder
	t    *testing.T
	book *book
}

func (s strict) WriteHeader(status int) {
	if p := s.book.last(); !p.committed || p.end.Outcome == wire.Open {
		s.t.Errorf("answered %d before the delivery was on record: %+v", status, p.end)
	}
	s.ResponseRecorder.WriteHeader(status)
}

func call(t *testing.T, r *Receiver, b *book, method, url string, body io.Reader, header ...string) (*httptest.ResponseRecorder, *page) {
	t.Helper()
	q := httptest.NewRequest(method, url, body)
	for _, h := range header {
		k, v, _ := strings.Cut(h, ": ")
		if q.Header.Add(k, v); k == "Host" {
			q.Host = v
		}
	}
	w := httptest.NewRecorder()
	r.ServeHTTP(strict{w, t, b}, q)
	return w, b.last()
}

func TestDeliveryIsRecordedWhole(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440/"})
	h := r.NewHook("http://127.0.0.1:7430", "session-9")
	if !strings.HasPrefix(h.URL, "http://127.0.0.1:7440/hook/") || len(h.ID) != 32 || len(h.Token) != 32 || h.ID == h.Token {
		t.Fatalf("made %+v", h)
	}
	const body = "{\"a\":\x00\xff\r\n}"
	w, p := call(t, r, b, "POST", h.URL, strings.NewReader(body), "X-A2A-Notification-Token: x", "User-Agent: bot/1")
	if w.Code != http.StatusNoContent || w.Body.Len() != 0 {
		t.Errorf("answered %d %q", w.Code, w.Body)
	}
	if p.request.String() != body || p.status != 204 || p.end.Outcome != wire.ByAgent {
		t.Errorf("on record: %q, %d, %+v", p.request.String(), p.status, p.end)
	}
	x := p.x
	if x.Origin != wire.Push || x.Session != "session-9" || x.Agent != "http://127.0.0.1:7430" || x.URL != h.URL || x.Caller != "bot/1" || x.Request.Header.Get("Host") == "" {
		t.Errorf("on record: %+v", x)
	}
}

func TestEachAddressIsItsOwn(t *testing.T) {
	r := New(Options{URL: "http://127.0.0.1:7440", MaxHooks: 3})
	seen := map[string]bool{}
	for i := range 5 {
		h := r.NewHook(fmt.Sprint(i), "")
		if seen[h.ID] || seen[h.Token] {
			t.Fatalf("%q twice", h.ID)
		}
		seen[h.ID], seen[h.Token] = true, true
	}
	all := r.Hooks()
	if len(all) != 3 || all[0].Agent != "4" || all[2].Agent != "2" {
		t.Errorf("kept %+v; want the last three, newest first", all)
	}
	if _, ok := r.Hook("/hook/"); ok {
		t.Error("the empty id is an address")
	}
	if h, ok := r.Hook("/hook/" + all[1].ID); !ok || h.Agent != "3" {
		t.Errorf("found %+v %v", h, ok)
	}
}

func TestUnknownPathIsRecordedAndRefused(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440"})
	w, p := call(t, r, b, "POST", "http://127.0.0.1:7440/hook/"+strings.Repeat("0", 32), strings.NewReader(`{"id":"t"}`))
	if w.Code != http.StatusNotFound || p.request.String() != `{"id":"t"}` || p.end.Outcome != wire.Refused || !strings.Contains(p.end.Problem, "Register the webhook again") {
		t.Errorf("%d; on record %q %+v", w.Code, p.request.String(), p.end)
	}
}

// TestChallenge: 0.1's agents validate an address before they use it.
func TestChallenge(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440"})
	h := r.NewHook("", "")
	const token = `<script>alert(1)</script>`
	w, p := call(t, r, b, "GET", h.URL+"?validationToken=%3Cscript%3Ealert(1)%3C/script%3E", nil)
	if w.Code != 200 || w.Body.String() != token || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("answered %d %q %v", w.Code, w.Body, w.Header())
	}
	if p.response.String() != token {
		t.Errorf("on record %q", p.response.String())
	}
	if w, _ := call(t, r, b, "GET", h.URL+"?validationToken="+strings.Repeat("x", 1+maxTokenBytes), nil); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a token of any length is echoed: %d", w.Code)
	}
	if w, _ := call(t, r, b, "GET", "http://127.0.0.1:7440/?validationToken=a", nil); w.Code != http.StatusNotFound {
		t.Errorf("an address nobody was given answers the challenge: %d", w.Code)
	}
}

func TestRefusesPages(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440", AllowHosts: []string{"Host.Docker.Internal"}})
	h := r.NewHook("", "")
	for _, tt := range []struct {
		header string
		status int
	}{
		{"Host: evil.example:7440", 403},
		{"Host: localhost:1", 204},
		{"Host: [::1]:7440", 204},
		{"Host: HOST.docker.internal.", 204},
		{"Origin: http://evil.example", 403},
		{"Origin: https://me:hush@evil.example/?access_token=hush", 403},
		{"Origin: Bearer hush", 403},
		{"Sec-Fetch-Site: cross-site", 403},
	} {
		w, p := call(t, r, b, "POST", h.URL, strings.NewReader("secret"), tt.header)
		if w.Code != tt.status {
			t.Errorf("%s: answered %d, want %d", tt.header, w.Code, tt.status)
		}
		if tt.status == 403 && (p.request.Len() != 0 || p.end.Outcome != wire.Refused || strings.Contains(p.end.Problem, "hush")) {
			t.Errorf("%s: on record %q %+v", tt.header, p.request.String(), p.end)
		}
	}
}

func TestLimit(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440", MaxBody: 10})
	h := r.NewHook("", "")
	if w, p := call(t, r, b, "POST", h.URL, strings.NewReader("0123456789")); w.Code != 204 || p.request.String() != "0123456789" {
		t.Errorf("a body of the very limit: %d %q", w.Code, p.request.String())
	}
	w, p := call(t, r, b, "POST", h.URL, strings.NewReader("0123456789A"))
	if w.Code != http.StatusRequestEntityTooLarge || p.request.String() != "0123456789" || p.end.Outcome != wire.Refused {
		t.Errorf("answered %d, on record %q %+v", w.Code, p.request.String(), p.end)
	}
}

type broken struct{ r io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestBrokenDelivery(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440"})
	h := r.NewHook("", "")
	w, p := call(t, r, b, "POST", h.URL, broken{strings.NewReader(`{"half`)})
	if w.Code != 400 || p.request.String() != `{"half` || p.end.Outcome != wire.Cut || !p.x.RequestDone.IsZero() {
		t.Errorf("answered %d, on record %q %+v", w.Code, p.request.String(), p.end)
	}
}

// TestSeal: the proofs of the latest deliveries are kept in memory.
func TestSeal(t *testing.T) {
	b := &book{}
	var told []Delivery
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440", OnDelivery: func(d Delivery) { told = append(told, d) }})
	h := r.NewHook("", "")
	_, p := call(t, r, b, "POST", h.URL, strings.NewReader("{ \"a\": 1 }\n"), "Authorization: Bearer abc")
	s, ok := r.DeliveryProof(p.x.ID)
	// printf '{ "a": 1 }\n' | sha256sum; printf '{"a":1}' | sha256sum
	if !ok || s.Authorization[0] != "Bearer abc" || s.Sum != "13bcacc8d47bd26aff811a06be81b73c1f20e30576e437509e8690adefad6241" ||
		s.Compact != "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862" {
		t.Errorf("proof %+v %v", s, ok)
	}
	if len(told) != 1 || told[0].Exchange != p.x.ID || told[0].Hook.ID != h.ID || told[0].Status != 204 || string(told[0].Body) != "{ \"a\": 1 }\n" {
		t.Errorf("told %+v", told)
	}
	for header, own := range map[string]bool{"X-A2A-Notification-Token: " + h.Token: true, "A2A-Notification-Token: " + h.Token: true, "X-A2A-Notification-Token: " + h.Token + "x": false, "X-Other: " + h.Token: false} {
		_, p := call(t, r, b, "POST", h.URL, strings.NewReader("{}"), header)
		if s, ok := r.DeliveryProof(p.x.ID); !ok || s.OwnToken != own {
			t.Errorf("%s: %+v %v", header, s, ok)
		}
	}
	for range maxProofs {
		r.storeProof("other", DeliveryProof{})
	}
	if _, ok := r.DeliveryProof(p.x.ID); ok {
		t.Error("proofs are kept for ever")
	}
}

// TestHeadHasNoBodyOnRecord: the response to a HEAD is its head.
func TestHeadHasNoBodyOnRecord(t *testing.T) {
	b := &book{}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440"})
	s := httptest.NewServer(r)
	defer s.Close()
	path := strings.TrimPrefix(r.NewHook("", "").URL, "http://127.0.0.1:7440")
	for _, method := range []string{"HEAD", "GET"} {
		q, _ := http.NewRequest(method, s.URL+path, nil)
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		sent, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if p := b.last(); resp.StatusCode != 200 || p.response.String() != string(sent) || (len(sent) == 0) != (method == "HEAD") {
			t.Errorf("%s: %d, %q was sent, on record is %q", method, resp.StatusCode, sent, p.response.String())
		}
	}
}

// TestStampsSurviveClockSteps: a delivery's timestamps follow its start, whatever the wall clock says.
func TestStampsSurviveClockSteps(t *testing.T) {
	b := &book{}
	wall := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440", Now: func() time.Time { wall = wall.Add(-time.Hour); return wall }})
	_, p := call(t, r, b, "POST", r.NewHook("", "").URL, strings.NewReader("{}"))
	if p.x.Started.Year() != 2020 || p.x.RequestDone.Before(p.x.Started) || p.end.At.Before(p.x.RequestDone) || p.end.At.Sub(p.x.Started) > 30*time.Minute {
		t.Errorf("begun %s, request done %s, ended %s", p.x.Started, p.x.RequestDone, p.end.At)
	}
}

// TestStopIsNotTheAgentsDoing: a delivery that breaks off because the program stops is not blamed on the agent.
func TestStopIsNotTheAgentsDoing(t *testing.T) {
	for cause, want := range map[error]wire.Outcome{http.ErrServerClosed: wire.Interrupted, nil: wire.Cut} {
		b := &book{}
		r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440"})
		ctx, cancel := context.WithCancelCause(t.Context())
		if cause != nil {
			cancel(cause)
		}
		q := httptest.NewRequest("POST", r.NewHook("", "").URL, io.MultiReader(strings.NewReader("half"), iotest.ErrReader(io.ErrUnexpectedEOF))).WithContext(ctx)
		r.ServeHTTP(httptest.NewRecorder(), q)
		if p := b.last(); p.end.Outcome != want || !strings.Contains(p.end.Problem, "4 bytes") || p.request.String() != "half" {
			t.Errorf("%v: %+v, %q", cause, p.end, p.request.String())
		}
		cancel(nil)
	}
}

// TestOwn: the receiver recognizes its URLs by its base and their id, including those of an earlier run on
// this machine.
func TestOwn(t *testing.T) {
	r := New(Options{URL: "https://relay.example/dev"})
	id := "0123456789abcdef0123456789abcdef"
	for address, want := range map[string]bool{
		r.NewHook("", "").URL:                           true,
		"https://relay.example/dev/hook/" + id:          true,
		"http://127.0.0.1:41234/hook/" + id:             true,
		"http://[::1]:7440/hook/" + id:                  true,
		"https://127.0.0.1:41234/hook/" + id:            false,
		"https://relay.example/hook/" + id:              false,
		"https://evil.example/dev/hook/" + id:           false,
		"http://127.0.0.1.evil.example/hook/" + id:      false,
		"http://127.0.0.1:7440/hook/" + id[1:]:          false,
		"http://127.0.0.1:7440/hook/" + id + "/more":    false,
		"http://127.0.0.1:7440/x/hook/" + id:            false,
		"http://127.0.0.1@evil.example:7440/hook/" + id: false,
		"http://127.0.0.1:7440/updates":                 false,
	} {
		if got := r.IsOwn(address); got != want {
			t.Errorf("%s is our own: %v", address, got)
		}
	}
}
