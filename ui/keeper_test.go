package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/host"
)

// fakeKeeper records the changes that it is asked for. Methods that the tests do not expect panic.
type fakeKeeper struct {
	host.Keeper
	f      *fakeRecord
	choice wire.Selection
	saved  []wire.SavedFilter
	edit   wire.SessionEdit
	limits wire.Retention
	gone   []wire.Session
	gate   chan struct{} // saving waits for it, with 3 of 7 copied; nil: it does not wait
}

func (k *fakeKeeper) Mute(_ context.Context, m wire.Mute) error {
	if m.Reason == "" {
		return fmt.Errorf("%w: a reason is needed", wire.ErrBadEdit)
	}
	k.f.mu.Lock()
	defer k.f.mu.Unlock()
	k.f.mutes = append(k.f.mutes, m)
	return nil
}

func (k *fakeKeeper) Unmute(_ context.Context, check, session string) error {
	k.f.mu.Lock()
	defer k.f.mu.Unlock()
	before := len(k.f.mutes)
	k.f.mutes = slices.DeleteFunc(k.f.mutes, func(m wire.Mute) bool { return m.Check == check && m.Session == session })
	if len(k.f.mutes) == before {
		return wire.ErrNotFound
	}
	return nil
}

func (k *fakeKeeper) Removed() ([]wire.Session, int) { return k.gone, len(k.gone) }

func (k *fakeKeeper) Retention(context.Context) (wire.Retention, error) { return k.limits, nil }

func (k *fakeKeeper) SetRetention(_ context.Context, r wire.Retention) error {
	k.limits = r
	return nil
}

func (k *fakeKeeper) Prune(_ context.Context, r wire.Retention, dry bool) (gone []wire.Session, err error) {
	kept := k.f.sessions[:0:0]
	for _, s := range k.f.sessions {
		if s.Bytes > r.Bytes && r.Bytes > 0 {
			gone = append(gone, s)
		} else {
			kept = append(kept, s)
		}
	}
	if !dry {
		k.f.sessions = kept
	}
	return gone, nil
}

func (k *fakeKeeper) Values(_ context.Context, key, prefix string, _ int) ([]string, error) {
	return []string{prefix + "-of-" + key}, nil
}

func (k *fakeKeeper) Save(ctx context.Context, name string, c wire.Selection, tell func(done, total int)) (wire.Session, error) {
	k.choice = c
	if k.gate != nil {
		tell(3, 7)
		select {
		case <-k.gate:
		case <-ctx.Done():
			return wire.Session{}, fmt.Errorf("save as session: %w", ctx.Err())
		}
	}
	return wire.Session{ID: "saved"}, nil
}

func (k *fakeKeeper) Edit(_ context.Context, id string, e wire.SessionEdit) (wire.Session, error) {
	k.edit = e
	return wire.Session{}, nil
}

func (k *fakeKeeper) Filters(context.Context) ([]wire.SavedFilter, error) { return k.saved, nil }

func (k *fakeKeeper) SaveFilter(_ context.Context, f wire.SavedFilter) error {
	if _, err := words.FilterVocabulary().Parse(f.Text); err != nil {
		return err
	}
	k.saved = append(k.saved, f)
	return nil
}

func (k *fakeKeeper) DropFilter(_ context.Context, name string) error {
	n := len(k.saved)
	k.saved = slices.DeleteFunc(k.saved, func(f wire.SavedFilter) bool { return f.Name == name })
	if len(k.saved) == n {
		return wire.ErrNotFound
	}
	return nil
}

func TestFilterIsCompletedAsAWhole(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	page := get(t, s, "/filter?"+url.Values{"q": {"op:send caller:pyt"}, "at": {"18"}}.Encode()).Body.String()
	if !strings.Contains(page, `data-head="op:send caller:pyt-of-caller" data-rest=""`) {
		t.Errorf("got %s", page)
	}
	page = get(t, s, "/filter?"+url.Values{"q": {"sta op:send"}, "at": {"3"}}.Encode()).Body.String()
	if !strings.Contains(page, `data-head="state:" data-rest=" op:send"`) || !strings.Contains(page, `data-head="status:" data-rest=" op:send"`) || strings.Count(page, `role="option"`) != 2 {
		t.Errorf("in the middle: %s", page)
	}
	page = get(t, s, "/filter?"+url.Values{"q": {hostile}, "at": {"-9"}}.Encode()).Body.String()
	harmless(t, page)
	if strings.Contains(page, "\r") {
		t.Error("a carriage return reaches the stream")
	}
}

