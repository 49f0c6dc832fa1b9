package console

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestFind finds by an id, an unambiguous part of it, or a session's name. The error for an
// ambiguous part lists the matches; without a match it is wire.ErrNotFound.
func TestFind(t *testing.T) {
	store, err := recorder.Open(recorder.Options{Path: t.TempDir() + "/r.db", Name: "mine", ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var ids []string
	for range 2 {
		tape := store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://a", Method: "POST", URL: "http://a/"})
		if err := tape.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, tape.ID())
	}
	for _, id := range ids {
		for _, short := range []string{id, wire.IDSuffix(id), id[:4] + "…" + wire.IDSuffix(id)} {
			if found, err := Find(t.Context(), store, short); err != nil || found.Exchange == nil || found.Exchange.ID != id {
				t.Errorf("%s: %+v, %v", short, found, err)
			}
		}
	}
	session := store.Current().ID
	for _, short := range []string{session, wire.IDSuffix(session), session[:30], "mine"} {
		if found, err := Find(t.Context(), store, short); err != nil || found.Session.ID != session {
			t.Errorf("%s: %+v, %v", short, found, err)
		}
	}
	if _, err := FindExchange(t.Context(), store, ids[0][:4]); err == nil || !strings.Contains(err.Error(), ids[0]) || !strings.Contains(err.Error(), ids[1]) {
		t.Errorf("an id of two exchanges: %v", err)
	}
	if _, err := Find(t.Context(), store, "nothing"); !errors.Is(err, wire.ErrNotFound) || err.Error() != `there is no session "nothing" in this record; "sessions list" shows the sessions` {
		t.Errorf("nothing: %v", err)
	}
}

// listing is a record that lists sessions.
type listing []wire.Session

func (l listing) Sessions(context.Context) ([]wire.Session, error) {
	wire.MarkTwins(l)
	return l, nil
}

// TestFindByWhatIsListed: every name that a session is listed by finds it, and an ambiguous one lists the
// sessions with their ids.
func TestFindByWhatIsListed(t *testing.T) {
	const id = "01993c5e-0000-7000-8000-00000000000"
	long := strings.Repeat("word ", 40)
	store := listing{
		{ID: id + "1", FirstMessage: "order a table"}, {ID: id + "2", FirstMessage: "order a table"}, {ID: id + "3", FirstMessage: "hi\x1b[2J there"},
		{ID: id + "4", FirstMessage: long}, {ID: id + "5", Name: "  two   spaces "}, {ID: id + "6", FirstMessage: "said, not named"},
		{ID: id + "9", FirstMessage: long + "x"}, {ID: id + "7", Name: "replay of x"}, {ID: id + "8", Name: "replay of x"},
	}
	if _, err := store.Sessions(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range store {
		store[i].Started = time.Date(2026, 3, 4, 10, 0, i, 0, time.UTC)
	}
	for _, s := range store {
		name := words.OneLine(words.SessionName(s))
		if found, err := FindSession(t.Context(), store, name); err != nil || found.ID != s.ID {
			t.Errorf("%q: %s, %v", name, found.ID, err)
		}
	}
	for name, want := range map[string]string{long: id + "4", long + "x": id + "9", "said, not …": id + "6", "  two   spaces ": id + "5", "two \t spaces": id + "5", "said, not named": id + "6"} {
		if found, err := FindSession(t.Context(), store, name); err != nil || found.ID != want {
			t.Errorf("%q: %s, %v", name, found.ID, err)
		}
	}
	for name, all := range map[string][2]string{"order a table": {id + "1", id + "2"}, "replay of x": {id + "7", id + "8"}, "order…": {id + "1", id + "2"}} {
		if _, err := FindSession(t.Context(), store, name); err == nil || errors.Is(err, wire.ErrNotFound) || !strings.Contains(err.Error(), all[0]) || !strings.Contains(err.Error(), all[1]) {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, none := range []string{"", "…", "order"} {
		if _, err := FindSession(t.Context(), store, none); !errors.Is(err, wire.ErrNotFound) {
			t.Errorf("%q: %v", none, err)
		}
	}
}
