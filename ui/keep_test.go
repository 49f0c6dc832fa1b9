package ui

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/wire"
)

// fakeKeeper notes what it is told; what it is not asked in tests panics.
type fakeKeeper struct {
	Keeper
	f      *fakeRecord
	choice wire.Choice
	saved  []wire.SavedFilter
	edit   wire.SessionEdit
}

func (k *fakeKeeper) Values(_ context.Context, key, prefix string, _ int) ([]string, error) {
	return []string{prefix + "-of-" + key}, nil
}

func (k *fakeKeeper) Save(_ context.Context, name string, c wire.Choice) (wire.Session, error) {
	k.choice = c
	return wire.Session{ID: "saved"}, nil
}

func (k *fakeKeeper) Edit(_ context.Context, id string, e wire.SessionEdit) (wire.Session, error) {
	k.edit = e
	return wire.Session{}, nil
}

func (k *fakeKeeper) Filters(context.Context) ([]wire.SavedFilter, error) { return k.saved, nil }

func (k *fakeKeeper) SaveFilter(_ context.Context, f wire.SavedFilter) error {
	if _, err := wire.ParseFilter(f.Text); err != nil {
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
	s := newTestServer(t, f, &fakeCaller{})
	s.Keeper = &fakeKeeper{f: f}
	page := get(t, s, "/filter?"+url.Values{"q": {"op:send caller:pyt"}, "at": {"18"}}.Encode()).Body.String()
	if !strings.Contains(page, `value="op:send caller:pyt-of-caller"`) {
		t.Errorf("got %s", page)
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
	s := newTestServer(t, f, &fakeCaller{})
	s.Keeper = k
	w := act(t, s, "/sessions/save", "q=op%3Asend")
	if !strings.Contains(w.Body.String(), "/sessions/saved") || k.choice.Filter == nil || !slices.Equal(k.choice.Filter.Ops, []string{"send"}) || !slices.Contains(k.choice.Filter.Not, wire.Console) {
		t.Errorf("%+v: %s", k.choice.Filter, w.Body)
	}
	k.choice = wire.Choice{}
	if w := act(t, s, "/sessions/save", "q=nonsense%3Ax"); k.choice.Filter != nil || !strings.Contains(w.Body.String(), "Nothing was saved.") {
		t.Errorf("a broken filter saves everything: %s", w.Body)
	}
}

func TestChosenRowsBecomeASession(t *testing.T) {
	f := normalRecord()
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{})
	s.Keeper = k
	if w := act(t, s, "/sessions/save", "ids=b+a%20c"); !strings.Contains(w.Body.String(), "/sessions/saved") || !slices.Equal(k.choice.Exchanges, []string{"b", "a", "c"}) || k.choice.Filter != nil {
		t.Errorf("%+v: %s", k.choice, w.Body)
	}
	if w := act(t, s, "/sessions/save", "task=task-1"); !strings.Contains(w.Body.String(), "/sessions/saved") || !slices.Equal(k.choice.Tasks, []string{"task-1"}) || k.choice.Filter != nil || k.choice.Exchanges != nil {
		t.Errorf("%+v: %s", k.choice, w.Body)
	}
	for _, form := range []string{"ids=", "ids=" + strings.Repeat("x+", maxPicked+1)} {
		k.choice = wire.Choice{}
		if w := act(t, s, "/sessions/save", form); k.choice.Exchanges != nil || k.choice.Filter != nil || !strings.Contains(w.Body.String(), "Nothing was saved.") {
			t.Errorf("%.20s: %s", form, w.Body)
		}
	}
	if page := get(t, s, "/traffic").Body.String(); !strings.Contains(page, `id="picked"`) || !strings.Contains(page, "Copies the selected exchanges") {
		t.Error("the list offers nothing for rows that are selected")
	}
}

func TestSessionIsMarked(t *testing.T) {
	f := normalRecord()
	f.sessions[0].Tags = []string{"old", "kept"}
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{})
	s.Keeper = k
	if w := act(t, s, "/sessions/session-1/marks", "tags=kept%2C+new&note=+why+&pinned=1"); w.Code != 204 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if !slices.Equal(k.edit.Tag, []string{"kept", "new"}) || !slices.Equal(k.edit.Untag, []string{"old"}) || *k.edit.Note != "why" || !*k.edit.Pinned {
		t.Errorf("%+v", k.edit)
	}
	page := get(t, s, "/sessions").Body.String()
	harmless(t, page)
	if !strings.Contains(page, `value="old kept"`) {
		t.Error("the form does not say what is there")
	}
}
