package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestRmOfTheDeleted: a session that a console has deleted, but keeps for a while, can be removed by its
// id, as the error of importing the same session advises.
func TestRmOfTheDeleted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	store, err := recorder.Open(recorder.Options{Path: path, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	tape := store.Begin(wire.Exchange{Agent: "http://127.0.0.1:1", Method: "POST", URL: "http://127.0.0.1:1/"})
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := store.Current().ID
	if _, err := store.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := store.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"removed " + id, "no session"} {
		var said bytes.Buffer
		code := Main(nil, &said, &said, []string{"sessions", "rm", id, "--db", path})
		if code != 2*n || !strings.Contains(said.String(), want) {
			t.Errorf("exit code %d: %s", code, said.String())
		}
	}
	if err := store.Undelete(t.Context(), id); err == nil {
		t.Error("it was brought back all the same")
	}
}
