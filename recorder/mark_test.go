package recorder

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func recordedCall(t *testing.T, s *Store) wire.Exchange {
	t.Helper()
	tape := s.Begin(call())
	tape.Write(wire.Request, time.Now(), []byte("a body"), false)
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func marked(t *testing.T, s *Store, id string, pinned bool, note string) wire.Exchange {
	t.Helper()
	x, err := s.EditExchange(t.Context(), id, wire.ExchangeEdit{Pinned: &pinned, Note: &note})
	if err != nil || x.Pinned != pinned || x.Note != note {
		t.Fatalf("%v %q, %v", x.Pinned, x.Note, err)
	}
	return x
}

// Notes and pins are stored, change the exchange's version, and are found.
func TestMarksOfExchanges(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	var ids []string
	for range 3 {
		ids = append(ids, recordedCall(t, s).ID)
	}
	was, err := s.Versions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	marked(t, s, ids[0], true, "")
	marked(t, s, ids[1], false, "The Customer's case")
	if _, list, err := s.ChangesSince(t.Context(), was, 10); err != nil || len(list) != 2 || !list[0].Pinned || list[1].Note == "" {
		t.Errorf("watchers are told of %+v, %v", list, err)
	}
	note := "on the whole"
	if _, err := s.Edit(t.Context(), s.Current().ID, wire.SessionEdit{Note: &note}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f    wire.Filter
		want []string
	}{
		{wire.Filter{Conditions: []string{"pinned"}}, ids[:1]},
		{wire.Filter{Exclusions: []wire.Filter{{Conditions: []string{"pinned"}}}}, []string{ids[2], ids[1]}},
		{wire.Filter{Conditions: []string{"pinned", "failed"}}, nil},
		{wire.Filter{Notes: []string{"customer"}}, ids[1:2]},
		{wire.Filter{Notes: []string{"nobody", "CASE"}}, ids[1:2]},
		{wire.Filter{Notes: []string{"whole"}}, []string{ids[2], ids[1], ids[0]}},
		{wire.Filter{Notes: []string{"whole", "case"}}, []string{ids[2], ids[1], ids[0]}},
		{wire.Filter{Exclusions: []wire.Filter{{Notes: []string{"customer"}}}}, []string{ids[2], ids[0]}},
		{wire.Filter{Notes: []string{"nothing"}}, nil},
	} {
		list, err := s.Exchanges(t.Context(), c.f, wire.Page{})
		var got []string
		for _, x := range list {
			got = append(got, x.ID)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v selects %v, want %v, %v", c.f, got, c.want, err)
		}
	}
	if n := rows(t, s, "marks"); n != 2 {
		t.Errorf("%d rows", n)
	}
	marked(t, s, ids[0], false, "")
	if n := rows(t, s, "marks"); n != 1 {
		t.Errorf("%d rows once nothing is said of the first", n)
	}
	long := strings.Repeat("x", wire.MaxNoteBytes+1)
	if _, err := s.EditExchange(t.Context(), ids[0], wire.ExchangeEdit{Note: &long}); !errors.Is(err, wire.ErrBadEdit) {
		t.Errorf("a note without end: %v", err)
	}
	if _, err := s.EditExchange(t.Context(), "none", wire.ExchangeEdit{}); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("an exchange that there is not: %v", err)
	}
}

func rows(t *testing.T, s *Store, table string) (n int) {
	t.Helper()
	if err := s.readers.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Retention keeps a session that holds a pinned exchange.
func TestPinnedExchangesAreKept(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	x := recordedCall(t, s)
	kept := x.Session
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	gone := recordedCall(t, s).Session
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	marked(t, s, x.ID, true, "keep")
	ses, err := s.Session(t.Context(), kept)
	if err != nil || ses.Pins != 1 {
		t.Fatalf("%d pins, %v", ses.Pins, err)
	}
	list, err := s.Prune(t.Context(), wire.Retention{Bytes: 1}, false)
	if err != nil || len(list) != 1 || list[0].ID != gone {
		t.Fatalf("removed %+v, %v", list, err)
	}
	if y, err := s.Exchange(t.Context(), x.ID); err != nil || !y.Pinned {
		t.Errorf("%+v, %v", y, err)
	}
	marked(t, s, x.ID, false, "keep")
	if list, err := s.Prune(t.Context(), wire.Retention{Bytes: 1}, false); err != nil || len(list) != 1 {
		t.Errorf("unpinned, removed %+v, %v", list, err)
	}
	if n := rows(t, s, "marks"); n != 0 {
		t.Errorf("%d marks of exchanges that are gone", n)
	}
}

// Deleting a session hides its marks, and bringing it back restores them.
func TestMarksComeBackWithTheirSession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	x := recordedCall(t, s)
	marked(t, s, x.ID, true, "a word")
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	pinned := func() int {
		list, err := s.Exchanges(t.Context(), wire.Filter{Conditions: []string{"pinned"}, Notes: []string{"word"}}, wire.Page{})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for _, c := range []struct {
		do   func() error
		want int
	}{
		{func() error { return s.Delete(t.Context(), x.Session) }, 0},
		{func() error { return s.Undelete(t.Context(), x.Session) }, 1},
		{func() error { return s.Remove(t.Context(), x.Session) }, 0},
	} {
		if err := c.do(); err != nil || pinned() != c.want {
			t.Errorf("%d, want %d, %v", pinned(), c.want, err)
		}
	}
	if n := rows(t, s, "marks"); n != 0 {
		t.Errorf("%d marks left", n)
	}
}

func TestSavedRequests(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	ctx := t.Context()
	was, err := s.Versions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	save := func(name, agent, body string) error {
		return s.SaveRequest(ctx, wire.SavedRequest{Name: name, Agent: agent, Body: []byte(body)})
	}
	for _, r := range [][3]string{{" b ", "http://a", "1"}, {"a", "http://b", "2"}, {"b", "http://c", "3"}} {
		if err := save(r[0], r[1], r[2]); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.SavedRequests(ctx)
	if err != nil || len(list) != 2 || list[0].Name != "a" || list[1].Agent != "http://c" || list[1].Body != nil || list[1].Saved.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
	if r, err := s.SavedRequest(ctx, "b"); err != nil || string(r.Body) != "3" || r.Agent != "http://c" {
		t.Errorf("%+v, %v", r, err)
	}
	if now, err := s.Versions(ctx); err != nil || now.Sessions <= was.Sessions {
		t.Errorf("pages learn of it by %d after %d, %v", now.Sessions, was.Sessions, err)
	}
	if err := s.RenameRequest(ctx, "b", "a"); !errors.Is(err, wire.ErrBadEdit) {
		t.Errorf("a name that is taken: %v", err)
	}
	if err := s.RenameRequest(ctx, "b", "c"); err != nil {
		t.Error(err)
	}
	for _, err := range []error{s.DropRequest(ctx, "b"), s.RenameRequest(ctx, "b", "d"), func() error { _, err := s.SavedRequest(ctx, "b"); return err }()} {
		if !errors.Is(err, wire.ErrNotFound) {
			t.Errorf("one that there is not: %v", err)
		}
	}
	if err := s.DropRequest(ctx, "c"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"", "  ", "two\nlines", strings.Repeat("x", wire.MaxNameBytes+1)} {
		if err := save(name, "", ""); !errors.Is(err, wire.ErrBadEdit) {
			t.Errorf("name %q: %v", name, err)
		}
	}
}