func TestFilteredExchangesBecomeASession(t *testing.T) {
	f := normalRecord()
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	w := act(t, s, "/sessions/save", "q=op%3Asend")
	if !strings.Contains(w.Body.String(), "/sessions/saved") || k.choice.Filter == nil || !slices.Equal(k.choice.Filter.Ops, []string{"send"}) || !slices.Contains(k.choice.Filter.ExcludedOrigins, wire.Console) {
		t.Errorf("%+v: %s", k.choice.Filter, w.Body)
	}
	k.choice = wire.Selection{}
	if w := act(t, s, "/sessions/save", "q=nonsense%3Ax"); k.choice.Filter != nil || !strings.Contains(w.Body.String(), "Nothing was saved.") {
		t.Errorf("a broken filter saves everything: %s", w.Body)
	}
}

func TestChosenRowsBecomeASession(t *testing.T) {
	f := normalRecord()
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	if w := act(t, s, "/sessions/save", "ids=b+a%20c"); !strings.Contains(w.Body.String(), "/sessions/saved") || !slices.Equal(k.choice.Exchanges, []string{"b", "a", "c"}) || k.choice.Filter != nil {
		t.Errorf("%+v: %s", k.choice, w.Body)
	}
	if w := act(t, s, "/sessions/save", "task=task-1"); !strings.Contains(w.Body.String(), "/sessions/saved") || !slices.Equal(k.choice.Tasks, []string{"task-1"}) || k.choice.Filter != nil || k.choice.Exchanges != nil {
		t.Errorf("%+v: %s", k.choice, w.Body)
	}
	for _, form := range []string{"ids=", "ids=" + strings.Repeat("x+", 5001)} {
		k.choice = wire.Selection{}
		if w := act(t, s, "/sessions/save", form); k.choice.Exchanges != nil || k.choice.Filter != nil || !strings.Contains(w.Body.String(), "Nothing was done.") {
			t.Errorf("%.20s: %s", form, w.Body)
		}
	}
	if w := act(t, s, "/sessions/save", "ids=b+a&then=replay"); !strings.Contains(w.Body.String(), "/replays/new?session=saved") || !slices.Equal(k.choice.Exchanges, []string{"b", "a"}) {
		t.Errorf("replay: %+v: %s", k.choice, w.Body)
	}
	if w := act(t, s, "/sessions/save", "ids=b+a&then=test"); !strings.Contains(w.Body.String(), "/sessions/saved/test") {
		t.Errorf("test: %s", w.Body)
	}
	page := get(t, s, "/traffic?q=state:completed").Body.String()
	for _, label := range []string{`id="picked"`, "Save selected as session", "Save all matching as session", ">Replay…<", ">Compare<"} {
		if !strings.Contains(page, label) {
			t.Errorf("the list lacks %s", label)
		}
	}
	if strings.Contains(page, ">Save as session<") {
		t.Error("a button does not say what it saves")
	}
}

