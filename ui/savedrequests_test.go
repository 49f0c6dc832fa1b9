package ui

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// someSecrets is a keyring.
type someSecrets map[string]string

func (k someSecrets) Load(agent, name string) (string, error) { return k[agent+" "+name], nil }
func (k someSecrets) Save(agent, name, value string) error    { k[agent+" "+name] = value; return nil }

// Places returns the header that the agents' cards name.
func (k someSecrets) Places(context.Context, string) (saved.Places, error) {
	return saved.Places{Headers: []string{"X-Mine"}}, nil
}

// noRequests has no saved requests and saves none.
type noRequests struct{}

func (noRequests) SavedRequests(context.Context) ([]wire.SavedRequest, error) { return nil, nil }
func (noRequests) SavedRequest(context.Context, string) (wire.SavedRequest, error) {
	return wire.SavedRequest{}, wire.ErrNotFound
}
func (noRequests) SaveRequest(context.Context, wire.SavedRequest) error { return wire.ErrNotFound }
func (noRequests) RenameRequest(context.Context, string, string) error  { return wire.ErrNotFound }
func (noRequests) DropRequest(context.Context, string) error            { return wire.ErrNotFound }

// keepsRequests returns a server that saves requests, what it sends, its keyring and its record.
func keepsRequests(t *testing.T) (s *Server, sent *[]inspector.PreparedRequest, keys someSecrets, store *recorder.Store) {
	t.Helper()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "record.db"), ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	sent, keys = &[]inspector.PreparedRequest{}, someSecrets{}
	c := talking("x")
	c.send = func(_ context.Context, p inspector.PreparedRequest, _ func(inspector.Event)) (inspector.Ending, error) {
		*sent = append(*sent, p)
		return inspector.Ending{Outcome: wire.ByAgent}, nil
	}
	s = newTestServer(t, normalRecord(), c, func(o *Options) { o.Requests, o.Secrets = store, keys })
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	return s, sent, keys, store
}

// A message is saved without secrets, and asks for its variables when it is used; the values of
// secret ones are only in what is sent.
func TestSavedRequestIsUsed(t *testing.T) {
	s, sent, keys, store := keepsRequests(t)
	at, page := followed(t, s, "/compose?agent="+url.QueryEscape(referenceOrigin))
	id := mustQuery(t, at).Get("draft")
	form := url.Values{"part-1-text": {`order {{what}} for {{who}}, not \{{this}}`}, "headers": {"Authorization: Bearer hush-1\nX-Trace: {{who}}\nX-Mine: hush-3"}, "save-name": {" an order "}}
	submit(t, s, actionOf(t, page, `save\?`), form)
	kept, err := store.SavedRequest(t.Context(), "an order")
	if err != nil || kept.Agent != referenceOrigin || strings.Contains(string(kept.Body), "hush") || !strings.Contains(string(kept.Body), `Bearer {{authorization}}`) || !strings.Contains(string(kept.Body), `X-Mine: {{x-mine}}`) {
		t.Fatalf("%s, %v", kept.Body, err)
	}
	d := s.drafts.Get(id)
	if len(d.Vars) != 4 || d.Vars[2].Name != "authorization" || !d.Vars[2].Secret || d.Vars[0].Secret {
		t.Fatalf("variables %+v", d.Vars)
	}
	// Variables have replaced the secrets that were typed into the headers.
	page = get(t, s, at).Body.String()
	if !strings.Contains(page, `name="var-what"`) || !strings.Contains(page, `name="var-authorization" type="password"`) || strings.Contains(page, "hush-1") {
		t.Errorf("the fields: %s", between(page, `id="variables"`, "</fieldset>"))
	}
	text := s.drafts.Get(id).Parts[0].ID() + "-text"
	form = url.Values{text: {d.Parts[0].Text}, "headers": {d.Headers}, "var-shown": {"what", "who", "authorization", "x-mine"}, "var-what": {"a phone"}, "var-secret": {"authorization", "x-mine"}}
	if submit(t, s, "/compose/"+id+"/send", form); len(*sent) != 0 || !strings.Contains(s.drafts.Get(id).Problem, "no value for {{who}}") {
		t.Fatalf("sent %v with problem %q", *sent, s.drafts.Get(id).Problem)
	}
	form.Set("var-who", "Ann")
	form.Set("var-keep", "authorization")
	form.Set("var-x-mine", "hush-4")
	form.Set("var-authorization", "hush-2")
	submit(t, s, "/compose/"+id+"/change", form)
	if page = get(t, s, at).Body.String(); strings.Contains(page, "hush-2") || !strings.Contains(page, "Bearer {{authorization}}") {
		t.Errorf("the preview does not hide what is secret: %s", between(page, `id="preview"`, "</details>"))
	}
	form.Del("var-authorization")
	submit(t, s, "/compose/"+id+"/send", form)
	idle(s)
	if len(*sent) != 1 {
		t.Fatalf("sent %d: %s", len(*sent), s.drafts.Get(id).Problem)
	}
	p := (*sent)[0]
	if !strings.Contains(string(p.Body), "order a phone for Ann, not {{this}}") || p.Header.Get("Authorization") != "Bearer hush-2" || p.Header.Get("X-Trace") != "Ann" || p.Header.Get("X-Mine") != "hush-4" {
		t.Errorf("sent %s with %v", p.Body, p.Header)
	}
	if keys[referenceOrigin+" authorization"] != "hush-2" {
		t.Errorf("the keyring has %v", keys)
	}
	// Again, with the secret from the keyring, in a new conversation.
	at, page = followed(t, s, "/compose?saved=an+order")
	id = mustQuery(t, at).Get("draft")
	if !strings.Contains(page, "order {{what}} for {{who}}") || !strings.Contains(at, "saved=an+order") {
		t.Errorf("%s does not have it", at)
	}
	submit(t, s, actionOf(t, page, "send"), url.Values{"var-shown": {"what", "who", "authorization", "x-mine"}, "var-what": {"x"}, "var-who": {"y"}, "var-secret": {"authorization", "x-mine"}, "var-x-mine": {"z"}})
	idle(s)
	if len(*sent) != 2 || (*sent)[1].Header.Get("Authorization") != "Bearer hush-2" {
		t.Errorf("sent %v: %s", *sent, s.drafts.Get(id).Problem)
	}
}

