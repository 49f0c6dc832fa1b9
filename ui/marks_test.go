package ui

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func (k *fakeKeeper) EditExchange(ctx context.Context, id string, e wire.ExchangeEdit) (wire.Exchange, error) {
	if e.Note != nil && len(*e.Note) > wire.MaxNoteBytes {
		return wire.Exchange{}, fmt.Errorf("%w: too long", wire.ErrBadEdit)
	}
	x, err := k.f.Exchange(ctx, id)
	if err != nil {
		return x, wire.ErrNotFound
	}
	if e.Pinned != nil {
		x.Pinned = *e.Pinned
	}
	if e.Note != nil {
		x.Note = *e.Note
	}
	return k.f.put(x), nil
}

// An exchange gets a pin and a note on its page, and its row shows them.
func TestExchangeIsMarked(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	const at = "/exchanges/0195-joke-2"
	if page := get(t, s, at).Body.String(); strings.Contains(page, at+"/pin") || !strings.Contains(act(t, s, at+"/pin", "pinned=1").Body.String(), "no page") {
		t.Error("a record that takes no marks is offered some")
	}
	s = newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	page := get(t, s, at).Body.String()
	if strings.Contains(page, "Save as page") {
		t.Error("a console that writes no files offers a page")
	}
	for _, want := range []string{`action="` + at + `/pin"`, `aria-pressed="false"`, `action="` + at + `/note"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, `class="said-mark"`) {
		t.Error("a row has a mark already")
	}
	if page := act(t, s, at+"/pin", "pinned=1").Body.String(); !strings.Contains(page, `aria-pressed="true"`) {
		t.Errorf("pinned: %s", page)
	}
	page = act(t, s, at+"/note", url.Values{"note": {" " + hostile + "\r\nsecond line "}}.Encode()).Body.String()
	harmless(t, page)
	x, err := f.Exchange(t.Context(), "0195-joke-2")
	if err != nil || !x.Pinned || x.Note != strings.ReplaceAll(strings.TrimSpace(hostile), "\r\n", "\n")+"\nsecond line" {
		t.Errorf("kept %v %q, %v", x.Pinned, x.Note, err)
	}
	for _, path := range []string{at, "/traffic"} {
		page := get(t, s, path).Body.String()
		harmless(t, page)
		if strings.Count(page, `class="said-mark"`) != 2 || !strings.Contains(page, ">pinned </span>") || !strings.Contains(page, ">has a note </span>") {
			t.Errorf("%s: the row has %d marks", path, strings.Count(page, `class="said-mark"`))
		}
	}
	if w := act(t, s, at+"/note", url.Values{"note": {strings.Repeat("x", wire.MaxNoteBytes+1)}}.Encode()); !strings.Contains(w.Body.String(), "The note was not saved.") {
		t.Errorf("a note without end: %d %s", w.Code, w.Body)
	}
	if w := act(t, s, "/exchanges/none/pin", "pinned=1"); !strings.Contains(w.Body.String(), "There is no such exchange") {
		t.Errorf("none: %s", w.Body)
	}
}

// An exchange is saved as a page by exporting only that exchange of its session.
func TestExchangeIsSavedAsPage(t *testing.T) {
	files := &paperFiles{body: "<!DOCTYPE html>"}
	s := newTestServer(t, normalRecord(), &fakeCaller{}, func(o *Options) { o.Files = files })
	const at = "/exchanges/0195-joke-2"
	if page := get(t, s, at).Body.String(); !strings.Contains(page, `href="`+at+`/page" download`) {
		t.Error("its page does not offer it")
	}
	w := get(t, s, at+"/page")
	if w.Body.String() != files.body || len(files.only) != 1 || files.only[0] != "0195-joke-2" || w.Header().Get("Content-Disposition") != "attachment; filename=exchange-0195-joke-2.html" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := get(t, s, "/exchanges/none/page"); w.Code != 404 {
		t.Errorf("none: %d", w.Code)
	}
}