// Chosen exchanges are exported to a file, from whatever sessions they are.
func TestChosenRowsAreExported(t *testing.T) {
	files := &paperFiles{body: "{}"}
	s := newTestServer(t, normalRecord(), &fakeCaller{}, func(o *Options) { o.Files = files })
	w := submitPlain(t, s, "/exchanges/export", url.Values{"ids": {"b a"}, "format": {"har"}})
	if w.Code != http.StatusOK || w.Body.String() != "{}" || !strings.Contains(w.Header().Get("Content-Disposition"), "selection") || !slices.Equal(files.only, []string{"b", "a"}) || files.session != "" {
		t.Errorf("%d %v of session %q: %v %s", w.Code, files.only, files.session, w.Header(), w.Body)
	}
	for _, form := range []url.Values{{"ids": {""}, "format": {"har"}}, {"ids": {"a"}, "format": {"exe"}}, {"q": {"op:send"}, "format": {"har"}}} {
		if w := submitPlain(t, s, "/exchanges/export", form); w.Code != http.StatusBadRequest {
			t.Errorf("%v: %d", form, w.Code)
		}
	}
	if page := get(t, s, "/traffic").Body.String(); !strings.Contains(page, `action="/exchanges/export"`) {
		t.Error("the list does not offer to export rows that are selected")
	}
}

// submitPlain sends a form as a browser does without script.
func submitPlain(t *testing.T, s *Server, target string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := request(s, http.MethodPost, target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestSessionIsMarked(t *testing.T) {
	f := normalRecord()
	f.sessions[0].Tags = []string{"old", "kept"}
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	if w := act(t, s, "/sessions/session-1/marks", "tags=kept%2C+new&note=+why+&pinned=1"); w.Code != 204 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if !slices.Equal(k.edit.AddTags, []string{"kept", "new"}) || !slices.Equal(k.edit.RemoveTags, []string{"old"}) || *k.edit.Note != "why" || !*k.edit.Pinned {
		t.Errorf("%+v", k.edit)
	}
	page := get(t, s, "/sessions").Body.String()
	harmless(t, page)
	if !strings.Contains(page, `value="old kept"`) {
		t.Error("the form does not say what is there")
	}
}

func TestLimitIsLookedAtBeforeItIsSet(t *testing.T) {
	f := normalRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "big", Name: hostile, Bytes: 5 << 20, Ended: fakeNow()})
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	n := len(f.sessions)
	if page := get(t, s, "/settings").Body.String(); !strings.Contains(page, "Retention: unlimited") {
		t.Error("a limit is set from the start")
	}
	page := act(t, s, "/settings/retention-preview", "size=1.5&unit=MB&days=").Body.String()
	harmless(t, page)
	if !strings.Contains(page, "would remove 1 session, 5.0 MB") || !strings.Contains(page, `name="size" value="1572864"`) || k.limits != (wire.Retention{}) || len(f.sessions) != n {
		t.Errorf("%+v: %s", k.limits, page)
	}
	page = act(t, s, "/settings/retention", "size=1.5&unit=MB&days=30").Body.String()
	harmless(t, page)
	if !strings.Contains(page, "Removed 1 session, 5.0 MB. Retention from now on: at most 1.5 MB, 30 days.") || k.limits != (wire.Retention{Bytes: 3 << 19, Days: 30}) || len(f.sessions) != n-1 {
		t.Errorf("%+v: %s", k.limits, page)
	}
	for _, bad := range []string{"size=much", "size=-1", "size=NaN", "size=1e300&unit=GB", "days=1.5", "days=-1", "days=99999"} {
		if w := act(t, s, "/settings/retention", bad); !strings.Contains(w.Body.String(), "<strong>Invalid ") {
			t.Errorf("%s: %s", bad, w.Body)
		}
	}
	if act(t, s, "/settings/retention", "size=&days="); k.limits != (wire.Retention{}) {
		t.Errorf("%+v after the limits were taken away", k.limits)
	}
}

// TestValuesOnRecordAreNamed: if a filter names a caller or a tag that is not on record, the empty
// list names those that are.
func TestValuesOnRecordAreNamed(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	for q, want := range map[string]string{
		"caller:nobody": "Recorded values: caller:-of-caller.", "caller:my* tag:none": "Recorded values: tag:-of-tag.", "caller:*of*": "", "op:send": "",
	} {
		page := get(t, s, "/traffic?q="+url.QueryEscape(q)).Body.String()
		if !strings.Contains(page, "Nothing matches") || !strings.Contains(page, want) || want == "" && strings.Contains(page, "Recorded values") {
			t.Errorf("%s: says nothing of %q", q, want)
		}
	}
}