// The keyring's secrets for an agent are not sent to another origin that its card names, and a
// typed secret is not shown after it stops being secret.
func TestKeptSecretsStayWithTheirAgent(t *testing.T) {
	s, sent, keys, _ := keepsRequests(t)
	at, page := followed(t, s, "/compose?agent="+url.QueryEscape(referenceOrigin))
	id := mustQuery(t, at).Get("draft")
	submit(t, s, actionOf(t, page, `save\?`), url.Values{"part-1-text": {"one"}, "headers": {"Authorization: Bearer x"}, "save-name": {"x"}})
	keys[referenceOrigin+" authorization"] = "hush-kept"
	known := cardOf("x")
	known.Card.Interfaces[0].URL = "http://elsewhere.example/v1.0"
	s.agents.KeepCard(t.Context(), referenceOrigin, known, nil)
	form := url.Values{"var-shown": {"authorization"}, "var-secret": {"authorization"}}
	submit(t, s, "/compose/"+id+"/send", form)
	if idle(s); len(*sent) != 0 || !strings.Contains(s.drafts.Get(id).Problem, "is kept for "+referenceOrigin) {
		t.Errorf("sent %v, problem %q", *sent, s.drafts.Get(id).Problem)
	}
	form.Set("var-authorization", "hush-typed")
	submit(t, s, "/compose/"+id+"/change", form)
	submit(t, s, "/compose/"+id+"/change", url.Values{"var-shown": {"authorization"}})
	if page := get(t, s, at).Body.String(); strings.Contains(page, "hush") {
		t.Errorf("it shows: %s", between(page, `id="variables"`, "</fieldset>"))
	}
	submit(t, s, "/compose/"+id+"/change", form)
	submit(t, s, "/compose/"+id+"/send", form)
	if idle(s); len(*sent) != 1 || (*sent)[0].Header.Get("Authorization") != "Bearer hush-typed" {
		t.Errorf("what was typed: sent %v, problem %q", *sent, s.drafts.Get(id).Problem)
	}
}

// A secret in a place that would be recorded is not sent.
func TestSecretsAreNotRecorded(t *testing.T) {
	s, sent, _, _ := keepsRequests(t)
	at, page := followed(t, s, "/compose?agent="+url.QueryEscape(referenceOrigin))
	id := mustQuery(t, at).Get("draft")
	submit(t, s, actionOf(t, page, `save\?`), url.Values{"part-1-text": {"my code is {{code}}"}, "save-name": {"x"}})
	submit(t, s, "/compose/"+id+"/send", url.Values{"var-shown": {"code"}, "var-secret": {"code"}, "var-code": {"hush"}})
	if idle(s); len(*sent) != 0 || !strings.Contains(s.drafts.Get(id).Problem, "would be recorded") {
		t.Errorf("sent %v, problem %q", *sent, s.drafts.Get(id).Problem)
	}
}

