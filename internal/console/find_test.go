package console

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestFind: an id, a part of it that is one's alone, or a session's name; what fits several
// names them, and what fits none is not on record.
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
		for _, short := range []string{id, wire.IDEnd(id), id[:4] + "…" + wire.IDEnd(id)} {
			if found, err := Find(t.Context(), store, short); err != nil || found.Exchange == nil || found.Exchange.ID != id {
				t.Errorf("%s: %+v, %v", short, found, err)
			}
		}
	}
	session := store.Current().ID
	for _, short := range []string{session, wire.IDEnd(session), session[:30], "mine"} {
		if found, err := Find(t.Context(), store, short); err != nil || found.Session.ID != session {
			t.Errorf("%s: %+v, %v", short, found, err)
		}
	}
	if _, err := FindExchange(t.Context(), store, ids[0][:4]); err == nil || !strings.Contains(err.Error(), ids[0]) || !strings.Contains(err.Error(), ids[1]) {
		t.Errorf("an id of two exchanges: %v", err)
	}
	if _, err := Find(t.Context(), store, "nothing"); !errors.Is(err, wire.ErrNotFound) || err.Error() != `no session "nothing" in this record; sessions list shows those there are` {
		t.Errorf("nothing: %v", err)
	}
}
