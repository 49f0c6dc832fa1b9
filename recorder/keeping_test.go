package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

func ptr[T any](v T) *T { return &v }

func TestSessionsAreEdited(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := s.Current().ID
	got, err := s.Edit(t.Context(), id, wire.SessionEdit{Name: ptr("phones"), Note: ptr("a note"), Pinned: ptr(true), AddTags: []string{"Demo", "b", "a"}})
	if err != nil || got.Name != "phones" || got.Note != "a note" || !got.Pinned || !slices.Equal(got.Tags, []string{"a", "b", "demo"}) {
		t.Fatalf("%+v, %v", got, err)
	}
	got, err = s.Edit(t.Context(), id, wire.SessionEdit{RemoveTags: []string{"a", "DEMO", "none"}})
	if err != nil || got.Note != "a note" || !got.Pinned || !slices.Equal(got.Tags, []string{"b"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, e := range []wire.SessionEdit{{AddTags: []string{"two words"}}, {AddTags: []string{""}}, {Name: ptr(strings.Repeat("x", 201))}, {Note: ptr(strings.Repeat("x", 70000))}} {
		if _, err := s.Edit(t.Context(), id, e); !errors.Is(err, wire.ErrBadEdit) {
			t.Errorf("%.80v: %v", e, err)
		}
	}
	if _, err := s.Edit(t.Context(), "none", wire.SessionEdit{}); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("no session: %v", err)
	}
	record(t, s, call(), "{}", jsonHead, "{}")
	for text, want := range map[string]int{"tag:B": 1, "tag:c": 0, "-tag:b": 0, "note:NOTE": 1, "-note:note": 0, "pinned:yes": 1, "pinned:no": 0, "tag:c tag:b": 1} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := s.Exchanges(t.Context(), f, wire.Page{}); err != nil || len(list) != want {
			t.Errorf("%s: %d, %v", text, len(list), err)
		}
	}
}

