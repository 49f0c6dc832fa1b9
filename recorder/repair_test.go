package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// damage runs statements on a recording, as another program could.
func damage(t *testing.T, path string, statements ...string) {
	t.Helper()
	c, err := database.Dial(t.Context(), database.DSN(path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, q := range statements {
		if _, err := c.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
}

// Details and gaps of an exchange are read back.
func TestDetailsAndGapsAreRead(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := record(t, s, call(), "{}", jsonHead, "{}")
	plain := record(t, s, call(), "{}", jsonHead, "{}")
	at := time.Date(2026, 11, 22, 1, 2, 3, 4, time.UTC)
	passages := []wire.Passage{{Side: wire.Response, Frame: 2, Sent: -1, Kind: wire.PassageDropped, At: at, Rule: "state:completed => drop"}}
	err := s.do(t.Context(), func(w *writer) error {
		_, err := w.conn.Exec(`UPDATE details SET interim = '[{"at":"2026-11-22T01:02:03Z","status":103,"header":{"Link":["</x>"]}}]',
			request_sent = '{"header":{"A":["sent"]}}', response_sent = '{"status":201}', passages = ? WHERE seq = 1`, passagesJSON(passages))
		if err != nil {
			return err
		}
		_, err = w.conn.Exec(`INSERT INTO gaps (version, session, exchange, side, off, bytes, exchanges, began, ended, why, problem)
			VALUES (9, 1, 1, 1, 7, 8, 0, ?1, ?1, 'disk-full', 'no room'), (9, 1, 0, 0, 0, 0, 3, ?1 + 1, ?1 + 2, 'disk-full', '')`, entry.Nanos(at))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	x := list[1]
	if len(x.Interim) != 1 || x.Interim[0].Status != 103 || x.Interim[0].Header.Get("Link") != "</x>" || x.RequestSent.Header.Get("A") != "sent" || x.ResponseSent.Status != 201 {
		t.Errorf("%+v", x)
	}
	gap := wire.Gap{Session: s.Current().ID, Exchange: id, Side: wire.Response, Offset: 7, Bytes: 8, From: at, To: at, Cause: wire.GapDiskFull, Problem: "no room"}
	if len(x.Gaps) != 1 || x.Gaps[0] != gap {
		t.Errorf("gaps %+v", x.Gaps)
	}
	if y := list[0]; y.ID != plain || y.Gaps != nil || y.Interim != nil || y.RequestSent != nil || y.ResponseSent != nil {
		t.Errorf("the other: %+v", y)
	}
	all, err := s.Gaps(t.Context(), s.Current().ID)
	if err != nil || len(all) != 1 || all[0].Exchanges != 3 || all[0].Exchange != "" || !all[0].To.Equal(at.Add(2)) {
		t.Errorf("gaps of the session %+v, %v", all, err)
	}
	if everywhere, err := s.Gaps(t.Context(), ""); err != nil || len(everywhere) != 1 || everywhere[0] != all[0] {
		t.Errorf("gaps of all sessions %+v, %v", everywhere, err)
	}
	if none, err := s.Gaps(t.Context(), "none"); err != nil || len(none) > 0 {
		t.Errorf("gaps of no session: %+v, %v", none, err)
	}
	got, err := s.Passages(t.Context(), id)
	if err != nil || len(got) != 1 || got[0] != passages[0] {
		t.Errorf("passages %+v, %v", got, err)
	}
	if got, err := s.Passages(t.Context(), plain); err != nil || got != nil {
		t.Errorf("passages of the other %+v, %v", got, err)
	}
	if _, err := s.Passages(t.Context(), "none"); !isNotFound(err) {
		t.Errorf("passages of none: %v", err)
	}
}
