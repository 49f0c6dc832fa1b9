package ui

import (
	"regexp"
	"strings"
	"testing"
)

// beginSaving saves a task that takes longer than a page waits, and returns the page that shows the
// progress.
func beginSaving(t *testing.T, s *Server, more string) string {
	t.Helper()
	w := act(t, s, "/sessions/save", "task=task-1"+more)
	at := regexp.MustCompile(`/saving/[0-9a-f-]+`).FindString(w.Body.String())
	if at == "" {
		t.Fatalf("saving a large selection answers %s", w.Body)
	}
	return at
}

// A large selection is saved in the background: a page shows the progress, and then links to the
// result.
func TestLargeSelectionsAreSavedInTheBackground(t *testing.T) {
	f := normalRecord()
	k := &fakeKeeper{f: f, gate: make(chan struct{})}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	at := beginSaving(t, s, "&name=Phone")
	page := mainOf(get(t, s, at).Body.String())
	for _, want := range []string{"3 of 7 exchanges copied", "“Phone”", `action="` + at + `/stop"`, "Cancel"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	replayed := beginSaving(t, s, "&then=replay")
	if w := act(t, s, "/sessions/save", "task=task-1"); !strings.Contains(w.Body.String(), "Two selections are being saved.") {
		t.Errorf("a third answers %s", w.Body)
	}
	close(k.gate)
	idle(s)
	for at, to := range map[string]string{at: "/sessions/saved", replayed: "/replays/new?session=saved"} {
		if w := get(t, s, at); w.Code != 303 || w.Header().Get("Location") != to {
			t.Errorf("when it is over the page answers HTTP %d, %s", w.Code, w.Header().Get("Location"))
		}
	}
}

func TestSavingIsCanceled(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f, gate: make(chan struct{})} })
	at := beginSaving(t, s, "")
	act(t, s, at+"/stop", "")
	idle(s)
	if page := mainOf(get(t, s, at).Body.String()); !strings.Contains(page, "Canceled: nothing was saved.") || strings.Contains(page, "<form") {
		t.Errorf("got %s", page)
	}
	if w := get(t, s, "/saving/none"); w.Code != 404 || !strings.Contains(w.Body.String(), `href="/sessions">Go to Sessions`) {
		t.Errorf("another address answers HTTP %d %s", w.Code, mainOf(w.Body.String()))
	}
}