// Saved requests are listed, renamed and deleted; their names are never markup.
func TestSavedRequestsAreKept(t *testing.T) {
	s, _, _, store := keepsRequests(t)
	at, page := followed(t, s, "/compose?agent="+url.QueryEscape(referenceOrigin))
	id := mustQuery(t, at).Get("draft")
	name := strings.Join(strings.Fields(hostile), " ")
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, name)
	name = name[:min(len(name), 150)]
	name = strings.ToValidUTF8(name, "")
	submit(t, s, actionOf(t, page, `save\?`), url.Values{"part-1-text": {"one"}, "save-name": {name}})
	submit(t, s, "/compose/"+id+"/save", url.Values{"save-name": {"two"}})
	list := get(t, s, "/compose/"+id+"/saved").Body.String()
	harmless(t, list)
	if strings.Count(list, `class="quiet use"`) != 2 {
		t.Errorf("listed: %s", list)
	}
	if w := submit(t, s, "/compose/"+id+"/save", url.Values{"save-name": {name}}); !strings.Contains(w.Body.String(), "Another saved request is named") {
		t.Errorf("a name that is taken: %s", w.Body)
	}
	submit(t, s, "/compose/"+id+"/rename?n=1&name=two", url.Values{"rename-1": {"three"}})
	if _, err := store.SavedRequest(t.Context(), "three"); err != nil || s.drafts.Get(id).Saved != "three" {
		t.Errorf("renamed: %v, the draft has %q", err, s.drafts.Get(id).Saved)
	}
	submit(t, s, "/compose/"+id+"/forget?name=three", nil)
	if all, err := store.SavedRequests(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if w := submit(t, s, "/compose/"+id+"/use?name=three", nil); !strings.Contains(w.Body.String(), "no longer exists") {
		t.Errorf("one that is gone: %s", w.Body)
	}
	submit(t, s, "/compose/"+id+"/raw", nil)
	if w := submit(t, s, "/compose/"+id+"/save", url.Values{"save-name": {"raw"}}); !strings.Contains(w.Body.String(), "edited by hand cannot be saved") {
		t.Errorf("a request edited by hand: %s", w.Body)
	}
	hits := get(t, s, "/palette?q=saved").Body.String()
	harmless(t, hits)
	if !strings.Contains(hits, "/compose?saved=") {
		t.Errorf("the palette has %s", hits)
	}
}

// A sent message can be recalled into the form, the latest first.
func TestMessagesSentBeforeAreTakenAgain(t *testing.T) {
	f := normalRecord()
	for i, text := range []string{"first", "second"} {
		x, chunks := withBodies(sample(i+20, "past"+text), text)
		x.Origin, x.Agent = wire.Compose, referenceOrigin
		if text == "first" {
			x.Response.Status, x.Labels.State = 401, ""
		}
		f.put(x, chunks...)
	}
	s := newTestServer(t, f, &fakeCaller{})
	at, page := followed(t, s, "/compose?agent="+url.QueryEscape(referenceOrigin))
	id := mustQuery(t, at).Get("draft")
	text := func() string { return s.drafts.Get(id).Parts[0].Text }
	older := actionOf(t, page, "older")
	if submit(t, s, older, nil); text() != "second" {
		t.Errorf("the latest is %q", text())
	}
	if page := get(t, s, at).Body.String(); !strings.Contains(page, `data-recalled="second"`) {
		t.Error("the page does not know what was taken")
	}
	if submit(t, s, "/compose/"+id+"/older", nil); text() != "first" {
		t.Errorf("before that %q", text())
	}
	submit(t, s, "/compose/"+id+"/newer", nil)
	if submit(t, s, "/compose/"+id+"/newer", nil); text() != "" {
		t.Errorf("after all %q", text())
	}
	list := get(t, s, "/compose/"+id+"/past").Body.String()
	harmless(t, list)
	if strings.Count(list, "/recall?") < 2 {
		t.Errorf("listed: %s", list)
	}
	mustSee(t, list, "401 Unauthorized", "completed") // the result of each
	if submit(t, s, "/compose/"+id+"/recall?exchange=0195-pastfirst-20", nil); text() != "first" {
		t.Errorf("picked %q", text())
	}
	if w := submit(t, s, "/compose/"+id+"/recall?exchange=none", nil); !strings.Contains(w.Body.String(), "no longer among the latest") {
		t.Errorf("one that there is not: %s", w.Body)
	}
}

func mustQuery(t *testing.T, at string) url.Values {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

func between(page, from, to string) string {
	_, page, _ = strings.Cut(page, from)
	page, _, _ = strings.Cut(page, to)
	return page
}
