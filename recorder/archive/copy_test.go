package archive_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// A file whose session is on record is imported as a copy: the same bytes under new ids, also in links between
// its exchanges.
func TestCopy(t *testing.T) {
	t.Parallel()
	recorded := open(t, nil)
	sample(t, recorded, 3, 25)
	session := recorded.Current().ID
	if _, err := recorded.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	file := export(t, recorded, session)
	_, list, _ := all(t, recorded, session) // latest first
	for _, x := range list[:len(list)-1] {
		if x.Link != "" {
			file = bytes.ReplaceAll(file, []byte(x.Link), []byte(list[len(list)-1].ID))
			break
		}
	}
	store := open(t, nil)
	take(t, store, file)
	_, err := archive.Read(t.Context(), bytes.NewReader(file), archive.ReadOptions{}, store.Import("a.jsonl"))
	var taken *wire.ExistsError
	if !errors.As(err, &taken) || taken.Session != session {
		t.Fatalf("the session is on record, and the import says %v", err)
	}
	sum, err := archive.Read(t.Context(), bytes.NewReader(file), archive.ReadOptions{Copy: true}, store.Import("a.jsonl"))
	if err != nil || sum.Session == session {
		t.Fatalf("%q, %v", sum.Session, err)
	}
	_, old, bodies := all(t, store, session)
	_, copied, copies := all(t, store, sum.Session)
	if len(copied) != len(old) || len(old) == 0 {
		t.Fatalf("%d of %d exchanges", len(copied), len(old))
	}
	ids, links := map[string]string{}, 0
	for i := range old {
		ids[old[i].ID] = copied[i].ID
		if old[i].ID == copied[i].ID || old[i].URL != copied[i].URL {
			t.Errorf("%s became %s", old[i].ID, copied[i].ID)
		}
	}
	for i := range bodies {
		for k := range bodies[i] {
			if !bytes.Equal(bodies[i][k].Data, copies[i][k].Data) {
				t.Errorf("%s: the bytes differ", bodies[i][k].Exchange)
			}
		}
	}
	for i := range old {
		if to, ok := ids[old[i].Link]; ok {
			links++
			if copied[i].Link != to {
				t.Errorf("%s links to %q, want %q", copied[i].ID, copied[i].Link, to)
			}
		} else if copied[i].Link != old[i].Link {
			t.Errorf("%s links to %q, want %q", copied[i].ID, copied[i].Link, old[i].Link)
		}
	}
	if links == 0 {
		t.Error("no link within the file")
	}
}

// The rules of a copy name the copies of exchanges.
func TestCopiedRulesNameCopies(t *testing.T) {
	t.Parallel()
	m := lossy()
	got, _ := readMemory(t, m.jsonl(t), archive.ReadOptions{Copy: true})
	if len(got.rules) != 2 || got.rules[0].Text != m.rules[0].Text || got.rules[0].Fired != 3 ||
		!slices.Equal(got.rules[0].LastExchanges, []string{got.wholes[1].ID, got.wholes[0].ID}) {
		t.Errorf("%+v of exchanges %s, %s", got.rules, got.wholes[0].ID, got.wholes[1].ID)
	}
}