// Retention removes the oldest sessions first, and never one that is pinned or being recorded.
func TestRetention(t *testing.T) {
	t.Parallel()
	var hours atomic.Int64 // read by the store's goroutines too
	now := func() time.Time { return time.Date(2026, 5, 1, int(hours.Load()), 0, 0, 0, time.UTC) }
	s := open(t, func(o *Options) { o.Now = now; o.Name = "a" })
	names := func(list []wire.Session) string {
		var out []string
		for _, x := range list {
			out = append(out, x.Name)
		}
		return strings.Join(out, "")
	}
	for _, next := range []string{"b", "c", "d"} {
		record(t, s, call(), "12345", jsonHead, "12345")
		hours.Add(24)
		if _, err := s.NewSession(t.Context(), next); err != nil {
			t.Fatal(err)
		}
	}
	record(t, s, call(), "12345", jsonHead, "12345")
	list, _ := s.Sessions(t.Context())
	if _, err := s.Edit(t.Context(), list[3].ID, wire.SessionEdit{Pinned: ptr(true)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    wire.Retention
		want string
	}{
		{wire.Retention{}, ""}, {wire.Retention{Bytes: 40}, ""}, {wire.Retention{Bytes: 39}, "b"}, {wire.Retention{Bytes: 1}, "bc"},
		{wire.Retention{Days: 1}, ""}, {wire.Retention{Days: 4}, ""}, {wire.Retention{Bytes: 30, Days: 1}, "b"},
	} {
		over, err := s.Prune(t.Context(), c.r, true)
		if err != nil || names(over) != c.want {
			t.Errorf("%+v: %q, %v, want %q", c.r, names(over), err, c.want)
		}
	}
	hours.Add(30)
	if err := s.SetRetention(t.Context(), wire.Retention{Bytes: 100, Days: 2}); err != nil {
		t.Fatal(err)
	}
	s.retain(t.Context())
	if last, all := s.Removed(); all != len(last) || all == 0 {
		t.Errorf("%d removed, %d remembered", all, len(last))
	}
	if list, _ := s.Sessions(t.Context()); names(list) != "dca" {
		t.Errorf("left %q", names(list))
	}
	if r, err := s.Retention(t.Context()); err != nil || r.Bytes != 100 || r.Days != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Setting the clock fifty years ahead or back expires no session: days count as they pass.
func TestRetentionWhenTheClockIsSet(t *testing.T) {
	t.Parallel()
	var years atomic.Int64 // read by the store's goroutines too
	now := func() time.Time {
		t := time.Now()
		// The first word of a time with a monotonic reading holds the wall seconds from bit 30 on. Add would
		// change both readings.
		*(*uint64)(unsafe.Pointer(&t)) += uint64(years.Load() * 365 * 86400 << 30)
		return t
	}
	s := open(t, func(o *Options) { o.Now = now })
	record(t, s, call(), "12345", jsonHead, "12345")
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{50, -50, 0} {
		years.Store(at)
		if over, err := s.Prune(t.Context(), wire.Retention{Days: 30}, true); err != nil || len(over) > 0 {
			t.Errorf("%d years ahead, %d sessions would go, %v", at, len(over), err)
		}
	}
}

func TestSaveCopiesByteForByte(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	a := record(t, s, call(), "op=SendMessage task=t1", sseHead, "data: 1\n\n", "data: 2\n\n")
	record(t, s, call(), "op=GetTask task=t2", jsonHead, "{}")
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	c := record(t, s, call(), "op=GetTask task=t1", jsonHead, "{}")
	for _, id := range []string{a, c} {
		labelled(t, s, id)
	}
	x, err := s.Save(t.Context(), "saved", wire.Selection{Tasks: []string{"t1"}, Exchanges: []string{a}, Filter: &wire.Filter{Ops: []string{"send"}}}, nil)
	if err != nil || x.Name != "saved" || x.Exchanges != 2 || x.Ended.IsZero() || !x.Imported.IsZero() {
		t.Fatalf("%+v, %v", x, err)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{Session: x.ID}, wire.Page{})
	if err != nil || len(list) != 2 || list[1].Link != a || list[0].Link != c || list[1].ID == a || list[1].Labels.Task != "t1" || list[1].Frames != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	was, _ := s.Chunks(t.Context(), a, wire.Response, 0, 0)
	is, _ := s.Chunks(t.Context(), list[1].ID, wire.Response, 0, 0)
	if len(is) != 2 || string(is[1].Data) != string(was[1].Data) || !is[1].At.Equal(was[1].At) {
		t.Errorf("chunks %+v, were %+v", is, was)
	}
	if repeats, err := s.Exchanges(t.Context(), wire.Filter{Link: a, Session: x.ID}, wire.Page{}); err != nil || len(repeats) != 1 {
		t.Errorf("link: %d, %v", len(repeats), err)
	}
	if _, err := s.Save(t.Context(), "", wire.Selection{Tasks: []string{"none"}}, nil); !errors.Is(err, wire.ErrEmptySelection) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := s.Save(t.Context(), "", wire.Selection{Exchanges: []string{"none"}}, nil); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("no such exchange: %v", err)
	}
}

// Save reports progress, and leaves nothing when it is canceled.
func TestSaveTellsAndIsCanceled(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	for range 3 {
		labelled(t, s, record(t, s, call(), "op=SendMessage task=t1", jsonHead, "{}"))
	}
	choice, before := wire.Selection{Tasks: []string{"t1"}}, 0
	if list, err := s.Sessions(t.Context()); err == nil {
		before = len(list)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Save(ctx, "canceled", choice, func(done, total int) {
		if total > 0 && done == 2 {
			cancel()
		}
	})
	if list, lerr := s.Sessions(t.Context()); !errors.Is(err, context.Canceled) || lerr != nil || len(list) != before {
		t.Errorf("canceled: %v; %d sessions, there were %d, %v", err, len(list), before, lerr)
	}
	var told []string
	if _, err := s.Save(t.Context(), "saved", choice, func(done, total int) { told = append(told, fmt.Sprint(done, "/", total)) }); err != nil || !slices.Equal(told, []string{"3/0", "1/3", "2/3", "3/3"}) {
		t.Errorf("told %q, %v", told, err)
	}
}

// TestCopiesAreListedOnce: exchanges saved from a selection are listed only in their own session, as long as
// their originals are on record.
func TestCopiesAreListedOnce(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	first := s.Current().ID
	a := record(t, s, call(), "op=SendMessage task=t1", jsonHead, "{}")
	labelled(t, s, a)
	saved, err := s.Save(t.Context(), "saved", wire.Selection{Tasks: []string{"t1"}}, nil)
	if err != nil || !saved.Copied {
		t.Fatalf("%+v, %v", saved, err)
	}
	again, err := s.Save(t.Context(), "once more", wire.Selection{Tasks: []string{"t1"}}, nil)
	if err != nil || again.Exchanges != 1 {
		t.Errorf("saved again: %d exchanges, %v", again.Exchanges, err)
	}
	ids := func(f wire.Filter) (out []string) {
		t.Helper()
		list, err := s.Exchanges(t.Context(), f, wire.Page{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range list {
			out = append(out, x.ID)
		}
		return out
	}
	copied := ids(wire.Filter{Session: saved.ID})
	if len(copied) != 1 || copied[0] == a {
		t.Fatalf("the saved session holds %v", copied)
	}
	for name, f := range map[string]wire.Filter{"all": {}, "the task": {Task: "t1"}, "the operation": {Ops: []string{"send"}}} {
		if got := ids(f); !slices.Equal(got, []string{a}) {
			t.Errorf("%s lists %v, want %s alone", name, got, a)
		}
	}
	if got := ids(wire.Filter{Link: a}); len(got) != 0 {
		t.Errorf("sent again: %v", got)
	}
	if got := ids(wire.Filter{ID: copied[0]}); !slices.Equal(got, copied) {
		t.Errorf("by its id: %v", got)
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if got := ids(wire.Filter{Task: "t1"}); len(got) != 2 || !slices.Contains(got, copied[0]) {
		t.Errorf("without the original the task has %v", got)
	}
}

func TestFiltersAreSavedAndValuesListed(t *testing.T) {
	t.Parallel()
	s := open(t, withLabels)
	labelled(t, s, record(t, s, call(), "op=SendMessage task=task-1 state=TASK_STATE_INPUT_REQUIRED", jsonHead, "{}"))
	labelled(t, s, record(t, s, call(), "op=GetTask task=task-2", jsonHead, "{}"))
	for _, f := range []wire.SavedFilter{{Name: "b", Text: "op:get"}, {Name: "a", Text: "op:send"}, {Name: "b", Text: "op:list"}} {
		if err := s.SaveFilter(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	var bad *filter.Error
	if err := s.SaveFilter(t.Context(), wire.SavedFilter{Name: "c", Text: "what:x"}); !errors.As(err, &bad) {
		t.Errorf("unreadable filter: %v", err)
	}
	if err := s.SaveFilter(t.Context(), wire.SavedFilter{Text: "op:get"}); !errors.Is(err, wire.ErrBadEdit) {
		t.Errorf("no name: %v", err)
	}
	long := wire.SavedFilter{Name: "long", Text: strings.Repeat("x", filter.MaxBytes+1)}
	if err := s.SaveFilter(t.Context(), long); !errors.As(err, &bad) || !strings.Contains(err.Error(), "at most 8192") {
		t.Errorf("a long filter: %v", err)
	}
	list, err := s.Filters(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "a" || list[1].Text != "op:list" {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.DropFilter(t.Context(), "b"); err != nil {
		t.Error(err)
	}
	if err := s.DropFilter(t.Context(), "b"); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("dropped twice: %v", err)
	}
	for key, want := range map[string][]string{
		"op g": {"GetTask"}, "state ": {"input-required"}, "agent 127": {"127.0.0.1:9999"}, "caller te": {"test/1"}, "task task-": {"task-1", "task-2"}, "task task-2": {"task-2"}, "dur ": nil, "context ": nil,
	} {
		k, prefix, _ := strings.Cut(key, " ")
		if got, err := s.Values(t.Context(), k, prefix, 0); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", key, got, err, want)
		}
	}
}
